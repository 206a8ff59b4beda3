/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

/** What became of an append; filled by the log, reused by the thread that appends. */
public final class AppendResult {

    private Outcome outcome;
    private long position;
    private long endPosition;
    private long queueOffset;
    private long storeTimestampMs;
    private String reason;

    /** Kinds of outcome. Only {@link #DONE} left something in the log. */
    public enum Outcome {
        /** Written and readable. */
        DONE,
        /** Writes are refused. */
        REFUSED,
        /** The lock was held too long. */
        BUSY,
        /** There is no next segment. */
        NO_FILE,
        /** The append failed by itself. */
        FAILED
    }

    /** Written. */
    void done(long newPosition, long newEndPosition, long newQueueOffset, long newStoreTimestampMs) {
        outcome = Outcome.DONE;
        position = newPosition;
        endPosition = newEndPosition;
        queueOffset = newQueueOffset;
        storeTimestampMs = newStoreTimestampMs;
        reason = null;
    }

    /** Not written. */
    void failed(Outcome newOutcome, String newReason) {
        done(-1, -1, -1, 0);
        outcome = newOutcome;
        reason = newReason;
    }

    /** Kind of outcome. */
    public Outcome outcome() {
        return outcome;
    }

    /** Whether it was written. */
    public boolean isDone() {
        return outcome == Outcome.DONE;
    }

    /** Log position of the first record, -1 when not written. */
    public long position() {
        return position;
    }

    /** Log position behind the last record, -1 when not written. */
    public long endPosition() {
        return endPosition;
    }

    /** Queue offset of the first record, -1 when not written. */
    public long queueOffset() {
        return queueOffset;
    }

    /** Store time in epoch milliseconds, 0 when not written. */
    public long storeTimestampMs() {
        return storeTimestampMs;
    }

    /** Cause, number and limit when not written. */
    public String reason() {
        return reason;
    }
}
