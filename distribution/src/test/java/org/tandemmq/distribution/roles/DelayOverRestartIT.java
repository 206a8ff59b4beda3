/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Delayed messages with a kill -9 and a stop in the middle of their delays: none lost, none early, none twice. */
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
}
