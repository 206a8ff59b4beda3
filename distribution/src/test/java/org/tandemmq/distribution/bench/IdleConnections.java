/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.bench.load.ProcessCost;

/** Ten thousand clients that only send heartbeats, and what they cost the others. */
final class IdleConnections implements Experiment {

    private static final int CLIENTS = 10_000;
    private static final long WARMUP_MS = 2_000;
    private static final long COUNT_MS = 6_000;
    private static final int ROUNDS_OF_HEARTBEATS = 2;

    @Override
    public String name() {
        return "idle-10k";
    }

    /** Figures of one broker. */
    private record Figures(double kibPerClient, double cpuMicrosPerHeartbeat, double p99Micros) {
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "anonymous KiB per client", Goal.NONE, ours.kibPerClient, peer.kibPerClient);
        report.row(name(), "CPU µs per heartbeat", Goal.NONE, ours.cpuMicrosPerHeartbeat, peer.cpuMicrosPerHeartbeat);
        report.row(name(), "p99 µs of 5,000 sends/s beside", Goal.NONE, ours.p99Micros, peer.p99Micros);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.run(Load.rate(4, 1024, 5_000), "Idle", 0, WARMUP_MS);
            long before = ProcessCost.anonymousMib(side.pids()[0]);
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", side.master().port());
            try (IdleClients clients = new IdleClients(address, CLIENTS)) {
                double cpuBefore = ProcessCost.cpuSeconds(side.pids());
                for (int round = 0; round < ROUNDS_OF_HEARTBEATS; round++) {
                    clients.beat();
                }
                double cpu = ProcessCost.cpuSeconds(side.pids()) - cpuBefore;
                long after = ProcessCost.anonymousMib(side.pids()[0]);
                LoadFigures beside = side.run(Load.rate(4, 1024, 5_000), "Idle", WARMUP_MS, COUNT_MS);
                return new Figures((after - before) * 1024.0 / CLIENTS, cpu * 1e6 / CLIENTS / ROUNDS_OF_HEARTBEATS,
                    beside.p99Micros());
            }
        }
    }
}
