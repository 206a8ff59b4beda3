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

    /**
     * What was written down for a start after a kill.
     *
     * @return the progress, or null when there is none
     * @throws IOException when it can't be read
     */
    Progress readProgress() throws IOException;

    /**
     * Replaces the progress; nothing is forced.
     *
     * @param progress new progress
     * @throws IOException when it can't be written; the old one is still there
     */
    void writeProgress(Progress progress) throws IOException;

    /** Ends of which nothing is known. */
    QueueEndsFile NO_ENDS = new QueueEndsFile(new QueueMark(0, 0), new QueueMark(0, 0));

    /**
     * How far queues and index are written, on disk or not.
     *
     * @param machine number that changes when the machine restarts or the directory is copied
     * @param checkFrom some way before: from here on records are checked at the next start
     * @param indexWritten every record before has its keys in the index
     * @param written every record before has its entry in the files of the queues, and where each of them ended
     */
    record Progress(long machine, long checkFrom, long indexWritten, QueueMark written) {

        /**
         * What is known of a store that was left without a stop while the machine ran on.
         *
         * @param found what the checkpoint says
         * @param present number of this machine and directory
         * @return the same with what was written since; the checkpoint's own where this progress is not of its life
         */
        StoreCheckpoint.Marks addedTo(StoreCheckpoint.Marks found, long present) {
            StoreCheckpoint.Positions own = found.positions();
            if (own == null || own.machine() != present || machine != present
                || written.position() < own.queues().written()) {
                return found;
            }
            StoreCheckpoint.Positions newer = new StoreCheckpoint.Positions(Math.max(own.checkFrom(), checkFrom),
                own.flushed(), new StoreCheckpoint.Written(written.position(), own.queues().forced()),
                new StoreCheckpoint.Written(Math.max(own.index().written(), indexWritten), own.index().forced()),
                own.indexEnd(), machine);
            return new StoreCheckpoint.Marks(found.logTimestampMs(), found.queueTimestampMs(),
                found.indexTimestampMs(), found.masterFlushed(), found.confirmed(), newer);
        }
    }
}
