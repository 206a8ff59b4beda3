/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.util.List;
import java.util.Map;
import org.tandemmq.distribution.bench.load.Load;

/**
 * One row of the benchmark set.
 *
 * @param name name on the command line and in the table
 * @param load what the driver does
 * @param setting how both brokers are set up
 * @param goals goals by figure
 */
record BenchScenario(String name, Load load, Setting setting, Map<String, Goal> goals) {

    static final String RATE = "messages/s";
    static final String CPU = "CPU s per million";
    static final String P50 = "p50 µs";
    static final String P99 = "p99 µs";
    static final String P999 = "p99.9 µs";
    static final String MEMORY = "anonymous MiB";

    /** How the brokers are set up. */
    enum Setting {
        /** One master, asynchronous flush. */
        ASYNC,
        /** One master, each send waits for the disk. */
        SYNC_FLUSH,
        /** A master and a slave; each send waits for the slave's copy. */
        SYNC_PAIR
    }

    private static BenchScenario async(String name, Load load, Map<String, Goal> goals) {
        return new BenchScenario(name, load, Setting.ASYNC, goals);
    }

    /** All rows, in the order of the table. */
    static List<BenchScenario> all() {
        Load pipelined = Load.send(4, 32, 1024, 1);
        Load single = Load.send(1, 1, 1024, 1);
        return List.of(
            async("pipelined", pipelined, Map.of(RATE, Goal.timesPeer(5), CPU, Goal.atMost(5), MEMORY,
                Goal.atMost(256))),
            async("unpipelined", Load.send(32, 1, 1024, 1), Map.of(RATE, Goal.timesPeer(2), CPU, Goal.atMost(12))),
            async("single", single, Map.of()),
            async("batch", Load.send(4, 8, 1024, 16), Map.of(RATE, Goal.timesPeer(4), CPU, Goal.atMost(2))),
            async("4k", Load.send(4, 32, 4096, 1), Map.of()),
            async("64k", Load.send(4, 8, 65_536, 1), Map.of()),
            async("topics", pipelined.over(1_000), Map.of()),
            async("rate", Load.rate(4, 1024, 5_000), Map.of(P99, Goal.partOfPeer(0.2))),
            async("pull", Load.pull(8, 32), Map.of(RATE, Goal.timesPeer(2))),
            new BenchScenario("sync-pipelined", pipelined, Setting.SYNC_PAIR, Map.of(RATE, Goal.timesPeer(5))),
            new BenchScenario("sync-unpipelined", Load.send(32, 1, 1024, 1), Setting.SYNC_PAIR, Map.of()),
            new BenchScenario("sync-single", single, Setting.SYNC_PAIR, Map.of(P50, Goal.partOfPeer(0.5), P99,
                Goal.partOfPeer(0.5))),
            new BenchScenario("flush-pipelined", pipelined, Setting.SYNC_FLUSH, Map.of(RATE, Goal.timesPeer(3))),
            new BenchScenario("flush-single", single, Setting.SYNC_FLUSH, Map.of()));
    }

    Goal goal(String figure) {
        return goals.getOrDefault(figure, Goal.NONE);
    }
}
