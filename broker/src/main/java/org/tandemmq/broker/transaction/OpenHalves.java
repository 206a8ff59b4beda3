/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Half messages that are not ended yet, and how far both topics are worked off. Owned by one thread.
 *
 * <p>A half message that was appended again is open under its newest offset; an op record may name that one or the
 * first one (its root). An op record is kept in mind until the half message that it ended lies before the first open
 * one: only then a restart may begin behind it.
 */
final class OpenHalves {

    /**
     * What is remembered of an open half message.
     *
     * @param offset its offset in the half topic
     * @param rootOffset offset of its first half record
     * @param position its log position
     * @param storeTimestampMs when it was stored
     * @param immuneUntilMs wall time before which it is not asked for
     */
    record OpenHalf(long offset, long rootOffset, long position, long storeTimestampMs, long immuneUntilMs) {
    }

    private final TreeMap<Long, OpenHalf> open = new TreeMap<>();
    private final Map<Long, Long> offsetByRoot = new HashMap<>();
    private final Set<Long> endedAhead = new HashSet<>();
    private final ArrayDeque<long[]> ops = new ArrayDeque<>();
    private long nextHalfOffset;
    private long nextOpOffset;

    OpenHalves(long halfOffset, long opOffset) {
        this.nextHalfOffset = halfOffset;
        this.nextOpOffset = opOffset;
    }

    /** Offset of the next half record to be read. */
    long nextHalfOffset() {
        return nextHalfOffset;
    }

    /** Offset of the next op record to be read. */
    long nextOpOffset() {
        return nextOpOffset;
    }

    /**
     * Takes a half record. It stands for its first record and all earlier copies: who begins at an old progress reads
     * those too, and must not ask once for each.
     */
    void add(OpenHalf half) {
        if (half.rootOffset() != half.offset()) {
            Long earlier = offsetByRoot.put(half.rootOffset(), half.offset());
            open.remove(earlier == null ? half.rootOffset() : earlier);
        }
        open.put(half.offset(), half);
        if (endedAhead.remove(half.offset())) {
            remove(half.offset());
        }
    }

    /** Everything before this offset was read. */
    void halvesReadUpTo(long offset) {
        nextHalfOffset = Math.max(nextHalfOffset, offset);
    }

    /**
     * Takes an op record. It may come before the half message that it ends: its queue is read to the end of the moment,
     * that of the half messages only to where too many are open.
     *
     * @param opOffset its offset
     * @param ended offsets that it names
     * @param halfEnd end of the half topic
     */
    void apply(long opOffset, List<Long> ended, long halfEnd) {
        long last = -1;
        for (long offset : ended) {
            Long current = open.containsKey(offset) ? Long.valueOf(offset) : offsetByRoot.get(offset);
            if (current != null) {
                remove(current);
                last = Math.max(last, current);
            } else if (offset >= nextHalfOffset && offset < halfEnd) {
                endedAhead.add(offset);
                last = Math.max(last, offset);
            } else {
                last = Math.max(last, Math.min(offset, nextHalfOffset));
            }
        }
        ops.add(new long[] {opOffset, last});
        opsReadUpTo(opOffset + 1);
    }

    /** Everything before this op offset was read. */
    void opsReadUpTo(long offset) {
        nextOpOffset = Math.max(nextOpOffset, offset);
    }

    void remove(long offset) {
        OpenHalf half = open.remove(offset);
        if (half != null && half.rootOffset() != half.offset()) {
            offsetByRoot.remove(half.rootOffset(), offset);
        }
    }

    /** Some of the open ones, oldest first; a copy, so that the caller may remove while it walks. */
    List<OpenHalf> oldestFirst(Predicate<OpenHalf> wanted) {
        return open.values().stream().filter(wanted).toList();
    }

    /** The oldest ones, a copy as well. */
    List<OpenHalf> oldest(int count) {
        return open.values().stream().limit(count).toList();
    }

    /** Whether one is still open under the same offset. */
    boolean contains(OpenHalf half) {
        return open.containsKey(half.offset());
    }

    int size() {
        return open.size();
    }

    /** Number of op records that a restart would have to read again. */
    int opsInMind() {
        return ops.size();
    }

    /** Offset in the half topic at which a restart may begin. */
    long halfProgress() {
        return open.isEmpty() ? nextHalfOffset : open.firstKey();
    }

    /** Offset in the op topic at which a restart may begin. */
    long opProgress() {
        long halfProgress = halfProgress();
        while (!ops.isEmpty() && ops.peekFirst()[1] < halfProgress) {
            ops.removeFirst();
        }
        return ops.isEmpty() ? nextOpOffset : ops.peekFirst()[0];
    }
}
