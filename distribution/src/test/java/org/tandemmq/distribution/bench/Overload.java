/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.bench.load.ProcessCost;

/**
 * Many more requests than a broker can serve, all the time, beside a client that sends little: what the many are
 * answered, what the one notices, how much memory is taken at most, and whether the rate is back afterwards.
 */
final class Overload implements Experiment {

    private static final Load USUAL = Load.send(4, 32, 1024, 1);
    private static final Load MANY = Load.send(64, 128, 4096, 1);
    private static final Load MODEST = Load.rate(1, 1024, 200);
    private static final long WARMUP_MS = 8_000;
    private static final long COUNT_MS = 4_000;
    private static final long PRESSURE_MS = 12_000;
    private static final long LOOK_NANOS = 50_000_000L;
    private static final long HEAD_START_MS = 2_000;
    private static final String TOPIC = "Overload";

    @Override
    public String name() {
        return "overload";
    }

    /** Figures of one broker. */
    private record Figures(LoadFigures before, LoadFigures many, LoadFigures modest, long mostMib, LoadFigures after) {

        double answeredOf(LoadFigures load) {
            long all = load.codes().values().stream().mapToLong(Long::longValue).sum();
            return 100.0 * load.codes().getOrDefault(0, 0L) / Math.max(1, all);
        }
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "messages/s before", Goal.NONE, ours.before.perSecond(), peer.before.perSecond());
        report.row(name(), "messages/s of 64 connections × 128 × 4 KiB", Goal.NONE, ours.many.perSecond(),
            peer.many.perSecond());
        report.row(name(), "SEND_OK among their answers, %", Goal.NONE, ours.answeredOf(ours.many),
            peer.answeredOf(peer.many));
        report.row(name(), "beside them: SEND_OK of 200 sends/s, %", Goal.atLeast(100), ours.answeredOf(ours.modest),
            peer.answeredOf(peer.modest));
        report.row(name(), "beside them: p99 µs of 200 sends/s", Goal.NONE, ours.modest.p99Micros(),
            peer.modest.p99Micros());
        report.row(name(), "most anonymous MiB", Goal.atMost(256), ours.mostMib, peer.mostMib);
        report.row(name(), "messages/s after it, % of before", Goal.atLeast(90),
            100 * ours.after.perSecond() / ours.before.perSecond(),
            100 * peer.after.perSecond() / peer.before.perSecond());
    }

    private Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            LoadFigures before = side.run(USUAL, TOPIC, WARMUP_MS, COUNT_MS);
            CompletableFuture<LoadFigures> many = side.beside(MANY, TOPIC, 0, PRESSURE_MS);
            CompletableFuture<LoadFigures> modest = side.beside(MODEST, TOPIC, HEAD_START_MS,
                PRESSURE_MS - 2 * HEAD_START_MS);
            long most = mostMib(side.pids()[0], many);
            LoadFigures after = side.run(USUAL, TOPIC, HEAD_START_MS, COUNT_MS);
            Figures figures = new Figures(before, many.join(), modest.join(), most, after);
            Report.say("%s %s: %s", name(), side.name(), figures);
            return figures;
        }
    }

    private static long mostMib(long pid, CompletableFuture<?> until) throws IOException {
        long most = 0;
        while (!until.isDone()) {
            most = Math.max(most, ProcessCost.anonymousMib(pid));
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return most;
    }
}
