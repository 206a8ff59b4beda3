/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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

/** Namespaces of clients: a prefix of the names of topics and groups, also of their retries and dead letters. */
class NamespaceIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int GET_ALL_TOPIC_CONFIG = 21;

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY"})
    void shouldKeepApplicationsOfEqualNamesApart(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("shared-name");
        String group = SharedCluster.name("readers");
        String space = SharedCluster.name("space");
        String inSpace = "namespace=" + space;
        try (StockProducer inside = client.producer(SharedCluster.name("producers"), inSpace);
                StockProducer outside = client.producer(SharedCluster.name("producers"));
                StockConsumer reader = client.push(group, topic, inSpace, "failTimes=1", "maxReconsumeTimes=3");
                StockConsumer refuser = client.push(group + "-no", topic, inSpace, "failTimes=9",
                    "maxReconsumeTimes=1");
                StockConsumer other = client.push(group, topic)) {
            assertThat(inside.send(topic, 0, 5)).allMatch(Sent::acknowledged);
            assertThat(outside.send(topic, 100, 5)).allMatch(Sent::acknowledged);
            List<Got> got = reader.awaitCount(10);
            assertThat(got).allMatch(each -> each.number() < 5 && each.unharmed());
            assertThat(got).filteredOn(each -> each.times() == 1).extracting(Got::number)
                .containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
            other.awaitEachOnce(100, 5);
            Awaitility.await("dead letters of the namespace").atMost(WITHIN).untilAsserted(() -> assertThat(
                SharedCluster.admin().maxOffset("%DLQ%" + space + "%" + group + "-no", 0)).isEqualTo(5));
            assertThat(refuser.got()).hasSize(10);
            assertThat(new String(SharedCluster.admin().ask(RawFrame.request(GET_ALL_TOPIC_CONFIG)).body(),
                StandardCharsets.UTF_8)).contains("\"" + space + "%" + topic + "\"", "\"%RETRY%" + space + "%" + group
                + "\"", "\"" + topic + "\"");
        }
    }
}
