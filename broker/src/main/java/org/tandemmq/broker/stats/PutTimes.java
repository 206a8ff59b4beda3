/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long appends took: counts per class of time in the present and the last minute, and the longest ever. */
public final class PutTimes {

    private static final long[] LIMITS_MS = {0, 10, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 10_000};
    private static final String[] NAMES = {"<=0ms", "0~10ms", "10~50ms", "50~100ms", "100~200ms", "200~500ms",
        "500ms~1s", "1~2s", "2~3s", "3~4s", "4~5s", "5~10s", "10s~"};
    private static final long NANOS_PER_MS = 1_000_000;

    private final AtomicLongArray present = new AtomicLongArray(NAMES.length);
    private final AtomicLong longestMs = new AtomicLong();
    private volatile String lastMinute;

    /**
     * Counts one append.
     *
     * @param nanos its time
     */
    public void add(long nanos) {
        long ms = nanos / NANOS_PER_MS;
        int at = 0;
        while (at < LIMITS_MS.length && ms > LIMITS_MS[at]) {
            at++;
        }
        present.getAndIncrement(at);
        if (ms > longestMs.get()) {
            longestMs.accumulateAndGet(ms, Math::max);
        }
    }

    /** Longest append since start in milliseconds. */
    public long longestMs() {
        return longestMs.get();
    }

    /** The classes of the last whole minute as tools print them, null in the first minute. */
    public String lastMinute() {
        return lastMinute;
    }

    /** Called once a minute. */
    void turn() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < NAMES.length; i++) {
            text.append('[').append(NAMES[i]).append("]:").append(present.getAndSet(i, 0)).append(' ');
        }
        lastMinute = text.toString();
    }
}
