/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
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

/**
 * Load of single messages and batches, kill -9 at a random moment, restart, round after round over segments so small
 * that they roll all the time: every acknowledged message is where its sender was told, none is there twice, offsets
 * have no holes. Rounds per flush mode: {@code -Dtandemmq.kill.rounds}, 4 by default.
 */
class KillRoundsIT {
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int QUEUES = 4;
    private static final long NUMBERS_PER_ROUND = 10_000_000;
    /** After so many rounds a new topic is filled: a long run does not read its first messages over and over. */
    private static final int ROUNDS_PER_TOPIC = 25;
    private static final int ROUNDS = Integer.getInteger("tandemmq.kill.rounds", 4);
    private static final long SEED = Long.getLong("tandemmq.kill.seed", 20_260_101L);
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"ASYNC_FLUSH", "SYNC_FLUSH"})
    void shouldLoseNothingAcknowledgedWhenKilled(String flush) throws Exception {
        BrokerSettings settings = BrokerSettings.inNewFolder("kill").with("mappedFileSizeCommitLog", SEGMENT_BYTES)
            .with("maxMessageSize", SEGMENT_BYTES / 4).with("mappedFileSizeConsumeQueue", 20 * 1000)
            .with("flushDiskType", flush);
        SplittableRandom random = new SplittableRandom(SEED);
        try (Broker broker = Brokers.started(settings)) {
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
            String topic = SharedCluster.name("killed");
            Map<String, Long> acknowledged = new HashMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                if (round % ROUNDS_PER_TOPIC == ROUNDS_PER_TOPIC - 1) {
                    topic = SharedCluster.name("killed");
                    acknowledged.clear();
                }
                acknowledged.putAll(loadAndKill(broker, client, topic, round, random.nextInt(50, 1_500)));
                broker.start();
                assertEveryAcknowledgedIsThere(client, topic, acknowledged);
            }
        }
    }

    /** What was acknowledged in this round: number by place. */
    private static Map<String, Long> loadAndKill(Broker broker, StockClient client, String topic, int round,
            int killAfter) throws Exception {
        Map<String, Long> acknowledged = new HashMap<>();
        try (StockProducer single = producer(client); StockProducer batches = producer(client)) {
            CompletableFuture<Line> sending = single.startSend(topic, NUMBERS_PER_ROUND * round,
                (int) NUMBERS_PER_ROUND / 2, "mode=async", "window=32", "size=700", "rate=3000");
            CompletableFuture<Line> sendingBatches = batches.startSend(topic,
                NUMBERS_PER_ROUND * round + NUMBERS_PER_ROUND / 2, (int) NUMBERS_PER_ROUND / 2, "mode=batch",
                "batch=32", "size=700", "rate=6400");
            Awaitility.await(killAfter + " messages in round " + round).atMost(WITHIN)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> single.acknowledged() > killAfter && batches.acknowledged() > 0);
            broker.kill();
            for (StockProducer each : List.of(single, batches)) {
                each.ask("quit-sending");
            }
            CompletableFuture.allOf(sending, sendingBatches).get(60, TimeUnit.SECONDS);
            for (StockProducer each : List.of(single, batches)) {
                each.sent().stream().filter(Sent::acknowledged).forEach(sent -> note(sent, acknowledged));
            }
        }
        return acknowledged;
    }

    private static StockProducer producer(StockClient client) {
        return client.producer(SharedCluster.name("producers"), "retries=0", "timeoutMs=3000", "queues=" + QUEUES);
    }

    private static void note(Sent sent, Map<String, Long> acknowledged) {
        for (int i = 0; i < sent.batch(); i++) {
            acknowledged.put(sent.queue() + ":" + (sent.offset() + i), sent.number() + i);
        }
    }

    private static void assertEveryAcknowledgedIsThere(StockClient client, String topic,
            Map<String, Long> acknowledged) {
        try (StockConsumer reader = client.pull(SharedCluster.name("readers"))) {
            reader.ask("drain", "topic=" + topic);
            Map<String, Long> places = new HashMap<>();
            Map<Integer, Long> next = new HashMap<>();
            for (Got message : reader.got()) {
                assertThat(message.unharmed()).as(message.toString()).isTrue();
                assertThat(places.put(message.queue() + ":" + message.offset(), message.number())).isNull();
                assertThat(message.offset()).as("offset without a hole in queue " + message.queue())
                    .isEqualTo(next.merge(message.queue(), 1L, Long::sum) - 1);
            }
            List<String> wrong = new ArrayList<>();
            acknowledged.forEach((place, number) -> {
                if (!number.equals(places.get(place))) {
                    wrong.add("message " + number + " was acknowledged at " + place + ", there is "
                        + places.get(place));
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(places.values()).as("none twice").doesNotHaveDuplicates();
        }
    }
}
