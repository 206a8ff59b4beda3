/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.concurrent.atomic.LongAdder;

/**
 * One counter with its sums over the last minute, hour and day. Counting is one or two adders; {@link #sample} is
 * called every {@link #SAMPLE_MS} by the one thread that also keeps the samples.
 */
public final class Meter {

    /** Time between two samples in milliseconds. */
    public static final long SAMPLE_MS = 10_000;
    private static final int MINUTE_SAMPLES = 6;
    private static final int HOUR_EVERY = 60;
    private static final int DAY_EVERY = 360;

    private final LongAdder sum = new LongAdder();
    private final LongAdder times;
    private final Samples minute = new Samples(MINUTE_SAMPLES);
    private final Samples hour = new Samples(6);
    private final Samples day = new Samples(24);
    private long samplesTaken;
    private long lastSum;
    private long idleSamples;

    /** Creates a counter at zero. */
    public Meter() {
        this(new LongAdder());
    }

    private Meter(LongAdder times) {
        this.times = times;
    }

    /** A counter of another amount of the same calls: those are counted here, once, and the amount by {@link #also}. */
    Meter beside() {
        return new Meter(times);
    }

    /** Last values, oldest overwritten; a window begins with the oldest that is there. */
    private static final class Samples {
        private final long[] sums;
        private final long[] counts;
        /** The first one is the zero at the begin, so that nothing of a young counter is left out. */
        private int taken = 1;

        Samples(int size) {
            sums = new long[size];
            counts = new long[size];
        }

        void add(long sum, long count) {
            sums[taken % sums.length] = sum;
            counts[taken % sums.length] = count;
            taken++;
        }

        Rate rate(long sum, long count, long sampleSeconds) {
            int oldest = taken < sums.length ? 0 : taken % sums.length;
            long seconds = Math.max(1, Math.min(taken, sums.length)) * sampleSeconds;
            return Rate.of(sum - sums[oldest], count - counts[oldest], seconds);
        }
    }

    /**
     * Counts.
     *
     * @param amount messages or bytes
     */
    public void add(long amount) {
        sum.add(amount);
        times.increment();
    }

    /**
     * Counts another amount of a call that is counted beside.
     *
     * @param amount messages, bytes or milliseconds
     */
    void also(long amount) {
        if (amount != 0) {
            sum.add(amount);
        }
    }

    /** Everything counted so far. */
    public long sum() {
        return sum.sum();
    }

    /** Sums of the last minute. */
    public synchronized Rate lastMinute() {
        return minute.rate(sum.sum(), times.sum(), SAMPLE_MS / 1000);
    }

    /** Sums of the last hour. */
    public synchronized Rate lastHour() {
        return hour.rate(sum.sum(), times.sum(), SAMPLE_MS / 1000 * HOUR_EVERY);
    }

    /** Sums of the last day. */
    public synchronized Rate lastDay() {
        return day.rate(sum.sum(), times.sum(), SAMPLE_MS / 1000 * DAY_EVERY);
    }

    /** Keeps the present values for later sums. */
    synchronized void sample() {
        long sumNow = sum.sum();
        long timesNow = times.sum();
        idleSamples = sumNow == lastSum ? idleSamples + 1 : 0;
        lastSum = sumNow;
        minute.add(sumNow, timesNow);
        if (samplesTaken % HOUR_EVERY == 0) {
            hour.add(sumNow, timesNow);
        }
        if (samplesTaken % DAY_EVERY == 0) {
            day.add(sumNow, timesNow);
        }
        samplesTaken++;
    }

    /** Whether nothing was counted for more than a day, so that all sums are 0. */
    synchronized boolean isIdle() {
        return idleSamples > DAY_EVERY * 25L;
    }
}
