/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;

/** Delayed messages, retries in order and out of it, dead letters. */
class DelayAndRetryIT {
    private static final long LATE_MS = 3_000;

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY", "OLDEST_JSON"})
    void shouldDeliverAfterTheDelayOfTheLevel(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("delayed");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            producer.send(topic, 100, 1);
            consumer.awaitCount(1); // the topic is new: from here on the consumer knows its queues
            producer.send(topic, 0, 3, "delayLevel=2");
            producer.send(topic, 3, 3, "delayLevel=1");
            producer.send(topic, 6, 1);
            List<Got> got = consumer.awaitCount(8).stream().filter(message -> message.number() < 100).toList();
            assertThat(got).extracting(Got::number).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L);
            for (Got message : got) {
                long wanted = message.number() < 3 ? 5_000 : message.number() < 6 ? 1_000 : 0;
                assertThat(message.atMs() - message.bornMs()).as(message.toString()).isBetween(wanted - 50,
                    wanted + LATE_MS);
                assertThat(message.topic()).isEqualTo(topic);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON", "OLDEST_JSON"})
    void shouldPutDeadLettersAsideAndLetThemBeRead(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("doomed");
        String group = SharedCluster.name("undertakers");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(group, topic, "failTimes=99", "maxReconsumeTimes=1")) {
            producer.send(topic, 0, 2);
            List<Got> got = consumer.awaitCount(4);
            assertThat(got).filteredOn(g -> g.times() == 1).hasSize(2);
            String dead = "%DLQ%" + group;
            SharedCluster.admin().awaitRoute(dead);
            SharedCluster.admin().createTopic(dead, 1);
            try (StockConsumer reader = client.push(SharedCluster.name("coroners"), dead)) {
                StockConsumer.assertEachOnce(reader.awaitCount(2), 0, 2);
            }
            assertThat(consumer.got()).hasSize(4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY"})
    void shouldHoldUpAQueueUntilItsFailedMessageIsTaken(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("stubborn");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=1");
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "listener=orderly",
                    "failTimes=2", "suspendMs=200")) {
            producer.send(topic, 0, 4);
            List<Got> got = consumer.awaitCount(12);
            assertThat(got).extracting(Got::number).isSorted();
            assertThat(got).extracting(Got::times).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2);
        }
    }
}
