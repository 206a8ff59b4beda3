/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/**
 * Clients of both lines send and read while brokers are killed, change places, and members come and go. In the end
 * every message that was acknowledged was delivered, was refused once and came back, and every doomed one is among the
 * dead letters; nothing came that nobody sent. Length: {@code -Dtandemmq.soak.seconds}, 15 by default; 1800 for half
 * an hour.
 */
class SoakIT {
    private static final long SECONDS = Long.getLong("tandemmq.soak.seconds", 15);
    private static final Duration DRAIN = Duration.ofSeconds(180);
    private static final int RANGE = 100_000_000;
    private static final int MESSAGES = 400;
    private static final int CHUNK = 20;
    private static final String TOPIC = "soaked";
    private static final String DOOMED = "soaked-doomed";

    private final List<StockProducer> producers = new ArrayList<>();
    private final List<StockConsumer> readers = new ArrayList<>();
    private final Deque<StockConsumer> guests = new ArrayDeque<>();

    @Test
    void shouldComeOutEvenWhateverHappens() throws Exception {
        try (SwappedPair pair = new SwappedPair()) {
            StockClient older = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
            StockClient newer = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers());
            StockProducer doomed = older.producer("soak-doomers");
            StockConsumer undertaker = newer.push("soak-undertakers", DOOMED, "failTimes=99", "maxReconsumeTimes=1");
            for (StockClient client : List.of(older, newer)) {
                readers.add(reader(client));
                producers.add(client.producer("soak-producers", "retries=3", "timeoutMs=4000"));
            }
            disturb(pair, doomed, newer);
            assertEven(producers.stream().flatMap(each -> each.sent().stream()).toList(),
                () -> readers.stream().flatMap(each -> each.got().stream()), got -> got.times() > 0);
            assertThat(readers.stream().flatMap(each -> each.got().stream()))
                .as("counted once whoever the master was").allMatch(got -> got.times() <= 1);
            StockConsumer coroner = older.push("soak-coroners", "%DLQ%soak-undertakers");
            assertEven(doomed.sent(), () -> coroner.got().stream(), got -> true);
            Stream.of(undertaker, coroner).forEach(StockConsumer::close);
            doomed.close();
        }
    }

    /** One that ends what it has begun when it leaves: without that the stock client gives up a message it refuses. */
    private static StockConsumer reader(StockClient client) {
        return client.push("soak-readers", TOPIC, "failTimes=1", "finishMs=10000");
    }

    private void disturb(SwappedPair pair, StockProducer doomed, StockClient joining) throws Exception {
        List<Runnable> events = List.of(pair::killSlave, pair::swap, () -> join(joining), pair::killMaster,
            pair::swap, this::leave);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (int event = 0; event < 2 || System.nanoTime() < end; event++) {
            pair.awaitInStep();
            long before = acknowledged();
            List<CompletableFuture<Line>> sends = new ArrayList<>();
            for (int i = 0; i < producers.size(); i++) {
                long from = (long) RANGE * i + (long) MESSAGES * event;
                sends.add(producers.get(i).startSend(TOPIC, from, MESSAGES, "size=300"));
            }
            doomed.send(DOOMED, (long) CHUNK * event, CHUNK);
            Awaitility.await("messages before event " + event).atMost(Duration.ofSeconds(90))
                .until(() -> acknowledged() > before + CHUNK);
            readers.forEach(StockConsumer::count);
            events.get(event % events.size()).run();
            for (CompletableFuture<Line> each : sends) {
                each.get(300, TimeUnit.SECONDS);
            }
        }
    }

    private void join(StockClient client) {
        guests.add(reader(client));
        readers.add(guests.getLast());
    }

    /** One that joined goes in the middle of its work; what it was handed counts on. */
    private void leave() {
        if (!guests.isEmpty()) {
            guests.remove().close();
        }
    }

    private long acknowledged() {
        return producers.stream().mapToLong(StockProducer::acknowledged).sum();
    }

    /** Deliveries of some kind against what was sent: all that was acknowledged, and nothing that was not tried. */
    private static void assertEven(List<Sent> sent, Supplier<Stream<Got>> got, Predicate<Got> kind) {
        Set<Long> due = new TreeSet<>(sent.stream().filter(Sent::acknowledged).map(Sent::number).toList());
        Set<Long> tried = new TreeSet<>(sent.stream().map(Sent::number).toList());
        assertThat(due).isNotEmpty();
        Awaitility.await("all of " + due.size()).atMost(DRAIN).pollInterval(Duration.ofMillis(500)).untilAsserted(() ->
            assertThat(missing(due, got.get().filter(kind))).as("acknowledged and not delivered").isEmpty());
        assertThat(got.get()).as("unharmed and sent by somebody")
            .allMatch(each -> each.unharmed() && tried.contains(each.number()));
    }

    /** With half an hour of messages an assertion that looks for each of them in a list would take hours. */
    private static Set<Long> missing(Set<Long> due, Stream<Got> delivered) {
        Set<Long> missing = new TreeSet<>(due);
        missing.removeAll(delivered.map(Got::number).collect(Collectors.toCollection(TreeSet::new)));
        return missing;
    }
}
