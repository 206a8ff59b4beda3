/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;

/** 50,000 queues with some messages each: what the process holds for them, and seconds to a restart after kill -9. */
final class ManyQueues implements Experiment {

    private static final long BYTES = 1_500_000_000L;
    private static final int TOPICS = 6_250;

    /** Figures of one broker. */
    private record Figures(double handles, double mappings, double addressSpaceMib, double anonymousMib,
                           double restart) {
    }

    @Override
    public String name() {
        return "queues-50k";
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "open files", Goal.atMost(1_500), ours.handles, peer.handles);
        report.row(name(), "mappings", Goal.atMost(2_000), ours.mappings, peer.mappings);
        report.row(name(), "address space, MiB", Goal.NONE, ours.addressSpaceMib, peer.addressSpaceMib);
        report.row(name(), "anonymous MiB", Goal.atMost(256), ours.anonymousMib, peer.anonymousMib);
        report.row(name(), "restart after kill -9, s", Goal.NONE, ours.restart, peer.restart);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.fill("Queue", TOPICS, BYTES);
            double handles = side.master().process().handles();
            double mappings = side.master().process().mappings();
            double addressSpaceMib = side.master().process().addressSpaceKib() / 1024.0;
            double anonymousMib = side.master().process().anonymousKib() / 1024.0;
            side.master().kill();
            long begin = System.nanoTime();
            side.master().start();
            return new Figures(handles, mappings, addressSpaceMib, anonymousMib, (System.nanoTime() - begin) / 1e9);
        }
    }
}
