/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.Arrays;
import org.tandemmq.distribution.bench.load.ProcessCost;

/** From nothing to served clients, the name service included; and the memory of a broker at rest. */
final class StartTime implements Experiment {

    private static final double NANOS_PER_SECOND = 1e9;

    private final int rounds;

    StartTime(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public String name() {
        return "start";
    }

    @Override
    public void run(Report report) throws IOException {
        try (BenchSide ours = new BenchSide(true, BenchScenario.Setting.ASYNC);
             BenchSide peer = new BenchSide(false, BenchScenario.Setting.ASYNC)) {
            double first = seconds(ours);
            ours.stop();
            double[] oursTimes = new double[rounds];
            double[] peerTimes = new double[rounds];
            for (int i = 0; i < rounds; i++) {
                oursTimes[i] = seconds(ours);
                peerTimes[i] = seconds(peer);
                if (i < rounds - 1) {
                    ours.stop();
                    peer.stop();
                }
            }
            report.row(name(), "first start, without class archive, s", Goal.NONE, first, Double.NaN);
            report.row(name(), "start to ready s", Goal.atMost(1), median(oursTimes), median(peerTimes));
            report.row(name(), BenchScenario.MEMORY, Goal.NONE, ProcessCost.anonymousMib(ours.pids()[0]),
                ProcessCost.anonymousMib(peer.pids()[0]));
        }
    }

    private static double seconds(BenchSide side) {
        long begin = System.nanoTime();
        side.start();
        return (System.nanoTime() - begin) / NANOS_PER_SECOND;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
