/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.config.ReadConfig;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.mend.OwnRecord;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.PropertyNames;
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

    private static final int SLICES_EXPECTED = 32;

    private final ConsumeQueue queue;
    private final LogReader reader;
    private final ReadConfig limits;
    private final Choice choice;
    private final RecordView view = new RecordView();
    private final MessageReader.InMemory inMemory;
    private final List<LogSlice> slices = new ArrayList<>(SLICES_EXPECTED);
    private long nextOffset;
    private int maxCount;
    private int count;
    private int sizeBytes;
    /** Bytes of properties that the filter was shown: a long expression reads them again and again. */
    private long shownBytes;
    private long lastPosition;
    private boolean full;
    private boolean cold;
    private boolean hole;
    private boolean removed;
    private LogSlice window;
    private long runStart = -1;
    private long runEnd;
    private int runCount;

    MessageSelection(ConsumeQueue queue, LogReader reader, ReadConfig limits, Choice choice) {
        this.queue = queue;
        this.reader = reader;
        this.limits = limits;
        this.choice = choice;
        this.inMemory = new MessageReader.InMemory(reader, choice);
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
            if (!QueueEntry.isWritten(entries, at)) {
                endAtHole();
            } else if (QueueEntry.isFiller(entries, at)) {
                removed = true;
                passFillers(looked + 1 == entryCount);
            } else {
                long known = inMemory.behind();
                take(QueueEntry.position(entries, at), QueueEntry.sizeBytes(entries, at),
                    QueueEntry.tagsCode(entries, at));
                if (inMemory.behind() != known && !full && choice.filter() == EntryFilter.ALL) {
                    inMemory.fetch(window, entries, looked + 1, Math.min(entryCount, looked + 1 + maxCount - count));
                }
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

    /** A row of them may be as long as what the log has lost: the rest of it is passed in one step. */
    private void passFillers(boolean lastOfBlock) {
        if (lastOfBlock && choice.cachedOnly()) {
            cold = true;
            full = true;
        } else if (lastOfBlock) {
            nextOffset = queue.fillersEnd(nextOffset + 1);
        }
    }

    private void take(long position, int recordBytes, long tagsCode) {
        if (isEnough(position, recordBytes)) {
            full = true;
            return;
        }
        lastPosition = position;
        boolean addressed = QueueEntry.isAddress(tagsCode);
        if (!addressed && !choice.filter().matchesTagsCode(tagsCode)) {
            if (position > reader.endPosition() - recordBytes) {
                endAtHole();
            }
            return;
        }
        if (!inWindow(position, recordBytes)) {
            leave(position);
            return;
        }
        int at = (int) (position - window.position());
        if (choice.cachedOnly() && !inMemory.has(window, position, recordBytes)) {
            cold = true;
            full = true;
            return;
        }
        if (!OwnRecord.isAt(window.bytes(), at, recordBytes, position, nextOffset)) {
            endAtHole();
            return;
        }
        if (isWanted(at, addressed)) {
            add(position, recordBytes);
        }
    }

    private boolean isWanted(int at, boolean addressed) {
        return (!addressed || matchesTags(at)) && (!choice.filter().needsRecord() || matches(at));
    }

    /** The entry has an address in the place of its tags code: the record knows its tags. */
    private boolean matchesTags(int at) {
        view.wrap(window.bytes(), at);
        shownBytes += view.propertiesBytes();
        return choice.filter().matchesTagsCode(view.propertyHash(PropertyNames.TAGS));
    }

    private boolean matches(int at) {
        view.wrap(window.bytes(), at);
        shownBytes += view.propertiesBytes();
        return choice.filter().matchesRecord(view);
    }

    private boolean isEnough(long position, int recordBytes) {
        if (count == 0) {
            return shownBytes >= limits.bytesInMemory();
        }
        boolean cached = reader.endPosition() - position <= choice.cachedBytes();
        int bytes = cached ? limits.bytesInMemory() : limits.bytesOnDisk();
        int most = cached ? limits.countInMemory() : limits.countOnDisk();
        return count >= Math.min(maxCount, most) || sizeBytes + recordBytes > bytes;
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

    /** The record is gone: on to the first one that can be read, in one step. Or the entry is no entry. */
    private void leave(long position) {
        long readable = reader.nextReadable(position);
        if (readable <= position || queue.isOutOfOrder(nextOffset, position)) {
            endAtHole();
            return;
        }
        removed = true;
        nextOffset = Math.max(nextOffset + 1, queue.firstOffsetFrom(readable));
        full = count > 0;
    }

    private void endAtHole() {
        hole = true;
        full = true;
    }

    /** Whether the next entry leads to no record: its file is damaged, or its queue is just made anew. */
    boolean isAtHole() {
        return hole;
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
