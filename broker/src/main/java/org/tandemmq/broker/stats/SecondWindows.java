/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.concurrent.atomic.LongAdder;

/** A counter with its rates over 10, 60 and 600 seconds, from one sample a second. */
public final class SecondWindows {

    private static final int SIZE = 601;
    private static final int[] WINDOWS_S = {10, 60, 600};

    private final LongAdder total = new LongAdder();
    private final long[] samples = new long[SIZE];
    private int taken;

    /**
     * Counts.
     *
     * @param amount how many
     */
    public void add(long amount) {
        total.add(amount);
    }

    /** Everything counted so far. */
    public long total() {
        return total.sum();
    }

    /** Rates per second over 10, 60 and 600 seconds; negative for a span that is longer than what was sampled. */
    public synchronized double[] rates() {
        double[] rates = new double[WINDOWS_S.length];
        for (int i = 0; i < rates.length; i++) {
            int seconds = WINDOWS_S[i];
            rates[i] = taken <= seconds ? -1
                : (double) (samples[(taken - 1) % SIZE] - samples[(taken - 1 - seconds) % SIZE]) / seconds;
        }
        return rates;
    }

    /** Called once a second. */
    synchronized void sample() {
        samples[taken % SIZE] = total.sum();
        taken++;
    }
}
