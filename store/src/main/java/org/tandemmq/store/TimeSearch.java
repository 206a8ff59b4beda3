/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.nio.ByteBuffer;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** Searches a queue by store time: halves the range of offsets, looking at the records (wire-protocol 2.11). */
final class TimeSearch {

    private static final long NONE = -1;

    private final LogReader log;

    TimeSearch(LogReader log) {
        this.log = log;
    }

    /**
     * Offset for a store time.
     *
     * <p>LOWER: the first message of that time or later; max when all are earlier. UPPER: the last message of that time
     * or earlier; min when all are later.
     */
    long offset(ConsumeQueue queue, long timestampMs, TimeBoundary boundary) {
        long min = queue.minOffset();
        long max = queue.maxOffset();
        if (boundary == TimeBoundary.LOWER) {
            return queue.fillersEnd(firstFrom(queue, timestampMs, min, max));
        }
        if (timestampMs == Long.MAX_VALUE) {
            return Math.max(min, max - 1);
        }
        return Math.max(min, firstFrom(queue, timestampMs + 1, min, max) - 1);
    }

    private long firstFrom(ConsumeQueue queue, long timestampMs, long min, long max) {
        long low = min;
        long high = max;
        while (low < high) {
            long middle = (low + high) >>> 1;
            long real = middle;
            long time = storeTimestampMs(queue, real);
            // Fillers and what is gone have no time: the next message behind them stands for them.
            while (time == NONE && real + 1 < high) {
                real = behind(queue, real);
                time = real < high ? storeTimestampMs(queue, real) : NONE;
            }
            if (time == NONE || time >= timestampMs) {
                high = middle;
            } else {
                low = real + 1;
            }
        }
        return low;
    }

    /** Offset behind an entry without a message, and behind all of the same cause. */
    private long behind(ConsumeQueue queue, long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        if (queue.read(offset, entry) == 0) {
            return offset + 1;
        }
        if (QueueEntry.isFiller(entry, 0)) {
            return queue.fillersEnd(offset + 1);
        }
        long position = QueueEntry.position(entry, 0);
        long readable = log.nextReadable(position);
        return readable > position ? Math.max(offset + 1, queue.firstOffsetFrom(readable)) : offset + 1;
    }

    /** Store time of one message; -1 when there is no such message. */
    long storeTimestampMs(ConsumeQueue queue, long offset) {
        if (offset < queue.minOffset() || offset >= queue.maxOffset()) {
            return NONE;
        }
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        if (queue.read(offset, entry) == 0 || QueueEntry.isFiller(entry, 0)) {
            return NONE;
        }
        return storeTimestampMs(QueueEntry.position(entry, 0), QueueEntry.sizeBytes(entry, 0));
    }

    /** Store time of the record at a position; -1 when it is not there. */
    long storeTimestampMs(long position, int sizeBytes) {
        try (LogSlice record = log.exactly(position, sizeBytes)) {
            if (record == null || sizeBytes < RecordLayout.EMPTY_V1_BYTES) {
                return NONE;
            }
            return new RecordView().wrap(record.bytes(), 0).storeTimestampMs();
        }
    }
}
