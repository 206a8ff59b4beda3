/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
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
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final long LATE_MS = 15_000;
    /** As late as a message may be without being taken for one of the next level. */
    private static final long SOON_MS = 2_500;
    private static final int FIRST = 100;
    private static final int MORE = 200;

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY", "OLDEST_JSON"})
    void shouldDeliverAfterTheDelayOfTheLevel(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("delayed");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            producer.send(topic, FIRST, 1);
            consumer.awaitCount(1); // the topic is new: from here on the consumer knows its queues
            producer.send(topic, 0, 3, "delayLevel=2");
            producer.send(topic, 3, 3, "delayLevel=1");
            producer.send(topic, 6, 1);
            List<Got> got = consumer.awaitCount(8).stream().filter(message -> message.number() < FIRST).toList();
            assertThat(got).extracting(Got::number).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L);
            for (Got message : got) {
                long wanted = wantedMs(message.number());
                assertThat(message.atMs() - message.bornMs()).as(message.toString()).isBetween(wanted - 50,
                    wanted + LATE_MS);
                assertThat(message.topic()).isEqualTo(topic);
            }
            awaitOneOfEachLevelInTime(producer, consumer, topic);
        }
    }

    private static long wantedMs(long number) {
        if (number >= MORE) {
            return number % 2 == 0 ? 5_000 : 1_000;
        }
        return number < 3 ? 5_000 : number < 6 ? 1_000 : 0;
    }

    /** A busy machine makes single messages late; if all of a level are, then that is not the delay of their level. */
    private static void awaitOneOfEachLevelInTime(StockProducer producer, StockConsumer consumer, String topic) {
        AtomicLong number = new AtomicLong(MORE);
        Awaitility.await("a message of each level in time").atMost(WITHIN).pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofSeconds(2)).until(() -> {
                if (anyInTime(consumer.got(), 1_000) && anyInTime(consumer.got(), 5_000)) {
                    return true;
                }
                producer.send(topic, number.getAndIncrement(), 1, "delayLevel=2");
                producer.send(topic, number.getAndIncrement(), 1, "delayLevel=1");
                return false;
            });
    }

    private static boolean anyInTime(List<Got> got, long delayMs) {
        return got.stream().filter(message -> message.number() != FIRST && wantedMs(message.number()) == delayMs)
            .anyMatch(message -> message.atMs() - message.bornMs() < delayMs + SOON_MS);
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
