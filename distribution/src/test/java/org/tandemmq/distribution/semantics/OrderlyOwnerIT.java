/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.DriverProcess;

/** Queue locks of orderly consumers: kept while the owner's process stands still, given on soon when it is dead. */
class OrderlyOwnerIT {
    /** A stock client may ask for all of its locks just when it gives one back; that one then lives for its 60 s. */
    private static final Duration SHARED_WITHIN = Duration.ofSeconds(90);
    private static final Duration TAKEN_WITHIN = Duration.ofSeconds(35);
    private static final Duration HALTED = Duration.ofSeconds(12);

    @Test
    void shouldKeepLocksOfAHaltedOwnerAndPassOnThoseOfADeadOne() {
        String topic = SharedCluster.name("ordered");
        String group = SharedCluster.name("orderly");
        String nameServers = SharedCluster.broker().nameServers();
        SharedCluster.admin().createTopic(topic, 2);
        DriverProcess process = Variant.PREVIOUS_JSON.start();
        try (StockProducer producer = SharedCluster.client(Variant.PREVIOUS_JSON)
                .producer(SharedCluster.name("producers"), "queues=2");
                StockConsumer stays = SharedCluster.client(Variant.PREVIOUS_JSON).push(group, topic,
                    "listener=orderly", "persistOffsetMs=200")) {
            StockConsumer owner = new StockClient(process, nameServers).push(group, topic, "listener=orderly",
                "persistOffsetMs=200");
            int sent = sendUntilShared(producer, topic, stays, owner);
            int ownQueue = lastQueues(owner, 1).iterator().next();

            process.process().suspend();
            producer.send(topic, sent, 10, "spread=2");
            Awaitility.await("time for a lock to be taken away").pollDelay(HALTED).atMost(HALTED.plusSeconds(30))
                .until(() -> true);
            int from = sent;
            assertThat(stays.got()).as("messages of the halted owner's queue").noneMatch(got ->
                got.number() >= from && got.queue() == ownQueue);
            process.process().resume();
            awaitAll(sent + 10, stays, owner);
            assertNoneTwice(sent, stays, owner);

            process.process().kill();
            producer.send(topic, sent + 10, 10, "spread=2");
            // the grace of a lost owner and the next question of the other; the locks themselves live longer
            CalmWait.await("the dead owner's queue", TAKEN_WITHIN, () -> numbers(stays, owner).size() == sent + 20);
        } finally {
            process.process().kill();
        }
    }

    private static int sendUntilShared(StockProducer producer, String topic, StockConsumer one, StockConsumer other) {
        int[] sent = {0};
        Awaitility.await("a queue for each").atMost(SHARED_WITHIN).pollInterval(Duration.ofMillis(500)).until(() -> {
            producer.send(topic, sent[0], 4, "spread=2");
            sent[0] += 4;
            return lastQueues(one, 4).size() == 1 && lastQueues(other, 4).size() == 1
                && !lastQueues(one, 4).equals(lastQueues(other, 4));
        });
        awaitAll(sent[0], one, other);
        return sent[0];
    }

    private static Set<Integer> lastQueues(StockConsumer consumer, int count) {
        List<Got> got = consumer.got();
        Set<Integer> queues = new HashSet<>();
        got.subList(Math.max(0, got.size() - count), got.size()).forEach(g -> queues.add(g.queue()));
        return queues;
    }

    private static void awaitAll(int count, StockConsumer one, StockConsumer other) {
        Awaitility.await("all " + count).atMost(SHARED_WITHIN).until(() -> numbers(one, other).size() == count);
    }

    private static Set<Long> numbers(StockConsumer one, StockConsumer other) {
        Set<Long> numbers = new HashSet<>();
        one.got().forEach(got -> numbers.add(got.number()));
        other.got().forEach(got -> numbers.add(got.number()));
        return numbers;
    }

    private static void assertNoneTwice(int from, StockConsumer one, StockConsumer other) {
        Set<Long> ones = new HashSet<>();
        one.got().stream().map(Got::number).filter(number -> number >= from).forEach(ones::add);
        assertThat(other.got()).extracting(Got::number).doesNotContainAnyElementsOf(ones);
    }
}
