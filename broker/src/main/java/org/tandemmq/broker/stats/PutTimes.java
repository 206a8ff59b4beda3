/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long appends took: counts per step of time in the present and the last minute, and the longest ever. Tools are
 * shown thirteen classes, each of several steps, and two percentiles, exact to a step.
 *
 * <pre>
 *   class     <=0ms     0~10ms    10~50ms   50~100ms   100~200ms   ...   5~10s   10s~
 *   steps     20        20        8         5          5                 5       1
 *   each      0.05 ms   0.5 ms    5 ms      10 ms      20 ms             1 s
 * </pre>
 */
public final class PutTimes {

    /** First millisecond of each class; a class ends where the next one begins. */
    private static final int[] BEGINS_MS = {0, 1, 11, 51, 101, 201, 501, 1001, 2001, 3001, 4001, 5001, 10_001};
    private static final int[] STEPS = {20, 20, 8, 5, 5, 6, 5, 2, 2, 2, 2, 5, 1};
    private static final String[] NAMES = {"<=0ms", "0~10ms", "10~50ms", "50~100ms", "100~200ms", "200~500ms",
        "500ms~1s", "1~2s", "2~3s", "3~4s", "4~5s", "5~10s", "10s~"};
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long FIRST_STEP_NANOS = NANOS_PER_MS / STEPS[0];
    /** Where each step begins, in nanoseconds. */
    private static final long[] STEP_BEGINS = stepBegins();

    private final AtomicLongArray present = new AtomicLongArray(STEP_BEGINS.length);
    private final AtomicLong longestMs = new AtomicLong();
    private volatile long[] lastMinute;

    private static long[] stepBegins() {
        long[] begins = new long[Arrays.stream(STEPS).sum()];
        int at = 0;
        for (int i = 0; i < STEPS.length; i++) {
            long begin = BEGINS_MS[i] * NANOS_PER_MS;
            long width = i + 1 < BEGINS_MS.length ? BEGINS_MS[i + 1] * NANOS_PER_MS - begin : 0;
            for (int step = 0; step < STEPS[i]; step++) {
                begins[at++] = begin + width * step / STEPS[i];
            }
        }
        return begins;
    }

    /**
     * Counts one append.
     *
     * @param nanos its time
     */
    public void add(long nanos) {
        present.getAndIncrement(stepOf(Math.max(0, nanos)));
        long ms = nanos / NANOS_PER_MS;
        if (ms > longestMs.get()) {
            longestMs.accumulateAndGet(ms, Math::max);
        }
    }

    private static int stepOf(long nanos) {
        if (nanos < NANOS_PER_MS) {
            return (int) (nanos / FIRST_STEP_NANOS);
        }
        int found = Arrays.binarySearch(STEP_BEGINS, nanos);
        return found >= 0 ? found : -found - 2;
    }

    /** Longest append since start in milliseconds. */
    public long longestMs() {
        return longestMs.get();
    }

    /** The classes of the last whole minute as tools print them, null in the first minute. */
    public String lastMinute() {
        long[] counts = lastMinute;
        if (counts == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (int i = 0; i < NAMES.length; i++) {
            long sum = 0;
            for (int step = 0; step < STEPS[i]; step++) {
                sum += counts[at++];
            }
            text.append('[').append(NAMES[i]).append("]:").append(sum).append(' ');
        }
        return text.toString();
    }

    /**
     * Time that a share of the last whole minute's appends took at most; of the present ones in the first minute.
     *
     * @param share such as 0.99
     * @return milliseconds, rounded up to the end of a step; 0 when nothing was appended
     */
    public double percentileMs(double share) {
        long[] counts = lastMinute == null ? presentCounts() : lastMinute;
        long all = Arrays.stream(counts).sum();
        long within = 0;
        for (int step = 0; step < counts.length && all > 0; step++) {
            within += counts[step];
            if (within >= all * share) {
                boolean open = step + 1 == counts.length;
                return open ? longestMs.get() : STEP_BEGINS[step + 1] / (double) NANOS_PER_MS;
            }
        }
        return 0;
    }

    private long[] presentCounts() {
        long[] counts = new long[STEP_BEGINS.length];
        Arrays.setAll(counts, present::get);
        return counts;
    }

    /** Called once a minute. */
    void turn() {
        long[] counts = new long[STEP_BEGINS.length];
        Arrays.setAll(counts, step -> present.getAndSet(step, 0));
        lastMinute = counts;
    }
}
