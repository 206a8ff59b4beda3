/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

/**
 * Whether two logs have a record in common.
 *
 * @param verdict the answer
 * @param minPosition begin of the master's oldest segment, -1 when unknown
 * @param endPosition end of the master's log, -1 when unknown
 * @param reason what was compared, for the log; never null
 */
public record TailAnswer(Verdict verdict, long minPosition, long endPosition, String reason) {

    /** The answers there are. */
    public enum Verdict {
        /** The master has this record at this place. */
        SAME,
        /** The master has something else at this place. */
        DIFFERENT,
        /** The record ends behind the master's log. */
        AHEAD,
        /** The record lies before the master's oldest segment. */
        BELOW_OLDEST,
        /** The segments of the two differ in size; their logs can't be equal. */
        SEGMENT_SIZE,
        /** Nobody knows: where to ask is not known, or a master of another kind can't be asked about this record. */
        UNKNOWN_PEER,
        /** No answer in time; to be asked again. */
        NO_ANSWER
    }

    /**
     * An answer that says nothing about the logs.
     *
     * @param verdict {@link Verdict#UNKNOWN_PEER} or {@link Verdict#NO_ANSWER}
     * @param reason why
     * @return the answer
     */
    public static TailAnswer without(Verdict verdict, String reason) {
        return new TailAnswer(verdict, -1, -1, reason);
    }
}
