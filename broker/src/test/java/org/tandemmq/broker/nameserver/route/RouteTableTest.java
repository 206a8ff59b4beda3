/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.protocol.body.QueueData;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** The memory of routes is counted with every change of them. */
class RouteTableTest {

    private final RouteTable routes = new RouteTable();

    private static Map<String, QueueData> told(String broker, String topic, int queues) {
        return Map.of(topic, QueueData.of(broker, TopicConfig.of(topic, queues, 6)));
    }

    @Test
    void shouldCountTopicsAndTheirBrokers() {
        long first = routes.growth(told("a", "T", 4));
        routes.apply(told("a", "T", 4), false, false);
        assertThat(routes.bytes()).isEqualTo(first).isPositive();
        assertThat(routes.growth(told("a", "T", 8))).as("the same broker").isZero();
        long second = routes.growth(told("b", "T", 4));
        assertThat(second).isPositive().isLessThan(first);
        routes.apply(told("a", "T", 8), false, false);
        routes.apply(told("b", "T", 4), false, false);
        assertThat(routes.bytes()).isEqualTo(first + second);
        routes.removeBrokers(Set.of("a"));
        assertThat(routes.bytes()).isEqualTo(first);
        routes.removeTopic("T", broker -> true);
        assertThat(routes.bytes()).isZero();
    }
}
