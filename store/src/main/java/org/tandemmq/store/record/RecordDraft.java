/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;

/** What is going to be appended in one piece: its size is known, checksums are computed, only the place is missing. */
public interface RecordDraft {

    /** Number of records. */
    int records();

    /** Bytes of all records together. */
    int totalBytes();

    /** Queue of all records. */
    int queueId();

    /** Whether the records take offsets of the queue; half messages and rollbacks do not. */
    boolean entersQueue();

    /**
     * Writes the records one behind the other. Runs under the log's lock.
     *
     * @param to segment
     * @param at index of the first byte in the segment
     * @param place position, queue offset and store time of the first record
     */
    void write(ByteBuffer to, int at, Place place);

    /**
     * Positions of the records.
     *
     * @param start position of the first
     * @return one per record of a batch; null for a single message
     */
    long[] positions(long start);

    /** Where and when a record is stored. Filled anew for each append, under the log's lock. */
    final class Place {

        private long position;
        private long queueOffset;
        private long storeTimestampMs;

        /**
         * Sets all values.
         *
         * @param newPosition log position of the (first) record
         * @param newQueueOffset its offset in the queue
         * @param newStoreTimestampMs store time in epoch milliseconds
         * @return this
         */
        public Place set(long newPosition, long newQueueOffset, long newStoreTimestampMs) {
            position = newPosition;
            queueOffset = newQueueOffset;
            storeTimestampMs = newStoreTimestampMs;
            return this;
        }

        /** Log position of the record. */
        public long position() {
            return position;
        }

        /** Offset of the record in its queue. */
        public long queueOffset() {
            return queueOffset;
        }

        /** Store time in epoch milliseconds. */
        public long storeTimestampMs() {
            return storeTimestampMs;
        }
    }
}
