/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;

/** Groups are set back and ahead by time, while they run and while they don't, by tools and clients of both lines. */
class OffsetResetIT {
    private static final Duration WITHIN = Duration.ofSeconds(40);
    private static final int COUNT = 12;

    private static String shortly(StockProducer producer, String topic) {
        producer.send(topic, 0, COUNT, "spread=4");
        return topic;
    }

    private static void awaitCommitted(Variant line, String group) {
        Awaitility.await("offsets of " + group).atMost(WITHIN).untilAsserted(() -> assertThat(Workbench.run(line,
            "consumerProgress", "-g", group)).contains("Diff Total: 0"));
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldReadAgainFromATimeAfterTheGroupStopped(Variant line) {
        StockClient client = SharedCluster.client(line, Workbench.broker().nameServers());
        String group = SharedCluster.name("stopped");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            String topic = shortly(producer, SharedCluster.name("again"));
            try (StockConsumer first = client.push(group, topic, "finishMs=5000")) {
                first.awaitEachOnce(0, COUNT);
            }
            awaitCommitted(line, group);
            assertThat(Workbench.run(line, "resetOffsetByTime", "-g", group, "-t", topic, "-s", "1000", "-f", "true"))
                .doesNotContain("Exception");
            try (StockConsumer second = client.push(group, topic, "finishMs=5000")) {
                second.awaitEachOnce(0, COUNT);
            }
            awaitCommitted(line, group);
            producer.send(topic, COUNT, 4, "spread=4");
            // those that the queues have not are not skipped
            Workbench.admin().awaitDispatched();
            assertThat(Workbench.run(line, "skipAccumulatedMessage", "-g", group, "-t", topic))
                .doesNotContain("Exception");
            try (StockConsumer third = client.push(group, topic)) {
                producer.send(topic, COUNT + 4, 4, "spread=4");
                third.awaitEachOnce(COUNT + 4, 4);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldReadAgainFromATimeWhileTheGroupRuns(Variant line) {
        StockClient client = SharedCluster.client(line, Workbench.broker().nameServers());
        String group = SharedCluster.name("running");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            String topic = shortly(producer, SharedCluster.name("again"));
            try (StockConsumer consumer = client.push(group, topic, "persistOffsetMs=200")) {
                consumer.awaitEachOnce(0, COUNT);
                awaitCommitted(line, group);
                assertThat(Workbench.run(line, "resetOffsetByTime", "-g", group, "-t", topic, "-s", "1000", "-f",
                    "true")).doesNotContain("Exception").contains(topic);
                List<Got> got = consumer.awaitCount(2 * COUNT);
                StockConsumer.assertEachOnce(got.subList(0, COUNT), 0, COUNT);
                StockConsumer.assertEachOnce(got.subList(COUNT, 2 * COUNT), 0, COUNT);
                awaitCommitted(line, group);
            }
        }
    }
}
