/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

/** Knows how far queues go. */
public interface QueueEnds {

    /**
     * Next offset of a queue to be written.
     *
     * @param topic topic
     * @param queueId queue
     * @return the offset; 0 for a queue that does not exist
     */
    long maxOffset(String topic, int queueId);
}
