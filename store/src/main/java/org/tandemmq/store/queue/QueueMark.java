/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.util.List;

/**
 * How far the files of the queues go.
 *
 * @param position every record before has its entry in the files
 * @param storeTimestampMs store time of the last record before
 * @param ends where each queue ended at that position, or at an earlier one; a restart sees by them what is missing
 */
public record QueueMark(long position, long storeTimestampMs, List<End> ends) {

    /**
     * End of one queue.
     *
     * @param topic its topic
     * @param queueId its number
     * @param nextOffset offset behind its last entry
     */
    public record End(String topic, int queueId, long nextOffset) {
    }

    /**
     * A mark of a moment at which no ends are known.
     *
     * @param position every record before has its entry in the files
     * @param storeTimestampMs store time of the last record before
     */
    public QueueMark(long position, long storeTimestampMs) {
        this(position, storeTimestampMs, List.of());
    }
}
