/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/**
 * The store's figures at one moment.
 *
 * @param minPosition first position of the log
 * @param endPosition position behind the last record
 * @param flushedPosition position up to which the disk has the log
 * @param dispatchedPosition position up to which queues and index are built
 * @param diskUsedRatio used share of the log's disk, 0 to 1, -1 when unknown
 * @param queueDiskUsedRatio used share of the queues' disk
 * @param earliestStoreTimestampMs store time of the oldest record, -1 if there is none
 * @param lockHeldMs how long the log's lock has been held, 0 when free
 * @param refusal why writes are refused just now (cause, number, limit), or null when they are taken
 * @param losses what was given up since the start
 */
public record StoreStatus(long minPosition, long endPosition, long flushedPosition, long dispatchedPosition,
                          double diskUsedRatio, double queueDiskUsedRatio, long earliestStoreTimestampMs,
                          long lockHeldMs, String refusal, Losses losses) {

    /**
     * What was given up since the start so that messages could be taken.
     *
     * @param forcedDeletions segments that went before they had expired, because the disk was full
     * @param missedKeys records that the key index has not, because it could not be written
     */
    public record Losses(long forcedDeletions, long missedKeys) {

        /** Nothing was given up. */
        public static final Losses NONE = new Losses(0, 0);
    }

    /** Bytes of the log that are not yet in queues and index. */
    public long dispatchBehindBytes() {
        return endPosition - dispatchedPosition;
    }
}
