/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import java.util.concurrent.CompletableFuture;

/**
 * The way to ask the master whether it has a record (DESIGN 5), over the remoting port; the broker knows how. The
 * replication port stays as the reference has it.
 */
@FunctionalInterface
public interface TailConfirmation {

    /** Answer of {@link #firstPosition}: to be asked again. */
    long NOT_KNOWN = -1;
    /** Answer of {@link #firstPosition}: the master's segments have another size, its log can't be copied. */
    long OTHER_SEGMENTS = -4;
    /** Answer of {@link #firstPosition}: position 0 can't be asked for, and the byte there is known to be 0. */
    long WITHOUT_FIRST_BYTE = 1;

    /** There is nobody to ask. */
    TailConfirmation NONE = question -> CompletableFuture.completedFuture(
        TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, "no remoting address of the master is known"));

    /**
     * Asks.
     *
     * @param question the slave's record
     * @return the answer; completes within the remoting timeout, never exceptionally: a failure is
     *     {@link TailAnswer.Verdict#NO_ANSWER}; may complete on any thread
     */
    CompletableFuture<TailAnswer> ask(TailQuestion question);

    /**
     * Asks where a slave without data has to begin to get everything. A master of our kind begins at its oldest
     * segment when it is told 0; one of the other kind at its last.
     *
     * @param segmentBytes size of the slave's segments
     * @return first position to report: 0 lets the master choose, {@link #WITHOUT_FIRST_BYTE} asks for all but the
     *     first byte of a log that begins at 0, otherwise the begin of the oldest segment; {@link #NOT_KNOWN} when
     *     there was no answer, or {@link #OTHER_SEGMENTS}. Completes within the remoting timeout, never exceptionally
     */
    default CompletableFuture<Long> firstPosition(int segmentBytes) {
        return CompletableFuture.completedFuture(0L);
    }
}
