/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.HeapFigures;
import org.tandemmq.distribution.process.OurBroker;

/** A broker with the heap of the scripts, its embedded name service, and a bystander that must not notice an attack. */
final class AttackedBroker implements AutoCloseable {
    private static final int THREADS_MAX = 6;
    private static final long STALL_MS = 500;
    private static final long ANSWERS_WITHIN_MS = 60_000;
    private static final int ROUNDS_AT_FIRST = 50;
    private static final int SENDS = 301;
    private static final long SLOWEST_MS = 14_000;
    private static final long HEAP_MIB_MAX = 160;
    private static final int SOCKETS_MORE_MAX = 4;
    private static final long LOG_BYTES_MAX = 1 << 20;
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

    private final Broker broker;
    private final RawAdmin admin;
    private final Bystander bystander;
    private final long sockets;
    private long begunNanos = System.nanoTime();

    /** Starts all. */
    AttackedBroker() {
        // with the second compiler: it works for a while, and as the scripts start it
        broker = new OurBroker(BrokerSettings.inNewFolder("greedy")).withJavaOptions("");
        broker.start();
        admin = new RawAdmin(broker.address(), broker.nameServers());
        String topic = SharedCluster.name("bystander");
        admin.createTopic(topic, 4);
        bystander = new Bystander(broker, topic);
        awaitRounds(ROUNDS_AT_FIRST);
        sockets = broker.process().sockets();
    }

    Broker broker() {
        return broker;
    }

    RawAdmin admin() {
        return admin;
    }

    /** Median of the time that a send takes which is alone on its connection. */
    long medianSendMicros() {
        long[] nanos = new long[SENDS];
        try (RawClient client = new RawClient(broker.address())) {
            for (int i = 0; i < SENDS; i++) {
                long began = System.nanoTime();
                client.call(RawAdmin.sendRequest("figures", 0).withBody(new byte[1_024]));
                nanos[i] = System.nanoTime() - began;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Arrays.sort(nanos);
        return nanos[SENDS / 2] / 1_000;
    }

    /** Waits until the bystander went through so many more rounds, or failed. */
    void awaitRounds(int more) {
        long rounds = bystander.rounds();
        Awaitility.await("the bystander goes on").atMost(BACK_WITHIN).until(() -> bystander.rounds() > rounds + more
            || bystander.failure() != null || !broker.process().alive());
    }

    /**
     * Sends requests over several connections at once and waits for the answers, or never reads them.
     *
     * @param address where to
     * @param connections number of connections
     * @param each requests of each
     * @param reads whether answers are read
     * @param frames request by number, counted over all connections
     * @param outcome counts the answers
     */
    static void attack(String address, int connections, int each, boolean reads, IntFunction<byte[]> frames,
            Outcome outcome) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(connections, THREADS_MAX));
        try (Crowd crowd = new Crowd(outcome)) {
            List<Future<?>> all = new ArrayList<>();
            for (int c = 0; c < connections; c++) {
                HostileConnection connection = crowd.connect(address);
                int base = c * each;
                all.add(threads.submit(() -> {
                    connection.pour(i -> frames.apply(base + i), each, reads, reads ? ANSWERS_WITHIN_MS : STALL_MS);
                    if (reads) {
                        connection.awaitAnswers(ANSWERS_WITHIN_MS);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("attack: " + outcome, e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Checks what has to be true after each attack. */
    void check(String attack) {
        awaitRounds(2);
        long slowestMs = bystander.takeSlowestMs();
        assertThat(broker.process().alive()).as(attack + ": process alive").isTrue();
        Awaitility.await(attack + ": sockets as before").atMost(BACK_WITHIN)
            .until(() -> broker.process().sockets() <= sockets + SOCKETS_MORE_MAX);
        AtomicLong heapMib = new AtomicLong();
        // a table that is being written just then is there twice
        Awaitility.await(attack + ": heap as before").atMost(BACK_WITHIN).pollInterval(Duration.ofSeconds(1))
            .pollDelay(Duration.ZERO).until(() -> {
                heapMib.set(HeapFigures.usedMibAfterCollection(broker.process()));
                return heapMib.get() < HEAP_MIB_MAX;
            });
        long now = System.nanoTime();
        System.out.printf("%s | %d ms, slowest answer of the bystander %d ms (%s), heap %d MiB, anonymous %d MiB%n",
            attack, (now - begunNanos) / 1_000_000, slowestMs, bystander.slowest(), heapMib.get(),
            broker.process().anonymousKib() >> 10);
        begunNanos = now;
        assertThat(bystander.failure()).as(attack).isNull();
        assertThat(loggedBytes()).as(attack + ": bytes of the log since the start").isLessThan(LOG_BYTES_MAX);
        assertThat(slowestMs).as(attack + ": slowest answer, " + bystander.slowest()).isLessThan(SLOWEST_MS);
    }

    private long loggedBytes() {
        try {
            return Files.size(broker.settings().folder().resolve("broker.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            bystander.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            broker.close();
        }
    }
}
