/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/**
 * Outcome of a put.
 *
 * @param status what happened
 * @param position commit log position of the (first) record, -1 when not stored
 * @param endPosition position behind the (last) record, -1 when not stored
 * @param queueOffset offset of the (first) record in its queue, -1 when not stored
 * @param storeTimestampMs store time in epoch milliseconds, 0 when not stored
 * @param recordPositions positions of all records of a batch; null for a single message
 * @param reason cause, number and limit for the caller's remark; null with {@link PutStatus#PUT_OK}
 */
public record PutResult(PutStatus status, long position, long endPosition, long queueOffset, long storeTimestampMs,
                        long[] recordPositions, String reason) {

    /**
     * A put that was refused.
     *
     * @param status a status that is not stored
     * @param reason cause, number and limit
     * @return the result
     */
    public static PutResult refused(PutStatus status, String reason) {
        return new PutResult(status, -1, -1, -1, 0, null, reason);
    }

    /**
     * The same put with another outcome of its wait.
     *
     * @param newStatus outcome
     * @param newReason cause, number and limit
     * @return changed copy
     */
    public PutResult with(PutStatus newStatus, String newReason) {
        return new PutResult(newStatus, position, endPosition, queueOffset, storeTimestampMs, recordPositions,
            newReason);
    }
}
