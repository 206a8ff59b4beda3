/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.tandemmq.broker.stats.BrokerStats;

/**
 * What counting a stored message costs, in total, per topic and per queue: by one event loop, and by two that count the
 * same topic. A queue number beyond those that are counted singly shows the share of the queues.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CountBenchmark {

    private static final int QUEUES = 8;
    private static final long STORED_BYTES = 1_250;
    private static final long STORED_NANOS = 900;

    /** First of the queue numbers: 0, or one that is not counted singly. */
    @Param({"0", "2000"})
    private int firstQueue;
    private BrokerStats stats;

    /** Where a thread is. */
    @State(Scope.Thread)
    public static class Place {
        private int next;
    }

    /** Creates counters at zero. */
    @Setup
    public void create() {
        stats = new BrokerStats();
    }

    private void count(Place place) {
        place.next = (place.next + 1) % QUEUES;
        stats.put("Orders", firstQueue + place.next, 1, STORED_BYTES, STORED_NANOS);
    }

    /** One event loop. */
    @Benchmark
    public void one(Place place) {
        count(place);
    }

    /** Two event loops at once. */
    @Benchmark
    @Threads(2)
    public void two(Place place) {
        count(place);
    }
}
