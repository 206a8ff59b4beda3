/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Offsets of one group in the queues of one topic: an array by queue id, so that a commit neither builds a key nor
 * allocates. On a slave it also remembers what the master said last, which tells a reset from an older value.
 */
final class QueueOffsets {

    /** Most queues of one topic that offsets are kept for. */
    static final int QUEUES_MAX = 65_536;
    private static final long NONE = -1;

    private long[] committed = new long[0];
    private long[] mastersLast = new long[0];

    synchronized long get(int queueId) {
        return queueId >= 0 && queueId < committed.length ? committed[queueId] : NONE;
    }

    /** Stores an offset and says whether that changed anything. */
    synchronized boolean set(int queueId, long offset) {
        if (queueId < 0 || queueId >= QUEUES_MAX || get(queueId) == offset) {
            return false;
        }
        committed = grown(committed, queueId);
        committed[queueId] = offset;
        return true;
    }

    /**
     * Takes over what the master says: never back, unless the master's own value went back (a reset).
     *
     * @param masters offset by queue
     */
    synchronized void merge(Map<Integer, Long> masters) {
        masters.forEach((queueId, offset) -> {
            committed = grown(committed, queueId);
            mastersLast = grown(mastersLast, queueId);
            boolean reset = offset < mastersLast[queueId];
            committed[queueId] = reset ? offset : Math.max(offset, committed[queueId]);
            mastersLast[queueId] = offset;
        });
    }

    /** Whether the master ever had this group and topic. */
    synchronized boolean cameFromMaster() {
        return mastersLast.length > 0;
    }

    synchronized Map<Integer, Long> toMap() {
        Map<Integer, Long> offsets = new TreeMap<>();
        for (int i = 0; i < committed.length; i++) {
            if (committed[i] != NONE) {
                offsets.put(i, committed[i]);
            }
        }
        return offsets;
    }

    private static long[] grown(long[] offsets, int queueId) {
        if (queueId < offsets.length) {
            return offsets;
        }
        long[] larger = Arrays.copyOf(offsets, Math.max(queueId + 1, Math.min(QUEUES_MAX, offsets.length * 2)));
        Arrays.fill(larger, offsets.length, larger.length, NONE);
        return larger;
    }
}
