/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

/** Told by the upkeep thread what the disk has of the queues. */
public interface QueueListener {

    /** Nobody listens. */
    QueueListener NONE = mark -> { };

    /**
     * All queues are on disk up to a mark.
     *
     * @param mark position and store time
     */
    void forced(QueueMark mark);
}
