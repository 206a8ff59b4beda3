/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.util.ArrayList;
import java.util.List;

/** Spans of time in which answers took longer than a limit; those that overlap are one. Written by one thread. */
public final class Stalls {

    private static final int STALLS_MAX = 10_000;

    private final long limitNanos;
    private final List<Stall> stalls = new ArrayList<>();
    private long beginNanos;
    private long endNanos;
    private int answers;

    /**
     * One stall.
     *
     * @param beginNanos when the first late request was due, on the clock of {@link System#nanoTime}
     * @param endNanos when the last late answer came
     * @param answers how many were late
     */
    public record Stall(long beginNanos, long endNanos, int answers) {
        public double millis() {
            return (endNanos - beginNanos) / 1e6;
        }

        /** Its beginning, which is what caused it. */
        Stall head(long nanos) {
            return new Stall(beginNanos, Math.min(endNanos, beginNanos + nanos), answers);
        }
    }

    public Stalls(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Notes an answer that was due at one moment and came at another. */
    public void answered(long dueNanos, long nowNanos) {
        if (nowNanos - dueNanos <= limitNanos) {
            return;
        }
        if (answers > 0 && dueNanos > endNanos) {
            close();
        }
        beginNanos = answers == 0 ? dueNanos : Math.min(beginNanos, dueNanos);
        endNanos = nowNanos;
        answers++;
    }

    private void close() {
        if (answers > 0 && stalls.size() < STALLS_MAX) {
            stalls.add(new Stall(beginNanos, endNanos, answers));
        }
        answers = 0;
    }

    /** All stalls, when the run is over. */
    public List<Stall> all() {
        close();
        return stalls;
    }
}
