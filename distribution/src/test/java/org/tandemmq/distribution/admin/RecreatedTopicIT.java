/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.OurBroker;

/** A topic is deleted and made anew: its groups begin with it, and no offset of its former life counts. */
class RecreatedTopicIT {
    private static final int BEFORE = 400;
    private static final int AFTER = 10;
    private static final int DELETE_TOPIC_IN_BROKER = 215;
    private static final int QUERY_CONSUMER_OFFSET = 14;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final Broker broker = new OurBroker(BrokerSettings.inNewFolder("recreated"));
    private final String topic = SharedCluster.name("recreated");
    private final String group = SharedCluster.name("readers");
    private RawAdmin admin;
    private StockClient client;

    @BeforeEach
    void open() {
        broker.start();
        admin = new RawAdmin(broker.address(), broker.nameServers());
        client = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers());
        admin.createTopic(topic, 1);
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void shouldDeliverAllOfTheNewTopic() {
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, BEFORE, "mode=async");
            try (StockConsumer consumer = client.push(group, topic, "persistOffsetMs=200")) {
                awaitAllCommitted(consumer);
            }
            recreate();
            producer.send(topic, BEFORE, AFTER);
            assertThat(committed()).isLessThanOrEqualTo(admin.maxOffset(topic, 0));
            broker.kill();
            broker.start();
            assertThat(committed()).isLessThanOrEqualTo(admin.maxOffset(topic, 0));
            try (StockConsumer consumer = client.push(group, topic)) {
                consumer.awaitEachOnce(BEFORE, AFTER);
            }
        }
    }

    @Test
    void shouldDeliverAllOfTheNewTopicToConsumersThatGoOn() {
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
             StockConsumer consumer = client.push(group, topic, "persistOffsetMs=200")) {
            producer.send(topic, 0, BEFORE, "mode=async");
            awaitAllCommitted(consumer);
            recreate();
            producer.send(topic, BEFORE, AFTER);
            consumer.awaitEachOnce(0, BEFORE + AFTER);
        }
    }

    private void awaitAllCommitted(StockConsumer consumer) {
        consumer.awaitEachOnce(0, BEFORE);
        Awaitility.await("its commit").atMost(WITHIN).until(() -> committed() == BEFORE);
    }

    /** The offset of a group, -1 without one. */
    private long committed() {
        RawFrame answer = admin.ask(RawFrame.request(QUERY_CONSUMER_OFFSET).with("consumerGroup", group)
            .with("topic", topic).with("queueId", 0));
        return answer.code() == 0 ? Long.parseLong(answer.field("offset")) : -1;
    }

    private void recreate() {
        RawFrame deleted = admin.ask(RawFrame.request(DELETE_TOPIC_IN_BROKER).with("topic", topic));
        assertThat(deleted.code()).as(deleted.toString()).isZero();
        admin.createTopic(topic, 1);
        admin.awaitMaxOffset(topic, 0, 0);
    }
}
