/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import org.tandemmq.store.record.RecordView;

/** Told after a message became readable in its queue. Called on the dispatch thread; returns quickly. */
public interface ArrivalListener {

    /** Nobody listens. */
    ArrivalListener NONE = (topic, queueId, nextOffset, tagsCode, record) -> { };

    /**
     * A message became readable.
     *
     * @param topic its topic
     * @param queueId its queue
     * @param nextOffset the queue's new maximum offset
     * @param tagsCode tags code of its queue entry
     * @param record view of the record, valid during the call
     */
    void arrived(String topic, int queueId, long nextOffset, long tagsCode, RecordView record);
}
