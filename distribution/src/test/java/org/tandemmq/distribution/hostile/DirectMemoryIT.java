/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/** Memory outside of the heap is used up, with less of it than the limits take for granted. */
class DirectMemoryIT {
    private static final Duration BACK_WITHIN = Duration.ofSeconds(90);
    private static final int CONNECTIONS = 600;
    private static final int BODY_BYTES = 63_000;
    private static final long STALL_MS = 20;

    @Test
    void shouldLoseConnectionsAndNothingElse() throws Exception {
        BrokerSettings settings = BrokerSettings.inNewFolder("direct");
        try (OurBroker broker = new OurBroker(settings).withJavaOptions("-XX:MaxDirectMemorySize=64m")) {
            broker.start();
            RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
            admin.createTopic("spared", 1);
            byte[] frame = RawAdmin.sendRequest("spared", 0).withBody(new byte[BODY_BYTES]).bytes();
            try (Crowd crowd = new Crowd(new Outcome())) {
                for (String address : List.of(broker.address(), broker.nameServers(), "127.0.0.1:" + broker.haPort())) {
                    for (int i = 0; i < CONNECTIONS; i++) {
                        crowd.connect(address).pour(Arrays.copyOf(frame, frame.length - 1), STALL_MS);
                    }
                }
                Awaitility.await("the memory to be used up").atMost(BACK_WITHIN)
                    .until(() -> Files.readString(settings.folder().resolve("broker.log"))
                        .contains("direct buffer memory"));
            }
            AtomicInteger tries = new AtomicInteger();
            Awaitility.await("a large message").atMost(BACK_WITHIN).ignoreExceptions().until(() -> {
                tries.incrementAndGet();
                return admin.send("spared", 0, new byte[3 << 20]).code() == 0;
            });
            Awaitility.await("the message in its queue").atMost(BACK_WITHIN).ignoreExceptions()
                .until(() -> admin.maxOffset("spared", 0) > 0);
            // one that is answered too late for this client is stored all the same
            assertThat(admin.maxOffset("spared", 0)).isBetween(1L, tries.longValue());
            assertThat(broker.process().alive()).isTrue();
        }
    }
}
