/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;

/** Requests that wait for the reply of whoever reads them, by the stock clients' own means. */
class RequestReplyIT {

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "PREVIOUS_BINARY"})
    void shouldBringTheReplyToWhoAsked(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("questions");
        SharedCluster.admin().createTopic(topic, 4);
        try (StockProducer asking = client.producer(SharedCluster.name("askers"));
                StockConsumer answering = client.responder(SharedCluster.name("responders"), topic)) {
            for (int number = 0; number < 3; number++) {
                Line reply = asking.ask("request", "topic=" + topic, "from=" + number, "waitMs=20000");
                assertThat(reply.text("unharmed")).isEqualTo("true");
            }
            answering.awaitEachOnce(0, 3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_JSON"})
    void shouldLetARequestEndThatNobodyAnswers(Variant variant) {
        StockClient client = SharedCluster.client(variant);
        String topic = SharedCluster.name("questions");
        SharedCluster.admin().createTopic(topic, 4);
        try (StockProducer asking = client.producer(SharedCluster.name("askers"))) {
            assertThatThrownBy(() -> asking.ask("request", "topic=" + topic, "from=0", "waitMs=1500"))
                .hasStackTraceContaining("timeout");
        }
    }
}
