/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
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

/** Transactions on a SYNC_MASTER whose slave is away: rolled back by the client, unless the broker may go without. */
class HalfWithoutSlaveIT {
    private static final int RUNTIME_INFO = 28;

    @Test
    void shouldRollBackOrGoWithoutTheSlaveAsItIsTold() {
        BrokerSettings settings = BrokerSettings.inNewFolder("half-alone").with("brokerRole", "SYNC_MASTER");
        try (Broker broker = new OurBroker(settings)) {
            broker.start();
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
            String topic = SharedCluster.name("alone");
            try (StockProducer producer = client.transactional(SharedCluster.name("payers"))) {
                assertThat(producer.send(topic, 0, 5, "first=commit")).extracting(Sent::status)
                    .containsOnly("SLAVE_NOT_AVAILABLE");
                assertThat(info(broker)).contains("\"haPromise\":\"degraded: 0 of 1 slaves");
                broker.stop();
                settings.with("transactionWithoutSlave", true);
                broker.start();
                assertThat(producer.send(topic, 10, 5, "first=commit")).allMatch(Sent::acknowledged);
                try (StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
                    consumer.awaitEachOnce(10, 5);
                    Awaitility.await("those that were rolled back").during(Duration.ofSeconds(1))
                        .atMost(Duration.ofSeconds(31)).until(() -> consumer.got().size() == 5);
                }
                assertThat(info(broker)).contains("\"halfMessagesWithoutSlave\":\"5\"").contains("degraded");
            }
        }
    }

    private static String info(Broker broker) {
        RawFrame answer = new RawAdmin(broker.address(), broker.nameServers()).ask(RawFrame.request(RUNTIME_INFO));
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer.bodyText();
    }
}
