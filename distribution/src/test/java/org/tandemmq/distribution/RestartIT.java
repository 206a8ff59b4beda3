/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;

/** Stop and start: messages, topics and offsets are there. What kill -9 leaves is in the durability tests. */
class RestartIT {
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int QUEUES = 3;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY"})
    void shouldGoOnWhereItStopped(Variant variant) {
        try (Broker broker = Brokers.started(smallSegments("stop"))) {
            StockClient client = SharedCluster.client(variant, broker.nameServers());
            String topic = SharedCluster.name("kept");
            String group = SharedCluster.name("readers");
            try (StockProducer producer = client.producer("producers", "queues=" + QUEUES)) {
                try (StockConsumer before = client.push(group, topic, "finishMs=5000")) {
                    assertThat(producer.send(topic, 0, 1500, "mode=async", "size=1000")).hasSize(1500)
                        .allMatch(Sent::acknowledged);
                    before.awaitEachOnce(0, 1500);
                }
                new RawAdmin(broker.address(), broker.nameServers()).awaitCommitted(group, topic, QUEUES);
                producer.send(topic, 1500, 300, "size=1000");
                broker.stop();
                assertThat(broker.process().exitCode()).as("exit code after SIGTERM").isIn(0, 143);
                broker.start();
                try (StockConsumer same = client.push(group, topic);
                        StockConsumer fresh = client.push(SharedCluster.name("fresh"), topic)) {
                    fresh.awaitEachOnce(0, 1800);
                    same.awaitEachOnce(1500, 300);
                    sendUntilStored(producer, topic, 1800);
                    fresh.awaitEachOnce(0, 1801);
                }
                assertThat(producer.ask("queues", "topic=" + topic).number("count")).isEqualTo(QUEUES);
            }
        }
    }

    /** Clients find the restarted broker within their own polls; until then sends fail. */
    private static void sendUntilStored(StockProducer producer, String topic, long number) {
        Awaitility.await("the producer to find the broker again").atMost(WITHIN)
            .until(() -> producer.send(topic, number, 1).get(0).acknowledged());
    }

    private static BrokerSettings smallSegments(String name) {
        return BrokerSettings.inNewFolder(name).with("mappedFileSizeCommitLog", SEGMENT_BYTES)
            .with("maxMessageSize", SEGMENT_BYTES / 4).with("mappedFileSizeConsumeQueue", 20 * 1000);
    }
}
