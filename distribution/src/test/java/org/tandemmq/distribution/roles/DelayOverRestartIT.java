/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;

/**
 * Delayed messages with a kill -9 and a stop in the middle of their delays: none lost, none early, none twice; and
 * messages that come back, counted right all the while; beside them a consumer that reads in order.
 */
class DelayOverRestartIT {
    @Test
    void shouldKeepDelaysOverKillAndStop() {
        try (Broker broker = Brokers.started(BrokerSettings.inNewFolder("delays"))) {
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
            String topic = SharedCluster.name("later");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=1")) {
                assertThat(producer.send(topic, 0, 20, "delayLevel=2")).allMatch(Sent::acknowledged);
                assertThat(producer.send(topic, 20, 20, "delayLevel=3")).allMatch(Sent::acknowledged);
                broker.kill();
                broker.start();
                broker.stop();
                broker.start();
                try (StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
                    for (Got got : consumer.awaitEachOnce(0, 40)) {
                        long wanted = got.number() < 20 ? 5_000 : 10_000;
                        assertThat(got.atMs() - got.bornMs()).as(got.toString()).isGreaterThanOrEqualTo(wanted - 50);
                    }
                }
            }
        }
    }

    @Test
    void shouldCountRetriesOverKillAndStop() {
        try (Broker broker = Brokers.started(BrokerSettings.inNewFolder("retries"))) {
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers());
            String topic = SharedCluster.name("again");
            String ordered = SharedCluster.name("ordered");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=1");
                    StockConsumer orderly = client.push(SharedCluster.name("orderly"), ordered, "listener=orderly",
                        "persistOffsetMs=200");
                    StockConsumer consumer = client.push(SharedCluster.name("refusers"), topic, "failTimes=3",
                        "retryLevel=2", "persistOffsetMs=200")) {
                assertThat(producer.send(topic, 0, 10)).allMatch(Sent::acknowledged);
                awaitTimes(consumer, 0, 10);
                awaitInOrder(producer, ordered, orderly, 0);
                broker.kill();
                broker.start();
                awaitTimes(consumer, 1, 10);
                awaitInOrder(producer, ordered, orderly, 10);
                broker.stop();
                broker.start();
                awaitTimes(consumer, 3, 10);
                awaitInOrder(producer, ordered, orderly, 20);
                for (long number = 0; number < 10; number++) {
                    long wanted = number;
                    assertThat(consumer.got().stream().filter(got -> got.number() == wanted).map(Got::times).distinct())
                        .as("counts of message %d", number).containsExactly(0, 1, 2, 3);
                }
            }
        }
    }

    /** The locks of the broker that went are taken again from the next one. */
    private static void awaitInOrder(StockProducer producer, String topic, StockConsumer consumer, int from) {
        assertThat(producer.send(topic, from, 10)).allMatch(Sent::acknowledged);
        List<Long> all = LongStream.range(0, from + 10).boxed().toList();
        Awaitility.await("all " + all.size() + " in order").atMost(Duration.ofSeconds(60)).until(() ->
            consumer.got().stream().map(Got::number).distinct().toList().equals(all));
    }

    private static void awaitTimes(StockConsumer consumer, int times, int messages) {
        Awaitility.await(messages + " messages for the time " + times).atMost(Duration.ofSeconds(60)).until(() ->
            consumer.got().stream().filter(got -> got.times() == times).map(Got::number).distinct().count()
                == messages);
    }
}
