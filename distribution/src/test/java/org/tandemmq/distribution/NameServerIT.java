/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

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
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.PeerNameServer;

/** A broker that registers with the peer's name server, before and after a kill of that, and leaves it when stopped. */
class NameServerIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @Test
    void shouldServeClientsThroughThePeersNameServer() {
        BrokerSettings settings = BrokerSettings.inNewFolder("names");
        try (PeerNameServer names = new PeerNameServer(BuildOutput.workFolder("names-peer"))) {
            names.start();
            try (Broker broker = Brokers.started(settings, names.address())) {
                RawAdmin admin = new RawAdmin(broker.address(), names.address());
                for (Variant variant : new Variant[] {Variant.PREVIOUS_JSON, Variant.CURRENT_BINARY}) {
                    roundTrip(SharedCluster.client(variant, names.address()));
                }
                assertThat(SharedCluster.client(Variant.CURRENT_BINARY, names.address()).tool().run("clusterList"))
                    .contains(broker.name(), broker.address());
                admin.createTopic("before-restart", 2);
                names.process().kill();
                names.start();
                Awaitility.await("registration with the restarted name server").atMost(WITHIN)
                    .until(() -> admin.route("before-restart").code() == 0);
                broker.stop();
                Awaitility.await("the stopped broker to be taken from the routes").atMost(WITHIN)
                    .until(() -> admin.route("before-restart").code() == 17);
            }
        }
    }

    private static void roundTrip(StockClient client) {
        String topic = SharedCluster.name("named");
        try (StockProducer producer = client.producer(SharedCluster.name("producers"));
                StockConsumer consumer = client.push(SharedCluster.name("readers"), topic)) {
            assertThat(producer.send(topic, 0, 50, "mode=async")).hasSize(50).allMatch(Sent::acknowledged);
            consumer.awaitEachOnce(0, 50);
        }
    }
}
