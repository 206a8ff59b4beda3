/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadFigures;

/**
 * Producers at 5,000 messages a second, first alone, then while consumers read 2 GiB from the begin. Where this process
 * may, it empties the page cache before, so that the reads come from the disk.
 */
final class ColdReaders implements Experiment {

    private static final long BYTES = 2L << 30;
    private static final long WARMUP_MS = 2_000;
    private static final long COUNT_MS = 5_000;
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    @Override
    public String name() {
        return "cold-readers";
    }

    /** Figures of one broker. */
    private record Figures(LoadFigures alone, LoadFigures beside, double readPerSecond) {
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        String kind = Files.isWritable(DROP_CACHES) ? "cold" : "cached";
        report.row(name(), "producer p99 µs alone", Goal.NONE, ours.alone.p99Micros(), peer.alone.p99Micros());
        report.row(name(), "producer p99 µs beside " + kind + " reads", Goal.NONE, ours.beside.p99Micros(),
            peer.beside.p99Micros());
        report.row(name(), kind + " messages read/s", Goal.NONE, ours.readPerSecond, peer.readPerSecond);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.fill("Cold", 1, BYTES);
            Load rate = Load.rate(4, 1024, 5_000);
            LoadFigures alone = side.run(rate, "Warm", WARMUP_MS, COUNT_MS);
            dropCaches();
            CompletableFuture<LoadFigures> reads = side.beside(Load.pull(8, 32), "Cold", 0, 0);
            LoadFigures beside = side.run(rate, "Warm", 0, COUNT_MS);
            return new Figures(alone, beside, reads.join().perSecond());
        }
    }

    private static void dropCaches() throws IOException {
        if (Files.isWritable(DROP_CACHES)) {
            try {
                new ProcessBuilder("sync").start().waitFor();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            Files.writeString(DROP_CACHES, "1");
        }
    }
}
