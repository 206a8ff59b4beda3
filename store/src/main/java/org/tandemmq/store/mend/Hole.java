/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.nio.ByteBuffer;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordLayout;

/**
 * A row of entries of one queue file that lead to no record: never written, overwritten, or their file is gone.
 *
 * <pre>
 * queue  ... e e e | 0 0 0 0 0 | e e ...      from, to: offsets
 *              |                 |
 * log    ......r|..............  r .......    fromPosition, toPosition: between them are the records that belong here
 * </pre>
 *
 * @param from first offset
 * @param to offset behind the last one
 * @param fromPosition log position behind the record of the entry before
 * @param toPosition log position of the record of the entry behind
 */
record Hole(long from, long to, long fromPosition, long toPosition) {

    /** Number of entries. */
    int entries() {
        return (int) (to - from);
    }

    /**
     * The hole around an offset.
     *
     * @param queue its queue
     * @param offset offset of an entry that a reader could not follow
     * @param log the log
     * @return the hole, within one file; null when the entry leads to its record, or to one that has expired
     */
    static Hole around(ConsumeQueue queue, long offset, LogReader log) {
        Entries entries = new Entries(queue, log);
        long max = queue.maxOffset();
        long min = queue.minOffset();
        if (offset < min || offset >= max || entries.isGood(offset)) {
            return null;
        }
        long behindFile = queue.nextFileOffset(offset);
        long from = offset;
        long least = Math.max(min, behindFile - queue.nextFileOffset(0));
        while (from > least && !entries.isGood(from - 1)) {
            from--;
        }
        long to = offset + 1;
        while (to < Math.min(max, behindFile) && !entries.isGood(to)) {
            to++;
        }
        return new Hole(from, to, entries.endBefore(from, min), entries.positionFrom(to, max));
    }

    /** Looks at single entries. */
    private static final class Entries {
        private final ConsumeQueue queue;
        private final LogReader log;
        private final ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);

        Entries(ConsumeQueue queue, LogReader log) {
            this.queue = queue;
            this.log = log;
        }

        private boolean read(long offset) {
            return queue.read(offset, entry.clear()) == 1;
        }

        boolean isGood(long offset) {
            return read(offset) && (QueueEntry.isFiller(entry, 0) || leadsToRecord(offset));
        }

        private boolean isRecord(long offset) {
            return read(offset) && !QueueEntry.isFiller(entry, 0) && leadsToRecord(offset);
        }

        /** Also true where the log has nothing any more: nothing better could be found. */
        private boolean leadsToRecord(long offset) {
            long position = QueueEntry.position(entry, 0);
            int sizeBytes = QueueEntry.sizeBytes(entry, 0);
            if (!QueueEntry.isWritten(entry, 0) || log.nextReadable(position) > position) {
                return QueueEntry.isWritten(entry, 0) && !queue.isOutOfOrder(offset, position);
            }
            try (LogSlice record = log.exactly(position, sizeBytes)) {
                return record != null && sizeBytes >= RecordLayout.EMPTY_V1_BYTES
                    && OwnRecord.isAt(record.bytes(), 0, sizeBytes, position, offset);
            }
        }

        long endBefore(long offset, long min) {
            long before = offset - 1;
            while (before >= min && !isRecord(before)) {
                before--;
            }
            return before < min ? log.minPosition()
                : QueueEntry.position(entry, 0) + QueueEntry.sizeBytes(entry, 0);
        }

        long positionFrom(long offset, long max) {
            long behind = offset;
            while (behind < max && !isRecord(behind)) {
                behind++;
            }
            return behind < max ? QueueEntry.position(entry, 0) : Long.MAX_VALUE;
        }
    }
}
