/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.FakeMaster;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;

/** A slave whose master talks nonsense on both ports: each table stands for itself, and the log stays as it is. */
class DamagedMasterIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int TOPICS = 21;
    private static final int OFFSETS = 43;
    private static final int DELAYS = 45;
    private static final int GROUPS = 201;
    private static final int RUNTIME_INFO = 28;
    private static final int TABLE_VERSIONS = 64_002;
    private static final int BODY_BYTES = 20 << 20;
    private static final long STORM_A_SECOND = 10;
    private static final String TOLD = """
        {"dataVersion":{"counter":7,"timestamp":1700000000000},"topicConfigTable":{"Told":{"topicName":"Told",
        "readQueueNums":3,"writeQueueNums":3,"perm":6,"attributes":{"x":"y"},"order":"false","more":null}}}""";

    @Test
    void shouldKeepWhatItHasAndSayWhatIsWrong() throws Exception {
        List<byte[]> damaged = List.of(FakeMaster.header(0, Integer.MAX_VALUE), FakeMaster.header(4_711, 100),
            new byte[5]);
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("damaged-names")).start();
                FakeMaster master = new FakeMaster(damaged);
                RawClient registered = master.register(names.address(), "damaged")) {
            assertThat(registered.socket().isConnected()).isTrue();
            master.on(TABLE_VERSIONS, asked -> null).on(RUNTIME_INFO, asked -> null);
            master.on(TOPICS, asked -> asked.answer(0).withBody(bytes(TOLD)));
            master.on(OFFSETS, asked -> null);
            master.on(DELAYS, asked -> asked.answer(1));
            master.on(GROUPS, asked -> asked.answer(0).withBody(bytes("null")));
            BrokerSettings settings = BrokerSettings.inNewFolder("damaged-slave").with("brokerName", "damaged")
                .with("brokerRole", "SLAVE").with("brokerId", 1);
            try (OurBroker slave = new OurBroker(settings, names.address())) {
                long beganNs = System.nanoTime();
                slave.start();
                awaitStatus(slave, "pairTable topics", " ms ago");
                awaitStatus(slave, "pairTable consumer offsets", "never");
                awaitStatus(slave, "pairTable delay offsets", "code 1");
                awaitStatus(slave, "pairTable subscription groups", "no JSON object");
                assertThat(admin(slave).ask(RawFrame.request(TOPICS)).bodyText()).contains("\"Told\"");
                master.on(GROUPS, asked -> asked.answer(0).withBody(new byte[BODY_BYTES]));
                int before = master.played();
                Awaitility.await("every damaged piece once more").atMost(WITHIN)
                    .until(() -> master.played() >= before + damaged.size());
                awaitStatus(slave, "pairTable subscription groups", "never");
                assertThat(slave.process().alive()).isTrue();
                assertThat(status(slave)).contains("\"commitLogMaxOffset\":\"0\"");
                assertThat(admin(slave).ask(RawFrame.request(TOPICS)).bodyText()).contains("\"Told\"");
                long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNs);
                assertThat(master.played() / seconds).as("attempts a second").isLessThan(STORM_A_SECOND);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RawAdmin admin(OurBroker broker) {
        return new RawAdmin(broker.address(), broker.nameServers());
    }

    private static String status(OurBroker broker) {
        return admin(broker).ask(RawFrame.request(RUNTIME_INFO)).bodyText();
    }

    private static void awaitStatus(OurBroker broker, String key, String part) {
        Awaitility.await(key + " with " + part).atMost(WITHIN)
            .until(() -> status(broker).matches("(?s).*\"" + key + "\":\"[^\"]*" + part + ".*"));
    }
}
