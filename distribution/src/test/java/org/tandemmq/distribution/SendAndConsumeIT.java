/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Brokers;

/** Every way to send, by both lines of stock clients in both header encodings, read back by stock push consumers. */
class SendAndConsumeIT {
    private static final int MESSAGE_BYTES_MAX = 4 << 20;
    private static final int MESSAGE_ILLEGAL = 13;

    @ParameterizedTest
    @EnumSource
    void shouldDeliverEveryWayOfSendingOnce(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("modes");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            assertAcknowledged(producer.send(topic, 0, 50, "mode=sync"), 50);
            assertAcknowledged(producer.send(topic, 50, 150, "mode=async"), 150);
            assertAcknowledged(producer.send(topic, 200, 60, "mode=batch", "batch=20"), 3);
            producer.send(topic, 260, 40, "mode=oneway");
            List<Got> got = consumer.awaitEachOnce(0, 300);
            assertThat(got).extracting(Got::topic).containsOnly(topic);
            assertThat(got).allMatch(g -> g.keys().equals("key-" + g.number()) && g.times() == 0, "key and times");
            assertPositionsMatch(producer.sent(), got);
        }
    }

    private static void assertAcknowledged(List<Sent> sent, int outcomes) {
        assertThat(sent).hasSize(outcomes).allMatch(Sent::acknowledged);
    }

    /** The queue and offset that the sender was told are where the consumer finds the message. */
    private static void assertPositionsMatch(List<Sent> sent, List<Got> got) {
        Set<String> found = got.stream().map(g -> g.number() + "@" + g.queue() + ":" + g.offset())
            .collect(Collectors.toSet());
        Set<String> told = sent.stream().filter(s -> s.offset() >= 0)
            .map(s -> s.number() + "@" + s.queue() + ":" + s.offset()).collect(Collectors.toSet());
        assertThat(found).containsAll(told);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFilterByTag(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("tags");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 90, "tags=red,green,blue");
            try (StockConsumer two = client.push(SharedCluster.name("readers"), topic, "expression=red || blue");
                    StockConsumer none = client.push(SharedCluster.name("readers"), topic, "expression=grey");
                    StockConsumer all = client.push(SharedCluster.name("readers"), topic)) {
                all.awaitEachOnce(0, 90);
                assertThat(two.awaitCount(60)).hasSize(60).allMatch(g -> g.number() % 3 != 1, "red or blue")
                    .extracting(Got::tags).containsOnly("red", "blue");
                producer.send(topic, 90, 3, "tags=red,green,blue");
                all.awaitEachOnce(0, 93);
                assertThat(two.awaitCount(62)).hasSize(62);
                assertThat(none.got()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOrderPerQueue(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("ordered");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "listener=orderly")) {
            assertAcknowledged(producer.send(topic, 0, 200, "spread=4"), 200);
            List<Got> got = consumer.awaitEachOnce(0, 200);
            StockConsumer.assertQueueOrder(got);
            assertThat(got).extracting(Got::queue).containsOnly(0, 1, 2, 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryBodiesUpToTheLimit(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("sizes");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0");
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            int[] sizes = {1, 64 << 10, MESSAGE_BYTES_MAX - 1024};
            for (int i = 0; i < sizes.length; i++) {
                assertAcknowledged(producer.send(topic, i, 1, "size=" + sizes[i]), 1);
            }
            for (String mode : List.of("sync", "async")) {
                Sent over = producer.send(topic, 99, 1, "mode=" + mode, "size=" + (MESSAGE_BYTES_MAX + 1)).get(0);
                assertThat(over.status()).isEqualTo("FAILED");
                assertThat(over.code()).as(over.error()).isEqualTo(MESSAGE_ILLEGAL);
            }
            List<Got> got = consumer.awaitEachOnce(0, sizes.length);
            assertThat(got).allMatch(g -> g.size() == sizes[(int) g.number()], "its size");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompressAndExpandAsTheClientDoes(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("compressed");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "compressOverBytes=100");
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            producer.send(topic, 0, 5, "size=20000");
            consumer.awaitEachOnce(0, 5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepEveryScriptInKeysTagsAndProperties(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("scripts");
        String words = "żółw-文字-ключ-\uD83D\uDC22-é=&%";
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "expression=métier文")) {
            producer.send(topic, 0, 3, "keys=" + words, "tags=métier文", "property=mark=" + words);
            assertThat(consumer.awaitEachOnce(0, 3)).allMatch(g -> g.keys().equals(words + "-" + g.number())
                && g.tags().equals("métier文") && g.mark().equals(words), "the same words");
        }
    }

    /**
     * Stock producers refuse to send it, those of other languages do not; the peer's current line refuses it. Push
     * consumers before 5.x stumble over it by themselves, pulling ones do not.
     */
    @ParameterizedTest
    @EnumSource
    void shouldDeliverABodyWithoutBytes(Variant variant) {
        assumeFalse(Brokers.peer());
        String topic = SharedCluster.name("empty");
        SharedCluster.admin().createTopic(topic, 1);
        RawFrame request = RawAdmin.sendRequest(topic, 0).with("properties", "n\u00010\u0002KEYS\u0001k\u0002");
        assertThat(SharedCluster.admin().ask(request).code()).isZero();
        SharedCluster.admin().awaitMaxOffset(topic, 0, 1);
        try (StockConsumer consumer = SharedCluster.client(variant).pull(SharedCluster.name("readers"))) {
            consumer.ask("drain", "topic=" + topic);
            assertThat(consumer.awaitEachOnce(0, 1)).allMatch(g -> g.size() == 0 && g.keys().equals("k"), "empty");
        }
        if (variant == Variant.CURRENT_JSON) {
            try (StockConsumer consumer = SharedCluster.client(variant).push(SharedCluster.name("readers"), topic)) {
                consumer.awaitEachOnce(0, 1);
            }
        }
    }

    @Test
    void shouldServeAThousandTopics() {
        int topics = 1000;
        StockClient client = SharedCluster.client(Variant.PREVIOUS_BINARY);
        String prefix = SharedCluster.name("many");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=1");
                StockConsumer consumer = client.pull(SharedCluster.name("readers"))) {
            assertAcknowledged(producer.send(prefix, 0, 2 * topics, "topics=" + topics), 2 * topics);
            SharedCluster.admin().awaitRoute(prefix + "-" + (topics - 1));
            SharedCluster.admin().awaitDispatched();
            consumer.ask("drain", "topic=" + prefix, "topics=" + topics);
            assertThat(consumer.awaitEachOnce(0, 2 * topics)).allMatch(
                g -> g.topic().equals(prefix + "-" + g.number() % topics) && g.offset() == g.number() / topics,
                "in its topic and place");
        }
    }
}
