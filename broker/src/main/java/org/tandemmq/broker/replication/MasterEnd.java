/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.function.LongSupplier;

/**
 * Where the master's log ends, as it said last over its ordinary port, and for how long ours has not been there. What
 * the replication channel brought tells nothing about what it should have brought: it may be slow, or blocked. Kept
 * when the master is gone. Told by one thread, read by any.
 *
 * <pre>
 *   told   1000      2000      3000 (last)
 *   ours   990   990      1500          behind 1500 bytes, since the moment of 2000
 * </pre>
 */
public final class MasterEnd {

    private static final Known NOTHING = new Known(-1, 0, -1, 0);

    private final LongSupplier ownEnd;
    private volatile Known known = NOTHING;

    private record Known(long lastEnd, long lastMs, long missedEnd, long missedMs) {
    }

    /**
     * Creates it; nothing is known.
     *
     * @param ownEnd end of our log
     */
    public MasterEnd(LongSupplier ownEnd) {
        this.ownEnd = ownEnd;
    }

    /**
     * The master said where its log ends.
     *
     * @param endPosition where
     * @param nowMs elapsed-time clock
     */
    public void told(long endPosition, long nowMs) {
        Known before = known;
        boolean reached = ownEnd.getAsLong() >= before.missedEnd || endPosition < before.missedEnd;
        known = reached ? new Known(endPosition, nowMs, endPosition, nowMs)
            : new Known(endPosition, nowMs, before.missedEnd, before.missedMs);
    }

    /** There is another master, or none. */
    public void forget() {
        known = NOTHING;
    }

    /** Bytes that our log lacks of what the master told last; 0 when there is none, or it told nothing. */
    public long behindBytes() {
        return Math.max(0, known.lastEnd - ownEnd.getAsLong());
    }

    /** For how long our log had not been where the master's was, when the master was heard last; milliseconds. */
    public long behindMs() {
        Known now = known;
        return ownEnd.getAsLong() >= now.missedEnd ? 0 : now.lastMs - now.missedMs;
    }
}
