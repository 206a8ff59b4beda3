/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongBiFunction;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.ConsumeQueueTable;
import org.tandemmq.store.queue.file.QueueEntry;

/**
 * Reads by queue offset (storage 13): the entries of the queue, then the records of those that the filter lets through,
 * as slices of the log. Any thread.
 */
final class MessageReader {

    private static final int ENTRIES_BYTES = 800 * QueueEntry.BYTES;

    private final ConsumeQueueTable queues;
    private final LogReader log;
    private final ReadConfig limits;
    private final long cachedBytes;
    private final BooleanSupplier correctsOffsets;
    private final ToLongBiFunction<ConsumeQueue, Long> holes;
    private final ToLongBiFunction<String, Integer> appended;
    private final ThreadLocal<ByteBuffer> entries =
        ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(ENTRIES_BYTES));

    /**
     * Creates the reader.
     *
     * @param queues all queues
     * @param log the log
     * @param limits limits of one read
     * @param memoryBytes memory of the machine, whose share decides what counts as cached
     * @param correctsOffsets whether readers are told the right offset when theirs is out of range
     * @param holes told about entries that lead to no record; says where readers go on
     * @param appended next offset of a queue by what is in the log, shown to readers or not; 0 where that is not known
     */
    MessageReader(ConsumeQueueTable queues, LogReader log, ReadConfig limits, long memoryBytes,
                  BooleanSupplier correctsOffsets, ToLongBiFunction<ConsumeQueue, Long> holes,
                  ToLongBiFunction<String, Integer> appended) {
        this.queues = queues;
        this.log = log;
        this.limits = limits;
        this.cachedBytes = memoryBytes / 100 * limits.memoryRatioPercent();
        this.correctsOffsets = correctsOffsets;
        this.holes = holes;
        this.appended = appended;
    }

    /** Reads; with cachedOnly null instead of a wait for the disk. */
    GetResult get(String topic, int queueId, long offset, int maxCount, EntryFilter filter, boolean cachedOnly) {
        ConsumeQueue queue = queues.find(topic, queueId);
        // max is read last: a message that is there is never taken for one beyond the end.
        long min = queue == null ? 0 : queue.minOffset();
        long max = queue == null ? 0 : queue.maxOffset();
        if (offset > max && offset <= appended.applyAsLong(topic, queueId)) {
            // a slave showed its reader what is not shown here yet
            return nothing(GetStatus.OFFSET_OVERFLOW_ONE, offset, min, max);
        }
        if (queue == null) {
            return nothing(GetStatus.NO_MATCHED_LOGIC_QUEUE, corrected(offset, 0), 0, 0);
        }
        if (max == 0) {
            return nothing(GetStatus.NO_MESSAGE_IN_QUEUE, corrected(offset, 0), min, max);
        }
        if (offset < min) {
            return nothing(GetStatus.OFFSET_TOO_SMALL, corrected(offset, min), min, max);
        }
        if (offset == max) {
            return nothing(GetStatus.OFFSET_OVERFLOW_ONE, offset, min, max);
        }
        if (offset > max) {
            return nothing(GetStatus.OFFSET_OVERFLOW_BADLY, corrected(offset, max), min, max);
        }
        return read(queue, offset, maxCount, new MessageSelection.Choice(filter, cachedOnly, cachedBytes));
    }

    private long corrected(long asked, long right) {
        return correctsOffsets.getAsBoolean() ? right : asked;
    }

    private static GetResult nothing(GetStatus status, long nextOffset, long min, long max) {
        return new GetResult(status, nextOffset, min, max, List.of(), 0, 0, false);
    }

    private GetResult read(ConsumeQueue queue, long offset, int maxCount, MessageSelection.Choice choice) {
        long max = queue.maxOffset();
        ByteBuffer block = entries.get();
        // What a caller wants must not decide how much is looked at: it gets no more than the limit anyway.
        int left = Math.max(limits.scanBytes() / QueueEntry.BYTES, Math.min(maxCount, limits.countInMemory()));
        int wanted = Math.max(maxCount, 1);
        try (MessageSelection selection = new MessageSelection(queue, log, limits, choice)) {
            selection.begin(offset, wanted);
            while (selection.nextOffset() < max && left > 0 && !selection.isFull()) {
                int count = Math.min(Math.min(left, wanted), ENTRIES_BYTES / QueueEntry.BYTES);
                block.clear().limit(count * QueueEntry.BYTES);
                int there = queue.read(selection.nextOffset(), block);
                if (there == 0) {
                    return choice.cachedOnly() && selection.isEmpty() ? null : atHole(queue, selection, offset);
                }
                left -= selection.take(block, there);
                wanted = Integer.MAX_VALUE;
            }
            if (selection.isAtHole()) {
                return atHole(queue, selection, offset);
            }
            return selection.isCold() ? null : selection.result(queue.minOffset(), queue.maxOffset());
        }
    }

    /** The entry leads to no record, or its file is not there: the reader waits until it is mended, or leaves it. */
    private GetResult atHole(ConsumeQueue queue, MessageSelection selection, long asked) {
        long hole = selection.nextOffset();
        long next = holes.applyAsLong(queue, hole);
        long min = queue.minOffset();
        long max = queue.maxOffset();
        if (hole > asked) {
            return selection.result(min, max);
        }
        return nothing(next > hole ? GetStatus.MESSAGE_WAS_REMOVING : GetStatus.OFFSET_FOUND_NULL, next, min, max);
    }

    /** Whether a read may have to wait for the disk. */
    boolean mayReadDisk(String topic, int queueId, long offset) {
        ConsumeQueue queue = queues.find(topic, queueId);
        if (queue == null || offset >= queue.maxOffset() || offset < queue.minOffset()) {
            return false;
        }
        ByteBuffer entry = entries.get().clear().limit(QueueEntry.BYTES);
        return queue.read(offset, entry) == 0 || log.endPosition() - QueueEntry.position(entry, 0) > cachedBytes;
    }

    /** The part of the log that one read knows to be in memory, so that looking there does not wait for the disk. */
    static final class InMemory {

        /** Records that stand nearer than this behind one that is in memory are not asked for. */
        private static final long STRIDE_BYTES = 256L << 10;

        private final LogReader reader;
        private final MessageSelection.Choice choice;
        private long from;
        private long behind;
        /** Of no meaning; what is looked at has to go somewhere. */
        private int looked;

        InMemory(LogReader reader, MessageSelection.Choice choice) {
            this.reader = reader;
            this.choice = choice;
        }

        /** Behind the part that is known; another one whenever {@link #has} has asked. */
        long behind() {
            return behind;
        }

        /**
         * Asks the operating system, though not for what was written a moment ago, nor for what is near a record that
         * is there: segments come and go in large pieces.
         */
        boolean has(LogSlice window, long position, int recordBytes) {
            if (position >= from && position < behind) {
                return true;
            }
            long end = reader.endPosition();
            boolean recent = end - position <= choice.recentBytes();
            from = position;
            behind = recent ? end : position + STRIDE_BYTES;
            return recent || end - position <= choice.cachedBytes()
                && window.isLoaded((int) (position - window.position()), recordBytes);
        }

        /**
         * Looks at the first bytes of the records of further entries, as far as they are known to be in memory. They
         * stand apart, and no cache of the processor has them: looked at in a row without any use, the memory brings
         * several at once; checked one after the other, each is waited for.
         */
        void fetch(LogSlice window, ByteBuffer entries, int first, int to) {
            long start = window.position();
            long last = Math.min(behind, start + window.sizeBytes()) - Integer.BYTES;
            ByteBuffer bytes = window.bytes();
            for (int i = first; i < to; i++) {
                long position = QueueEntry.position(entries, i * QueueEntry.BYTES);
                if (position >= from && position <= last && position >= start) {
                    looked += bytes.getInt((int) (position - start));
                }
            }
        }
    }
}
