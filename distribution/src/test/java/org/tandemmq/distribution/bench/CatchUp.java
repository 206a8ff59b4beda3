/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BuildOutput;

/** A new slave of a master with 4 GiB, beside a bare copy of the same files over loopback. */
final class CatchUp implements Experiment {

    private static final long BYTES = 4L << 30;
    private static final double MEGA = 1e6;

    @Override
    public String name() {
        return "catch-up";
    }

    /** Figures of one broker. */
    private record Figures(double perSecond, double copyPerSecond, double share) {
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "MB/s from the slave's first byte to its last", Goal.NONE, ours.perSecond, peer.perSecond);
        report.row(name(), "bare copy of the files over loopback MB/s", Goal.NONE, ours.copyPerSecond,
            peer.copyPerSecond);
        report.row(name(), "share of the bare copy's rate, %", Goal.atLeast(60),
            100 * ours.perSecond / ours.copyPerSecond, 100 * peer.perSecond / peer.copyPerSecond);
        report.row(name(), "part of the log that the slave has, %", Goal.atLeast(100), 100 * ours.share,
            100 * peer.share);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.fill("CatchUp", 1, BYTES);
            Broker slave = side.addSlave();
            slave.start();
            BenchSide.await(() -> BenchSide.number(slave, "commitLogMaxOffset") > 0);
            long firstSeen = BenchSide.number(slave, "commitLogMaxOffset");
            long begin = System.nanoTime();
            long end = BenchSide.number(side.master(), "commitLogMaxOffset");
            BenchSide.await(() -> BenchSide.number(slave, "commitLogMaxOffset") >= end);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long min = BenchSide.number(slave, "commitLogMinOffset");
            double perSecond = (end - firstSeen) / MEGA / seconds;
            double copy = plainCopy(side.master().storeFolder().resolve("commitlog"), end);
            return new Figures(perSecond, copy, (double) (end - min) / end);
        }
    }

    private static double plainCopy(Path log, long bytes) throws IOException {
        Path to = BuildOutput.workFolder("plain-copy");
        try (Stream<Path> all = Files.list(log)) {
            List<Path> files = all.filter(file -> file.getFileName().toString().matches("\\d{20}")).sorted().toList();
            return bytes / MEGA / new LoopbackCopy(files).secondsTo(to, bytes);
        } finally {
            BuildOutput.deleteTree(to);
        }
    }
}
