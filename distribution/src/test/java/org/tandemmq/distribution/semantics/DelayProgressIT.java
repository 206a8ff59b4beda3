/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Progress of delayed messages over stops under load, and with a file that says something else than the queue. Rounds
 * of stops: {@code -Dtandemmq.delay.rounds}, 2 by default, and a kill at the end.
 */
class DelayProgressIT {
    private static final int ROUNDS = Integer.getInteger("tandemmq.delay.rounds", 2);
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int ENDLESS = 10_000_000;
    private static final int RATE = 1_000;
    private static final int WINDOW = 64;
    private static final int SAVED_EVERY_MS = 500;
    /** The delay of a second, that time, and some more; a half of what it is without the setting. */
    private static final Duration SAVED_WITHIN = Duration.ofSeconds(5);
    private static final Pattern FIRST_LEVEL = Pattern.compile("[{,]\\s*\"?1\"?\\s*:\\s*(\\d+)");

    @Test
    void shouldDeliverEachOnceOverStopsUnderLoad() throws Exception {
        try (Broker broker = new OurBroker(BrokerSettings.inNewFolder("delay-stops")
                .with("flushDelayOffsetInterval", SAVED_EVERY_MS))) {
            broker.start();
            String topic = SharedCluster.name("stops");
            new RawAdmin(broker.address(), broker.nameServers()).createTopic(topic, 1);
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers());
            SplittableRandom random = new SplittableRandom(11);
            Map<Long, Long> acknowledged = new HashMap<>();
            AtomicLong saved = new AtomicLong();
            for (int round = 0; round <= ROUNDS; round++) {
                long before = acknowledged.values().stream().mapToLong(Long::longValue).max().orElse(0);
                Runnable end = round < ROUNDS ? broker::stop : () -> {
                    CalmWait.await("progress on disk", SAVED_WITHIN, () -> saved(broker) > before + WINDOW);
                    saved.set(saved(broker));
                    broker.kill();
                };
                sendWhileItStops(client, broker, end, topic, round, 1_200 + random.nextInt(800), acknowledged);
            }
            long killed = (long) ENDLESS * ROUNDS;
            Map<Long, Integer> delivered = new HashMap<>();
            Awaitility.await("all " + acknowledged.size()).atMost(WITHIN).until(() -> {
                delivered.clear();
                drain(client, topic).forEach(got -> delivered.merge(got.number(), 1, Integer::sum));
                return delivered.keySet().containsAll(acknowledged.keySet());
            });
            assertThat(delivered).as("deliveries of each").allSatisfy((number, times) ->
                assertThat(times).as("message " + number).isBetween(1, number < killed ? 1 : 2));
            assertThat(acknowledged.keySet()).as("the last round").anyMatch(number -> number >= killed);
            acknowledged.forEach((number, offset) -> assertThat(delivered.get(number))
                .as("message %d, at %d of the delayed ones; saved before the kill: %s", number, offset, saved)
                .isLessThanOrEqualTo(offset < saved.get() ? 1 : 2));
        }
    }

    /** How far the first level is as its file says, 0 without one. */
    private static long saved(Broker broker) {
        Path file = broker.storeFolder().resolve("config/delayOffset.json");
        try {
            Matcher offset = FIRST_LEVEL.matcher(Files.exists(file) ? Files.readString(file) : "");
            return offset.find() ? Long.parseLong(offset.group(1)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Got> drain(StockClient client, String topic) {
        try (StockConsumer reader = client.pull(SharedCluster.name("readers"))) {
            reader.ask("drain", "topic=" + topic);
            return reader.got();
        }
    }

    private static void sendWhileItStops(StockClient client, Broker broker, Runnable end, String topic, int round,
            long afterMs, Map<Long, Long> acknowledged) throws Exception {
        try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0", "timeoutMs=2000")) {
            CompletableFuture<Line> sending = producer.startSend(topic, (long) ENDLESS * round, ENDLESS, "mode=async",
                "window=" + WINDOW, "rate=" + RATE, "delayLevel=1");
            Awaitility.await("the moment").pollDelay(Duration.ofMillis(afterMs)).until(() -> true);
            end.run();
            producer.ask("quit-sending");
            sending.get(60, TimeUnit.SECONDS);
            producer.sent().stream().filter(Sent::acknowledged)
                .forEach(sent -> acknowledged.put(sent.number(), sent.offset()));
            broker.start();
        }
    }

    @Test
    void shouldDeliverWhateverTheFileSays() throws IOException {
        try (Broker broker = new OurBroker(BrokerSettings.inNewFolder("delay-file").with("flushDelayOffsetInterval",
                1_000))) {
            broker.start();
            String topic = SharedCluster.name("file");
            RawAdmin admin = new RawAdmin(broker.address(), broker.nameServers());
            admin.createTopic(topic, 1);
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers());
            try (StockProducer producer = client.producer(SharedCluster.name("producers"))) {
                assertThat(producer.send(topic, 0, 1, "delayLevel=1")).allMatch(Sent::acknowledged);
                await("the first", () -> admin.maxOffset(topic, 0) == 1);
                for (String offset : List.of("10000", "-5", "\"text\"", "9223372036854775807", "null", "2.5")) {
                    long before = admin.maxOffset(topic, 0);
                    Path file = broker.storeFolder().resolve("config/delayOffset.json");
                    broker.stop();
                    Files.writeString(file, "{\"dataVersion\":{\"counter\":1,\"timestamp\":1},\"offsetTable\":{1:"
                        + offset + "}}");
                    broker.start();
                    assertThat(producer.send(topic, 9, 1, "delayLevel=1")).allMatch(Sent::acknowledged);
                    await("a delivery with " + offset, () -> admin.maxOffset(topic, 0) > before);
                    await("the right offset on disk", () -> !Files.readString(file).contains(offset));
                }
            }
        }
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50)).until(condition);
    }
}
