/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;

/** Groups of stock consumers: sharing, leaving, broadcast, the pulling kinds, and retries. */
class ConsumerGroupIT {
    private static final Duration WITHIN = Duration.ofSeconds(40);

    @ParameterizedTest
    @EnumSource
    void shouldShareQueuesAndTakeOverWhenAMemberLeaves(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("shared");
        String group = SharedCluster.name("members");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 4, "spread=4");
            StockConsumer first = client.push(group, topic);
            first.awaitEachOnce(0, 4);
            StockConsumer second = client.push(group, topic);
            int sent = sendUntilBothRead(producer, topic, first, second);
            second.close();
            sent = sendUntilFirstReadsAll(producer, topic, sent, first);
            assertAllRead(sent, first, second);
            first.close();
        }
    }

    private static int sendUntilBothRead(StockProducer producer, String topic, StockConsumer first,
            StockConsumer second) {
        int[] sent = {4};
        Awaitility.await("each member to read from two of four queues").atMost(WITHIN)
            .pollInterval(Duration.ofMillis(200)).until(() -> {
                producer.send(topic, sent[0], 4, "spread=4");
                sent[0] += 4;
                return queuesOfLast(second, 4).size() == 2 && queuesOfLast(first, 4).size() == 2;
            });
        return sent[0];
    }

    private static int sendUntilFirstReadsAll(StockProducer producer, String topic, int from, StockConsumer first) {
        int[] sent = {from};
        int before = first.got().size();
        Awaitility.await("the one who stayed to read all four queues").atMost(WITHIN)
            .pollInterval(Duration.ofMillis(200)).until(() -> {
                producer.send(topic, sent[0], 4, "spread=4");
                sent[0] += 4;
                return first.got().size() >= before + 4 && queuesOfLast(first, 4).size() == 4;
            });
        return sent[0];
    }

    private static Set<Integer> queuesOfLast(StockConsumer consumer, int count) {
        List<Got> got = consumer.got();
        Set<Integer> queues = new HashSet<>();
        got.subList(Math.max(0, got.size() - count), got.size()).forEach(g -> queues.add(g.queue()));
        return queues;
    }

    private static void assertAllRead(int sent, StockConsumer... members) {
        Awaitility.await("all " + sent + " messages to be read").atMost(WITHIN).until(() -> {
            Set<Long> read = new HashSet<>();
            for (StockConsumer member : members) {
                member.got().forEach(g -> read.add(g.number()));
            }
            return read.size() == sent;
        });
        // while a queue changes hands the last offset may not be committed yet: some may come twice, none is lost
        List<Got> all = new ArrayList<>();
        for (StockConsumer member : members) {
            all.addAll(member.got());
        }
        assertThat(all).allMatch(Got::unharmed);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBroadcastToEveryMember(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("broadcast");
        String group = SharedCluster.name("everyone");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 1);
            try (StockConsumer one = client.push(group, topic, "model=BROADCASTING");
                    StockConsumer two = client.push(group, topic, "model=BROADCASTING")) {
                producer.send(topic, 1, 19);
                one.awaitEachOnce(0, 20);
                two.awaitEachOnce(0, 20);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldServeThePullingKindsOfConsumers(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("pulled");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 100, "spread=4", "tags=x,y");
            SharedCluster.admin().awaitDispatched();
            try (StockConsumer pull = client.pull(SharedCluster.name("pullers"))) {
                assertThat(pull.ask("drain", "topic=" + topic).number("count")).isEqualTo(100);
                pull.awaitEachOnce(0, 100);
                assertThat(pull.ask("drain", "topic=" + topic, "expression=y").number("count")).isEqualTo(50);
            }
            if (!variant.recent()) {
                return;
            }
            try (StockConsumer lite = client.lite(SharedCluster.name("lite"), topic)) {
                lite.awaitEachOnce(0, 100);
                producer.send(topic, 100, 20);
                lite.awaitEachOnce(0, 120);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringBackWhatFailedWithItsCount(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("retried");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("failing"), topic, "failTimes=1")) {
            producer.send(topic, 0, 3);
            List<Got> got = consumer.awaitCount(6);
            StockConsumer.assertEachOnce(got.stream().filter(g -> g.times() == 0).toList(), 0, 3);
            List<Got> again = got.stream().filter(g -> g.times() == 1).toList();
            StockConsumer.assertEachOnce(again, 0, 3);
            assertThat(again).extracting(Got::topic).containsOnly(topic);
        }
    }
}
