/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import org.tandemmq.store.queue.QueueMark;

/** Where a store keeps what it knows about its own progress. */
public interface StoreMarks {

    /**
     * What the checkpoint says.
     *
     * @return marks, {@link StoreCheckpoint.Marks#NONE} when there are none
     * @throws IOException when it can't be read
     */
    StoreCheckpoint.Marks read() throws IOException;

    /**
     * Ends of the queues.
     *
     * @return the ends, or null when there are none
     * @throws IOException when they can't be read
     */
    QueueEndsFile readEnds() throws IOException;

    /**
     * Replaces both, the ends first, and returns when the disk has them.
     *
     * @param marks new marks
     * @param ends new ends
     * @throws IOException when they can't be written; the old ones are still there
     */
    void write(StoreCheckpoint.Marks marks, QueueEndsFile ends) throws IOException;

    /** Ends of which nothing is known. */
    QueueEndsFile NO_ENDS = new QueueEndsFile(new QueueMark(0, 0), new QueueMark(0, 0));
}
