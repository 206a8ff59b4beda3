/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;

/** 10 GB of log in 2,000 queues, kill -9, start: seconds until clients are served again. */
final class RestartAfterKill implements Experiment {

    private static final long BYTES = 10_000_000_000L;
    private static final int TOPICS = 250;

    @Override
    public String name() {
        return "restart";
    }

    @Override
    public void run(Report report) throws IOException {
        report.row(name(), "after kill -9, s", Goal.atMost(3), measure(true), measure(false));
    }

    private static double measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.fill("Restart", TOPICS, BYTES);
            side.master().kill();
            long begin = System.nanoTime();
            side.master().start();
            return (System.nanoTime() - begin) / 1e9;
        }
    }
}
