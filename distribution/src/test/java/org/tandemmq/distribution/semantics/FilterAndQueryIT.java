/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.DriverException;

/** SQL92 subscriptions and the queries that a client's admin side offers. */
class FilterAndQueryIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static Broker broker;

    @BeforeAll
    static void start() {
        broker = Brokers.started(BrokerSettings.inNewFolder("filters").with("enablePropertyFilter", true));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFilterBySql(Variant variant) {
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        String topic = SharedCluster.name("sql");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 30, "property=mark=big");
            producer.send(topic, 30, 30, "property=mark=small");
            producer.send(topic, 60, 5);
            try (StockConsumer some = client.push(SharedCluster.name("readers"), topic,
                    "sql=mark = 'big' AND n BETWEEN 10 AND 45");
                    StockConsumer missing = client.push(SharedCluster.name("readers"), topic, "sql=mark IS NULL")) {
                some.awaitEachOnce(10, 20);
                missing.awaitEachOnce(60, 5);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldBringBackWhatAFilteringGroupRefused(Variant variant) {
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        String topic = SharedCluster.name("refused");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "sql=mark = 'big'",
                    "failTimes=1")) {
            producer.send(topic, 0, 5, "property=mark=big");
            producer.send(topic, 5, 5, "property=mark=small");
            List<Got> got = consumer.awaitCount(10);
            assertThat(got).allMatch(each -> each.number() < 5 && each.unharmed());
            assertThat(got).filteredOn(each -> each.times() == 0).hasSize(5);
            assertThat(got).filteredOn(each -> each.times() == 1).extracting(Got::number).doesNotHaveDuplicates()
                .hasSize(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerQueriesOfTheClient(Variant variant) {
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        String topic = SharedCluster.name("asked");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=1")) {
            long before = System.currentTimeMillis();
            List<Sent> sent = producer.send(topic, 0, 10);
            String[] queue = {"topic=" + topic, "broker=" + broker.name(), "queue=0"};
            Awaitility.await("all ten in their queue").atMost(WITHIN).untilAsserted(() -> {
                Line bounds = producer.ask("bounds", queue);
                assertThat(bounds.number("min")).isZero();
                assertThat(bounds.number("max")).isEqualTo(10);
            });
            assertThat(search(producer, topic, before - 1_000)).isZero();
            assertThat(search(producer, topic, System.currentTimeMillis() + 60_000)).isIn(9L, 10L);
            Line viewed = producer.ask("view", "topic=" + topic, "msgId=" + sent.get(4).offsetMsgId());
            assertThat(viewed.number("n")).isEqualTo(4);
            assertThat(viewed.number("offset")).isEqualTo(4);
            Line byUniqueId = producer.ask("view", "topic=" + topic, "msgId=" + sent.get(6).msgId());
            assertThat(byUniqueId.number("n")).isEqualTo(6);
            Awaitility.await("key index").atMost(WITHIN).ignoreException(DriverException.class).untilAsserted(() -> {
                Line byKey = producer.ask("queryKey", "topic=" + topic, "key=key-7");
                assertThat(byKey.number("n")).isEqualTo(7);
                assertThat(byKey.number("count")).isEqualTo(1);
            });
        }
    }

    private static long search(StockProducer producer, String topic, long timestamp) {
        return producer.ask("searchOffset", "topic=" + topic, "broker=" + broker.name(), "queue=0",
            "timestamp=" + timestamp).number("offset");
    }

    /** Keys whose Java hashes are equal are told apart, and so are topics. */
    @ParameterizedTest
    @EnumSource(names = "PREVIOUS_JSON")
    void shouldTellEqualHashesApart(Variant variant) {
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        String suffix = SharedCluster.name("-hash");
        String first = "Aa" + suffix;
        String second = "BB" + suffix;
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), first + "," + second)) {
            producer.send(first, 0, 1, "keys=Aa");
            producer.send(second, 1, 1, "keys=Aa");
            producer.send(first, 2, 1, "keys=BB");
            assertThat(consumer.awaitCount(3)).extracting(Got::number).containsExactlyInAnyOrder(0L, 1L, 2L);
            Awaitility.await("key index").atMost(WITHIN).ignoreException(DriverException.class).untilAsserted(() -> {
                Line byKey = producer.ask("queryKey", "topic=" + second, "key=Aa-1");
                assertThat(byKey.number("count")).isEqualTo(1);
                assertThat(byKey.number("n")).isEqualTo(1);
            });
        }
    }

    /** Asked by hand, since clients drop what is not theirs. */
    @Test
    void shouldAnswerWithOwnMessagesOnlyWhereHashesAreEqual() {
        RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
        String suffix = SharedCluster.name("-twins");
        List<String> topics = List.of("AaAa" + suffix, "AaBB" + suffix, "BBAa" + suffix, "BBBB" + suffix);
        List<String> keys = List.of("Aa", "BB");
        for (String topic : topics) {
            admin.createTopic(topic, 1);
            for (String key : keys) {
                assertThat(admin.ask(RawAdmin.sendRequest(topic, 0).with("properties", "KEYS\u0001" + key
                    + " more\u0002UNIQ_KEY\u0001u" + key + "\u0002")
                    .withBody((topic + "/" + key).getBytes(StandardCharsets.UTF_8))).code()).isZero();
            }
        }
        for (String topic : topics) {
            for (String key : keys) {
                assertOnly(admin, query(topic, key), topic + "/" + key);
                assertOnly(admin, query(topic, "u" + key).with("_UNIQUE_KEY_QUERY", true), topic + "/" + key);
            }
            assertThat(admin.ask(query(topic, "C#")).code()).as("the hash of BB").isEqualTo(22);
        }
    }

    private static RawFrame query(String topic, String key) {
        return RawFrame.request(12).with("topic", topic).with("key", key).with("maxNum", 32)
            .with("beginTimestamp", 0).with("endTimestamp", Long.MAX_VALUE);
    }

    private static void assertOnly(RawAdmin admin, RawFrame query, String body) {
        Awaitility.await(body + " by its key").atMost(WITHIN).untilAsserted(() -> {
            RawFrame answer = admin.ask(query);
            assertThat(answer.code()).isZero();
            assertThat(ByteBuffer.wrap(answer.body()).getInt()).as("one record").isEqualTo(answer.body().length);
            assertThat(answer.bodyText()).contains(body);
        });
    }
}
