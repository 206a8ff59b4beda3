/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.QueueEntry;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/**
 * The messages that one read selects. Records that stand side by side in the log go into one slice; a window over the
 * segment serves the looks at single records. Used by one thread for one read.
 */
final class MessageSelection implements AutoCloseable {

    /**
     * What one read wants of a queue's entries.
     *
     * @param filter which messages
     * @param cachedOnly whether only those that can be read without waiting for the disk
     * @param cachedBytes how far before the end of the log a record may stand and still count as cached
     */
    record Choice(EntryFilter filter, boolean cachedOnly, long cachedBytes) {

        private static final int RECENT_PART = 64;

        /** How far before the end a record was surely written a moment ago. */
        long recentBytes() {
            return cachedBytes / RECENT_PART;
        }
    }

    private static final Logger log = LoggerFactory.getLogger(MessageSelection.class);

    /** Records that stand nearer than this to one that is in memory are not asked for. */
    private static final int SLICES_EXPECTED = 32;
    private static final long LOADED_STRIDE_BYTES = 256L << 10;

    private final ConsumeQueue queue;
    private final LogReader reader;
    private final ReadConfig limits;
    private final Choice choice;
    private final RecordView view = new RecordView();
    private final List<LogSlice> slices = new ArrayList<>(SLICES_EXPECTED);
    private long nextOffset;
    private int maxCount;
    private int count;
    private int sizeBytes;
    private long lastPosition;
    private boolean full;
    private boolean cold;
    private long loadedFrom;
    private long loadedTo;
    private boolean removed;
    private LogSlice window;
    private long runStart = -1;
    private long runEnd;
    private int runCount;
    private boolean toldMismatch;

    MessageSelection(ConsumeQueue queue, LogReader reader, ReadConfig limits, Choice choice) {
        this.queue = queue;
        this.reader = reader;
        this.limits = limits;
        this.choice = choice;
        this.lastPosition = reader.endPosition();
    }

    void begin(long offset, int wantedCount) {
        nextOffset = offset;
        maxCount = wantedCount;
    }

    /** Offset of the entry that was not looked at yet. */
    long nextOffset() {
        return nextOffset;
    }

    boolean isFull() {
        return full;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether nothing was found because the first wanted record is not in memory, and waiting is not wanted. */
    boolean isCold() {
        return cold && count == 0;
    }

    /** Looks at entries; number of those it looked at. */
    int take(ByteBuffer entries, int entryCount) {
        int looked = 0;
        while (looked < entryCount && !full) {
            int at = looked * QueueEntry.BYTES;
            long before = nextOffset;
            if (!QueueEntry.isFiller(entries, at)) {
                take(QueueEntry.position(entries, at), QueueEntry.sizeBytes(entries, at),
                    QueueEntry.tagsCode(entries, at));
            }
            if (!full) {
                nextOffset = Math.max(nextOffset, before + 1);
            }
            looked++;
            if (nextOffset > before + 1) {
                break;
            }
        }
        return looked;
    }

    private void take(long position, int recordBytes, long tagsCode) {
        if (isEnough(position, recordBytes)) {
            full = true;
            return;
        }
        lastPosition = position;
        if (!choice.filter().matchesTagsCode(tagsCode)) {
            return;
        }
        if (!inWindow(position, recordBytes)) {
            skipRemoved(position);
            return;
        }
        int at = (int) (position - window.position());
        if (choice.cachedOnly() && !isLoaded(position, at, recordBytes)) {
            cold = true;
            full = true;
            return;
        }
        if (!isRecord(at, recordBytes, position)) {
            return;
        }
        if (!choice.filter().needsRecord() || choice.filter().matchesRecord(view.wrap(window.bytes(), at))) {
            add(position, recordBytes);
        }
    }

    private boolean isEnough(long position, int recordBytes) {
        if (count == 0) {
            return false;
        }
        boolean cached = reader.endPosition() - position <= choice.cachedBytes();
        int bytes = cached ? limits.bytesInMemory() : limits.bytesOnDisk();
        int most = cached ? limits.countInMemory() : limits.countOnDisk();
        return count >= Math.min(maxCount, most) || sizeBytes + recordBytes > bytes;
    }

    /**
     * Asks the operating system, though not for what was written a moment ago, nor for what is near a record that is
     * there: segments come and go in large pieces.
     */
    private boolean isLoaded(long position, int at, int recordBytes) {
        long behind = reader.endPosition() - position;
        if (behind <= choice.recentBytes() || position >= loadedFrom && position < loadedTo) {
            return true;
        }
        loadedFrom = position;
        loadedTo = position + LOADED_STRIDE_BYTES;
        return behind <= choice.cachedBytes() && window.isLoaded(at, recordBytes);
    }

    private boolean inWindow(long position, int recordBytes) {
        if (window == null || position < window.position()
            || position + recordBytes > window.position() + window.sizeBytes()) {
            closeWindow();
            window = reader.slice(position, Integer.MAX_VALUE);
        }
        return window != null && recordBytes >= RecordLayout.EMPTY_V1_BYTES && recordBytes <= window.sizeBytes()
            - (position - window.position());
    }

    /** The record is gone, or never was in reach: on to the first one that can be read, in one step. */
    private void skipRemoved(long position) {
        removed = true;
        long readable = reader.nextReadable(position);
        nextOffset = readable > position ? Math.max(nextOffset + 1, queue.firstOffsetFrom(readable)) : nextOffset + 1;
        full = count > 0;
    }

    /** A queue that was just dropped and made again may show entries of one life with records of the other. */
    private boolean isRecord(int at, int recordBytes, long position) {
        ByteBuffer bytes = window.bytes();
        if (bytes.getInt(at + RecordLayout.TOTAL_SIZE) == recordBytes
            && bytes.getLong(at + RecordLayout.POSITION) == position) {
            return true;
        }
        if (!toldMismatch) {
            toldMismatch = true;
            log.error("queue {} offset {} points to position {}, where no record of {} bytes stands", queue, nextOffset,
                position, recordBytes);
        }
        return false;
    }

    private void add(long position, int recordBytes) {
        if (runStart < 0 || position != runEnd || position % reader.segmentBytes() == 0) {
            endRun();
            runStart = position;
            runCount = 0;
        }
        runEnd = position + recordBytes;
        runCount++;
        count++;
        sizeBytes += recordBytes;
    }

    private void endRun() {
        if (runStart >= 0) {
            LogSlice before = slices.isEmpty() ? null : slices.get(slices.size() - 1);
            LogSlice slice = reader.exactly(runStart, (int) (runEnd - runStart), before);
            if (slice != null) {
                slices.add(slice);
            } else {
                removed = true;
                sizeBytes -= (int) (runEnd - runStart);
                count -= runCount;
            }
        }
        runStart = -1;
    }

    GetResult result(long min, long max) {
        endRun();
        boolean found = !slices.isEmpty();
        GetStatus status = found ? GetStatus.FOUND
            : removed ? GetStatus.MESSAGE_WAS_REMOVING : GetStatus.NO_MATCHED_MESSAGE;
        boolean farBehind = reader.endPosition() - lastPosition > choice.cachedBytes();
        return new GetResult(status, nextOffset, min, max, slices, count, sizeBytes, farBehind);
    }

    private void closeWindow() {
        if (window != null) {
            window.close();
            window = null;
        }
    }

    @Override
    public void close() {
        closeWindow();
    }
}
