/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.HaConfig;

/**
 * Figures, no test: synchronous puts of a master with one slave in the same process, over loopback. Arguments: threads,
 * puts in flight of each, puts in all, body bytes.
 */
public final class SyncPairFigures {

    private SyncPairFigures() {
    }

    /**
     * Runs four rounds.
     *
     * @param args threads, in flight, puts, body bytes
     * @throws Exception when files fail
     */
    public static void main(String[] args) throws Exception {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int inFlight = args.length > 1 ? Integer.parseInt(args[1]) : 32;
        int puts = args.length > 2 ? Integer.parseInt(args[2]) : 200_000;
        int bodyBytes = args.length > 3 ? Integer.parseInt(args[3]) : 1_024;
        Path root = Files.createTempDirectory("sync-pair-figures");
        HaConfig.Resolution stop = new HaConfig.Resolution(false, false, false);
        try (PairMember master = new PairMember(root.resolve("master"), BrokerRole.SYNC_MASTER, stop, 3_000, 1 << 28);
            PairMember slave = new PairMember(root.resolve("slave"), BrokerRole.SLAVE, stop, 3_000, 1 << 28)) {
            slave.follow(master);
            while (master.status().slavesInReach() == 0) {
                Thread.onSpinWait();
            }
            for (int round = 0; round < 4; round++) {
                round(master, threads, inFlight, puts / threads, bodyBytes);
            }
        }
        delete(root);
    }

    private static void round(PairMember master, int threads, int inFlight, int puts, int bodyBytes)
        throws InterruptedException {
        AtomicLongArray latencies = new AtomicLongArray(threads * puts);
        long[] failed = new long[1];
        Thread[] running = new Thread[threads];
        long begin = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            int base = t * puts;
            running[t] = new Thread(() -> {
                Semaphore room = new Semaphore(inFlight);
                for (int i = 0; i < puts; i++) {
                    room.acquireUninterruptibly();
                    int index = base + i;
                    long sent = System.nanoTime();
                    master.put("k", bodyBytes, AckPolicy.AS_CONFIGURED).thenAccept(result -> {
                        latencies.set(index, System.nanoTime() - sent);
                        if (result.status() != PutStatus.PUT_OK) {
                            failed[0]++;
                        }
                        room.release();
                    });
                }
                room.acquireUninterruptibly(inFlight);
            });
            running[t].start();
        }
        for (Thread thread : running) {
            thread.join();
        }
        long nanos = System.nanoTime() - begin;
        long[] sorted = new long[latencies.length()];
        Arrays.setAll(sorted, latencies::get);
        Arrays.sort(sorted);
        System.out.printf("%d puts/s, p50 %d us, p99 %d us, longest %d us, %d not ok%n",
            (long) (sorted.length * 1e9 / nanos), sorted[sorted.length / 2] / 1000,
            sorted[sorted.length * 99 / 100] / 1000, sorted[sorted.length - 1] / 1000, failed[0]);
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
