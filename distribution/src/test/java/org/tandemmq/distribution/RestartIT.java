/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;

/** Stop and start, and kill -9 and start: what was acknowledged is there, and so are topics and offsets. */
class RestartIT {
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY"})
    void shouldGoOnWhereItStopped(Variant variant) {
        try (Broker broker = Brokers.started(smallSegments("stop"))) {
            StockClient client = SharedCluster.client(variant, broker.nameServers());
            String topic = SharedCluster.name("kept");
            String group = SharedCluster.name("readers");
            try (StockProducer producer = client.producer("producers", "queues=3")) {
                try (StockConsumer before = client.push(group, topic)) {
                    assertThat(producer.send(topic, 0, 1500, "mode=async", "size=1000")).hasSize(1500)
                        .allMatch(Sent::acknowledged);
                    before.awaitEachOnce(0, 1500);
                }
                producer.send(topic, 1500, 300, "size=1000");
                broker.stop();
                assertThat(broker.process().exitCode()).as("exit code after SIGTERM").isIn(0, 143);
                broker.start();
                try (StockConsumer same = client.push(group, topic);
                        StockConsumer fresh = client.push(SharedCluster.name("fresh"), topic)) {
                    fresh.awaitEachOnce(0, 1800);
                    same.awaitEachOnce(1500, 300);
                    sendUntilStored(producer, topic, 1800);
                    fresh.awaitEachOnce(0, 1801);
                }
                assertThat(producer.ask("queues", "topic=" + topic).number("count")).isEqualTo(3);
            }
        }
    }

    /** Clients find the restarted broker within their own polls; until then sends fail. */
    private static void sendUntilStored(StockProducer producer, String topic, long number) {
        Awaitility.await("the producer to find the broker again").atMost(WITHIN)
            .until(() -> producer.send(topic, number, 1).get(0).acknowledged());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ASYNC_FLUSH", "SYNC_FLUSH"})
    void shouldLoseNothingAcknowledgedWhenKilled(String flush) throws Exception {
        try (Broker broker = Brokers.started(smallSegments("kill").with("flushDiskType", flush))) {
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
            String topic = SharedCluster.name("killed");
            try (StockProducer producer = client.producer("producers", "retries=0", "timeoutMs=3000")) {
                for (int round = 0; round < 2; round++) {
                    int enough = 1000 * (round + 1);
                    CompletableFuture<Line> sending = producer.startSend(topic, 1_000_000L * round, 200_000,
                        "mode=async", "window=32", "size=700");
                    Awaitility.await("messages before the kill").atMost(WITHIN)
                        .until(() -> producer.sent().stream().filter(Sent::acknowledged).count() > enough);
                    broker.kill();
                    broker.start();
                    producer.ask("quit-sending");
                    sending.get(60, TimeUnit.SECONDS);
                }
                List<Sent> acknowledged = producer.sent().stream().filter(Sent::acknowledged).toList();
                assertEveryAcknowledgedIsThere(client, topic, acknowledged);
            }
        }
    }

    private static void assertEveryAcknowledgedIsThere(StockClient client, String topic, List<Sent> acknowledged) {
        Map<Long, Sent> wanted = acknowledged.stream().collect(Collectors.toMap(Sent::number, s -> s));
        try (StockConsumer reader = client.pull(SharedCluster.name("readers"))) {
            reader.ask("drain", "topic=" + topic);
            List<Got> got = reader.got();
            Map<String, Long> places = new HashMap<>();
            List<String> wrong = new ArrayList<>();
            for (Got message : got) {
                assertThat(message.unharmed()).as(message.toString()).isTrue();
                assertThat(places.put(message.queue() + ":" + message.offset(), message.number())).isNull();
            }
            wanted.forEach((number, sent) -> {
                if (!number.equals(places.get(sent.queue() + ":" + sent.offset()))) {
                    wrong.add(sent + " but there is " + places.get(sent.queue() + ":" + sent.offset()));
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(got).hasSizeGreaterThanOrEqualTo(acknowledged.size());
        }
    }

    private static BrokerSettings smallSegments(String name) {
        return BrokerSettings.inNewFolder(name).with("mappedFileSizeCommitLog", SEGMENT_BYTES)
            .with("maxMessageSize", SEGMENT_BYTES / 4).with("mappedFileSizeConsumeQueue", 20 * 1000);
    }
}
