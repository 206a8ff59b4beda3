/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

/**
 * Where the log's end was in the past, once a second for some minutes: tells how long ago the master was where a slave
 * is now. Owned by the replication thread.
 */
final class EndHistory {

    private static final int SAMPLES = 600;
    private static final long PAUSE_MS = 1_000;

    private final long[] timesMs = new long[SAMPLES];
    private final long[] ends = new long[SAMPLES];
    private int newest = -1;
    private int size;

    /**
     * Looks at the end, once a second.
     *
     * @param endPosition end of the log
     * @param nowMs elapsed time
     */
    void note(long endPosition, long nowMs) {
        if (size > 0 && nowMs - timesMs[newest] < PAUSE_MS) {
            return;
        }
        newest = (newest + 1) % SAMPLES;
        timesMs[newest] = nowMs;
        ends[newest] = endPosition;
        size = Math.min(SAMPLES, size + 1);
    }

    /**
     * How old a position is.
     *
     * @param position what a slave holds
     * @param endPosition end of the log now
     * @param nowMs elapsed time
     * @return milliseconds since the log began to be longer, at least; 0 when it is not
     */
    long behindMs(long position, long endPosition, long nowMs) {
        if (position >= endPosition) {
            return 0;
        }
        for (int back = 0; back < size; back++) {
            int at = Math.floorMod(newest - back, SAMPLES);
            if (ends[at] <= position) {
                return nowMs - timesMs[at];
            }
        }
        return size == 0 ? 0 : nowMs - timesMs[Math.floorMod(newest - size + 1, SAMPLES)];
    }
}
