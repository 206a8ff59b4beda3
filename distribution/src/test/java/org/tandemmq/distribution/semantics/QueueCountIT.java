/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawFrame;

/** A topic gets more queues and fewer ones while it is written and read; nothing is lost and all becomes visible. */
class QueueCountIT {
    private static final int UPDATE_AND_CREATE_TOPIC = 17;

    private static void queues(String topic, int read, int write) {
        RawFrame answer = SharedCluster.admin().ask(RawFrame.request(UPDATE_AND_CREATE_TOPIC).with("topic", topic)
            .with("defaultTopic", "TBW102").with("readQueueNums", read).with("writeQueueNums", write).with("perm", 6)
            .with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldLoseNothingWhileQueuesComeAndGo(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("growing");
        SharedCluster.admin().createTopic(topic, 2);
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "pollNameServerMs=500");
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "pollNameServerMs=500",
                    "from=last")) {
            producer.send(topic, 0, 20);
            queues(topic, 8, 8);
            Awaitility.await("8 queues to send to").atMost(Duration.ofSeconds(60))
                .until(() -> producer.ask("queues", "topic=" + topic).number("count") == 8);
            producer.send(topic, 20, 40, "spread=8");
            queues(topic, 8, 3);
            Awaitility.await("3 queues to send to").atMost(Duration.ofSeconds(60))
                .until(() -> producer.ask("queues", "topic=" + topic).number("count") == 3);
            List<Sent> narrow = producer.send(topic, 60, 20, "spread=3");
            assertThat(narrow).allMatch(each -> each.acknowledged() && each.queue() < 3);
            List<Long> all = LongStream.range(0, 80).boxed().toList();
            Awaitility.await("all 80").atMost(Duration.ofSeconds(60)).until(() ->
                consumer.got().stream().map(Got::number).distinct().count() == all.size());
            assertThat(consumer.got().stream().map(Got::number).distinct().sorted().toList()).isEqualTo(all);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CURRENT_JSON")
    void shouldShowOldMessagesOfQueuesThatCameBack(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("shrunk");
        SharedCluster.admin().createTopic(topic, 4);
        try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
            producer.send(topic, 0, 8, "spread=4");
            SharedCluster.admin().awaitMaxOffset(topic, 3, 2);
            queues(topic, 2, 2);
            assertThat(SharedCluster.admin().maxOffset(topic, 3)).isEqualTo(2);
            queues(topic, 4, 4);
            try (StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
                consumer.awaitEachOnce(0, 8);
            }
        }
    }
}
