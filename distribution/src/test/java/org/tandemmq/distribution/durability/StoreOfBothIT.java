/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurNameServer;
import org.tandemmq.distribution.process.Product;

/** One store directory goes from our broker to the peer's and back, after a clean stop and after kill -9. */
class StoreOfBothIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final int PER_STAY = 1_500;
    private static final int QUEUES = 4;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldOpenWhatTheOtherWrote(boolean killed) {
        BrokerSettings settings = BrokerSettings.inNewFolder("both").with("mappedFileSizeCommitLog", 1 << 20)
            .with("maxMessageSize", 1 << 18).with("mappedFileSizeConsumeQueue", 20 * 1000);
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("both-names")).start()) {
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, names.address());
            String topic = SharedCluster.name("moving");
            Product[] owners = {Product.OURS, Product.PEER, Product.OURS};
            for (int stay = 0; stay < owners.length; stay++) {
                try (Broker broker = owners[stay].broker(settings, names.address())) {
                    broker.start();
                    stay(client, new RawAdmin(broker.address(), names.address()), topic, stay, killed);
                    if (killed) {
                        broker.kill();
                    } else {
                        broker.stop();
                    }
                }
            }
        }
    }

    private static void stay(StockClient client, RawAdmin admin, String topic, int stay, boolean killed) {
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0",
                "queues=" + QUEUES)) {
            if (stay > 0) {
                assertRead(client, topic, (long) stay * PER_STAY);
                if (!killed) {
                    // offsets are saved every five seconds: a kill may lose the last ones
                    assertGroupGoesOn(client, topic);
                }
            }
            assertThat(producer.send(topic, (long) stay * PER_STAY, PER_STAY, "mode=async", "size=1000"))
                .hasSize(PER_STAY).allMatch(Sent::acknowledged);
            admin.awaitDispatched();
            assertRead(client, topic, (long) (stay + 1) * PER_STAY);
            readAsGroup(client, topic);
            if (!killed) {
                admin.awaitCommitted("moving-group", topic, QUEUES);
            }
        }
    }

    private static void assertRead(StockClient client, String topic, long count) {
        try (StockConsumer reader = client.pull(SharedCluster.name("readers"))) {
            reader.ask("drain", "topic=" + topic);
            StockConsumer.assertEachOnce(reader.got(), 0, (int) count);
            StockConsumer.assertOffsetOrder(reader.got());
        }
    }

    /** The group's offsets came along: nothing that it had read before the move comes again. */
    private static void assertGroupGoesOn(StockClient client, String topic) {
        try (StockConsumer group = client.push("moving-group", topic, "persistOffsetMs=200")) {
            Awaitility.await("time to be handed old messages").pollDelay(Duration.ofSeconds(2)).atMost(WITHIN)
                .until(() -> true);
            assertThat(group.got()).isEmpty();
        }
    }

    private static void readAsGroup(StockClient client, String topic) {
        try (StockConsumer group = client.push("moving-group", topic, "persistOffsetMs=200", "finishMs=5000")) {
            Awaitility.await("the group to read what is new").atMost(WITHIN).until(() -> group.got().stream()
                .map(g -> g.number()).distinct().count() >= PER_STAY);
        }
    }
}
