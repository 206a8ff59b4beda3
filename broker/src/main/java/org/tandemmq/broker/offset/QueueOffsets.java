/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Offsets of one group in the queues of one topic: arrays by queue id, so that a commit neither builds a key nor
 * allocates. Each offset has a stamp (see {@link ResetEpoch}). On a slave it also remembers what the master said last,
 * which tells a reset from an older value where the master has no stamps.
 */
final class QueueOffsets {

    /** Most queues of one topic that offsets are kept for. */
    static final int QUEUES_MAX = 65_536;
    private static final long NONE = -1;

    private long[] committed = new long[0];
    private long[] stamps = new long[0];
    private long[] mastersLast = new long[0];
    private volatile long changedIn;

    /** Queues there is memory for. */
    synchronized int capacity() {
        return committed.length;
    }

    synchronized long get(int queueId) {
        return queueId >= 0 && queueId < committed.length ? committed[queueId] : NONE;
    }

    /** Stores an offset and says whether that changed anything; a smaller one than before is a reset. */
    synchronized boolean set(int queueId, long offset, ResetEpoch epoch, long tick) {
        long before = get(queueId);
        if (queueId < 0 || queueId >= QUEUES_MAX || before == offset) {
            return false;
        }
        grow(queueId);
        if (before == NONE) {
            stamps[queueId] = epoch.current();
        } else if (offset < before) {
            stamps[queueId] = epoch.next();
        }
        committed[queueId] = offset;
        changedIn = tick;
        return true;
    }

    /** Count of the table's version when an offset was set last. */
    long changedIn() {
        return changedIn;
    }

    /** Offsets were merged. */
    void changedIn(long tick) {
        changedIn = tick;
    }

    /**
     * Takes over what another broker of our kind says wherever it wins.
     *
     * @param others offset by queue
     * @param othersStamps stamp by queue, 0 where there is none
     * @return number of offsets that were taken over
     */
    synchronized int mergeStamped(Map<Integer, Long> others, Map<Integer, Long> othersStamps) {
        int taken = 0;
        for (Map.Entry<Integer, Long> other : others.entrySet()) {
            int queueId = other.getKey();
            long stamp = othersStamps.getOrDefault(queueId, 0L);
            if (wins(stamp, other.getValue(), stampOf(queueId), get(queueId))) {
                grow(queueId);
                committed[queueId] = other.getValue();
                stamps[queueId] = stamp;
                taken++;
            }
        }
        return taken;
    }

    /**
     * Takes over what a master without stamps says: never back, unless the master's own value went back (a reset).
     *
     * @param masters offset by queue
     * @return number of offsets that changed
     */
    synchronized int mergePlain(Map<Integer, Long> masters) {
        int taken = 0;
        for (Map.Entry<Integer, Long> master : masters.entrySet()) {
            int queueId = master.getKey();
            long offset = master.getValue();
            boolean reset = queueId < mastersLast.length && offset < mastersLast[queueId];
            if (reset && offset != get(queueId) || offset > get(queueId)) {
                grow(queueId);
                committed[queueId] = offset;
                taken++;
            }
        }
        return taken;
    }

    /** Becomes what another broker says, whatever was here; gives the number of offsets that changed. */
    synchronized int become(Map<Integer, Long> others, Map<Integer, Long> othersStamps) {
        int before = toMap().equals(others) ? 0 : others.size();
        int sizeMax = others.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        long[] offsets = new long[sizeMax];
        long[] newStamps = new long[sizeMax];
        Arrays.fill(offsets, NONE);
        others.forEach((queueId, offset) -> {
            offsets[queueId] = offset;
            newStamps[queueId] = othersStamps.getOrDefault(queueId, 0L);
        });
        committed = offsets;
        stamps = newStamps;
        return before;
    }

    /** Forgets what is of a life before a deletion; gives the number of offsets. */
    synchronized int forgetBefore(long deletion) {
        int forgotten = 0;
        for (int queueId = 0; queueId < committed.length; queueId++) {
            if (committed[queueId] != NONE && stampOf(queueId) < deletion) {
                committed[queueId] = NONE;
                forgotten++;
            }
        }
        return forgotten;
    }

    /** Brings offsets behind the end of their queue to it, as a reset; gives the queues. */
    synchronized List<Integer> limit(IntToLongFunction endOffsets, ResetEpoch epoch) {
        List<Integer> limited = new ArrayList<>();
        for (int queueId = 0; queueId < committed.length; queueId++) {
            if (committed[queueId] > 0) {
                long end = endOffsets.applyAsLong(queueId);
                if (committed[queueId] > end) {
                    committed[queueId] = end;
                    stamps[queueId] = epoch.next();
                    limited.add(queueId);
                }
            }
        }
        return limited;
    }

    /** Whether no queue has an offset. */
    synchronized boolean isEmpty() {
        return Arrays.stream(committed).allMatch(offset -> offset == NONE);
    }

    /** Notes what the master said last. */
    synchronized void noteMasters(Map<Integer, Long> masters) {
        masters.forEach((queueId, offset) -> {
            mastersLast = grown(mastersLast, queueId, NONE);
            mastersLast[queueId] = offset;
        });
    }

    /**
     * Our offsets that win over another broker's.
     *
     * @param others offset by queue
     * @param othersStamps stamp by queue, 0 where there is none
     * @return offset by queue
     */
    synchronized Map<Integer, Long> winning(Map<Integer, Long> others, Map<Integer, Long> othersStamps) {
        Map<Integer, Long> winning = new TreeMap<>();
        for (int queueId = 0; queueId < committed.length; queueId++) {
            if (wins(stampOf(queueId), committed[queueId], othersStamps.getOrDefault(queueId, 0L),
                others.getOrDefault(queueId, NONE))) {
                winning.put(queueId, committed[queueId]);
            }
        }
        return winning;
    }

    private static boolean wins(long stamp, long offset, long otherStamp, long otherOffset) {
        if (offset == NONE || otherOffset == NONE) {
            return offset != NONE;
        }
        return stamp != otherStamp ? stamp > otherStamp : offset > otherOffset;
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

    /** Stamps that are not 0. */
    synchronized Map<Integer, Long> stamps() {
        Map<Integer, Long> set = new TreeMap<>();
        for (int i = 0; i < stamps.length; i++) {
            if (stamps[i] != 0 && committed[i] != NONE) {
                set.put(i, stamps[i]);
            }
        }
        return set;
    }

    private long stampOf(int queueId) {
        return queueId < stamps.length ? stamps[queueId] : 0;
    }

    private void grow(int queueId) {
        committed = grown(committed, queueId, NONE);
        stamps = grown(stamps, queueId, 0);
    }

    private static long[] grown(long[] offsets, int queueId, long filler) {
        if (queueId < offsets.length) {
            return offsets;
        }
        long[] larger = Arrays.copyOf(offsets, Math.max(queueId + 1, Math.min(QUEUES_MAX, offsets.length * 2)));
        Arrays.fill(larger, offsets.length, larger.length, filler);
        return larger;
    }
}
