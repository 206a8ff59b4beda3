/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

/** Counts of nanoseconds in 128 steps an octave: less than one per cent of error, no allocation while it counts. */
public final class LatencyHistogram {

    private static final int STEPS = 128;
    private static final int STEP_BITS = 7;

    private final long[] counts = new long[Long.SIZE * STEPS];
    private long total;
    private long longest;

    /** Counts one latency. */
    public void add(long nanos) {
        long value = Math.max(1, nanos);
        longest = Math.max(longest, value);
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int step = octave <= STEP_BITS ? (int) (value << STEP_BITS - octave) : (int) (value >>> octave - STEP_BITS);
        counts[octave * STEPS + (step & STEPS - 1)]++;
        total++;
    }

    public long total() {
        return total;
    }

    public double longestMicros() {
        return longest / 1000.0;
    }

    /** Value that this share of all stays at or below. */
    public double micros(double share) {
        long wanted = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (counts[i] > 0 && seen >= wanted) {
                return lowerEdge(i / STEPS, i % STEPS) / 1000;
            }
        }
        return longestMicros();
    }

    private static double lowerEdge(int octave, int step) {
        double base = Math.scalb(1.0, octave);
        return base + step * base / STEPS;
    }
}
