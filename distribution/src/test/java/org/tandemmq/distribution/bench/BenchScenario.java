/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.util.List;

/**
 * One row of the benchmark set.
 *
 * @param name name on the command line and in the table
 * @param load what the driver does
 * @param setting how both brokers are set up
 */
record BenchScenario(String name, Load load, Setting setting) {

    /** How the brokers are set up. */
    enum Setting {
        /** One master, asynchronous flush. */
        ASYNC,
        /** One master, each send waits for the disk. */
        SYNC_FLUSH,
        /** A master and a slave; each send waits for the slave's copy. */
        SYNC_PAIR
    }

    /** All rows, in the order of the table. */
    static List<BenchScenario> all() {
        return List.of(
            new BenchScenario("pipelined", Load.send(4, 32, 1024, 1), Setting.ASYNC),
            new BenchScenario("unpipelined", Load.send(32, 1, 1024, 1), Setting.ASYNC),
            new BenchScenario("single", Load.send(1, 1, 1024, 1), Setting.ASYNC),
            new BenchScenario("batch", Load.send(4, 8, 1024, 16), Setting.ASYNC),
            new BenchScenario("4k", Load.send(4, 32, 4096, 1), Setting.ASYNC),
            new BenchScenario("64k", Load.send(4, 8, 65_536, 1), Setting.ASYNC),
            new BenchScenario("topics", Load.send(4, 32, 1024, 1).over(1_000), Setting.ASYNC),
            new BenchScenario("rate", Load.rate(4, 1024, 5_000), Setting.ASYNC),
            new BenchScenario("pull", Load.pull(8, 32), Setting.ASYNC),
            new BenchScenario("sync-pipelined", Load.send(4, 32, 1024, 1), Setting.SYNC_PAIR),
            new BenchScenario("sync-unpipelined", Load.send(32, 1, 1024, 1), Setting.SYNC_PAIR),
            new BenchScenario("sync-single", Load.send(1, 1, 1024, 1), Setting.SYNC_PAIR),
            new BenchScenario("flush-pipelined", Load.send(4, 32, 1024, 1), Setting.SYNC_FLUSH),
            new BenchScenario("flush-single", Load.send(1, 1, 1024, 1), Setting.SYNC_FLUSH));
    }
}
