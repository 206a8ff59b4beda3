/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;

/**
 * Master and slave change places by hand under load, the master killed each time: every acknowledged message is there
 * and no offset is given twice. Rounds: {@code -Dtandemmq.swap.rounds}, 3 by default.
 */
class SwapIT {
    private static final int ROUNDS = Integer.getInteger("tandemmq.swap.rounds", 3);
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int ENDLESS = 10_000_000;

    @Test
    void shouldLoseNothingWhenRolesAreSwapped() throws Exception {
        BrokerSettings[] sides = {settings("left"), settings("right")};
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("swap-names")).start()) {
            Broker[] brokers = {new OurBroker(role(sides[0], true), names.address()),
                new OurBroker(role(sides[1], false), names.address())};
            Map<String, Long> acknowledged = new HashMap<>();
            try (Broker left = brokers[0]; Broker right = brokers[1]) {
                left.start();
                right.start();
                StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, names.address());
                for (int round = 0; round < ROUNDS; round++) {
                    loadAndKillMaster(client, brokers[round % 2], round, acknowledged);
                    Broker next = brokers[(round + 1) % 2];
                    next.stop();
                    role(sides[(round + 1) % 2], true);
                    role(sides[round % 2], false);
                    next.start();
                    brokers[round % 2].start();
                    assertAllThere(client, acknowledged);
                }
            }
        }
    }

    private static BrokerSettings settings(String name) {
        return BrokerSettings.inNewFolder("swap-" + name).with("brokerName", "swapped")
            .with("mappedFileSizeCommitLog", 4 << 20).with("maxMessageSize", 1 << 20)
            .with("haOnDivergence", "truncate");
    }

    private static BrokerSettings role(BrokerSettings settings, boolean master) {
        return settings.with("brokerRole", master ? "SYNC_MASTER" : "SLAVE").with("brokerId", master ? 0 : 1);
    }

    private static void loadAndKillMaster(StockClient client, Broker master, int round,
            Map<String, Long> acknowledged) throws Exception {
        try (StockProducer producer = client.producer(SharedCluster.name("swap-producers"), "retries=0",
                "timeoutMs=4000")) {
            Awaitility.await("a slave in step in round " + round).atMost(WITHIN)
                .until(() -> producer.send("swapped", -1 - round, 1).get(0).acknowledged());
            CompletableFuture<Line> sending = producer.startSend("swapped", (long) ENDLESS * round, ENDLESS,
                "mode=async", "window=32", "size=900", "rate=1000");
            Awaitility.await("messages in round " + round).atMost(WITHIN)
                .until(() -> producer.acknowledged() > 400);
            master.kill();
            producer.ask("quit-sending");
            sending.get(60, TimeUnit.SECONDS);
            for (Sent sent : producer.sent()) {
                if (sent.acknowledged()) {
                    assertThat(acknowledged.put(sent.queue() + ":" + sent.offset(), sent.number()))
                        .as("an offset given twice: " + sent).isNull();
                }
            }
        }
    }

    private static void assertAllThere(StockClient client, Map<String, Long> acknowledged) {
        try (StockConsumer reader = client.pull(SharedCluster.name("swap-readers"))) {
            reader.ask("drain", "topic=swapped");
            Map<String, Long> there = new HashMap<>();
            for (Got got : reader.got()) {
                assertThat(there.put(got.queue() + ":" + got.offset(), got.number())).isNull();
            }
            assertThat(there).containsAllEntriesOf(acknowledged);
        }
    }
}
