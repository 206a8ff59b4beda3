/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.queue.file.QueueFiles;

/**
 * One queue: an entry per message that says where in the log it stands (storage 4). The newest entries are in memory
 * and readable there at once ({@link QueueTail}); what a crash takes from there comes again from the log.
 *
 * <p>The dispatch thread appends; the upkeep thread moves <i>min</i>; any thread reads below the published max.
 */
public final class ConsumeQueue {

    private static final Logger log = LoggerFactory.getLogger(ConsumeQueue.class);

    private final String topic;
    private final byte[] topicUtf8;
    private final int queueId;
    private final QueueFiles files;
    private final QueueTail tail;
    private final EntrySearch search;
    private final QueueHead head;
    private long lastEndPosition;
    private boolean endsWithRecord;
    private long expectedEnd;
    private boolean active;
    private QueueGap gap;

    ConsumeQueue(String topic, int queueId, QueueFiles files) {
        this.topic = topic;
        this.topicUtf8 = topic.getBytes(StandardCharsets.UTF_8);
        this.queueId = queueId;
        this.files = files;
        this.tail = new QueueTail(files);
        this.search = new EntrySearch(files, tail);
        this.head = new QueueHead(files, search);
        this.gap = new QueueGap(files.fileBytes() / QueueEntry.BYTES);
    }

    /** Topic. */
    public String topic() {
        return topic;
    }

    /** Topic in UTF-8, not to be changed. */
    byte[] topicUtf8() {
        return topicUtf8;
    }

    /** Number of the queue. */
    public int queueId() {
        return queueId;
    }

    /** First offset whose message is in the log. */
    public long minOffset() {
        return head.minOffset();
    }

    /** Next offset to be written. */
    public long maxOffset() {
        return tail.endOffset();
    }

    /** Log position behind the last record that has an entry here; 0 without one. Dispatch thread, or at start. */
    public long lastEndPosition() {
        return lastEndPosition;
    }

    /** Finds the files and compares them with their measures, at start; throws when they don't fit. Changes nothing. */
    void find() throws IOException {
        files.find();
    }

    /**
     * Opens the files that were found and looks for the last entry, at start. Entries are taken as one row without
     * holes; where that is in doubt, {@link #cut} at a position up to which the files were forced makes it true.
     *
     * @param log where the log begins
     * @throws IOException when the files can't be read
     */
    public void load(LogBegin log) throws IOException {
        files.load(log.position());
        head.load(log.hasHoles());
        setEnd(search.firstUnwritten(head.firstOffset(), expectedEnd));
    }

    /** From where the log is needed because files were given up at start; the largest number when none were. */
    public long neededFrom() {
        return files.gaveUp() ? lastEndPosition : Long.MAX_VALUE;
    }

    /** The queue should end here or behind: {@link #load} looks there first. */
    void expectEnd(long offset) {
        expectedEnd = offset;
    }

    /**
     * Takes away the entries of records at or behind a position, and whatever else stands there, at start.
     *
     * @param position log position
     * @param intact whether the files end where their entries end: no power was lost since they were written
     * @throws IOException when the files can't be changed
     */
    public void cut(long position, boolean intact) throws IOException {
        boolean complete = endsWithRecord && lastEndPosition <= position;
        long kept = complete ? maxOffset() : search.endBefore(head.firstOffset(), position);
        boolean empty = kept == head.firstOffset();
        if (empty || !intact || search.isWritten(kept)) {
            files.cut(empty ? 0 : kept * QueueEntry.BYTES);
        }
        head.cut(empty ? 0 : kept);
        setEnd(empty ? 0 : kept);
    }

    /** Entries of records before a position are known to be on disk. At start. */
    void forcedUpTo(long position) {
        if (files.count() <= 1 && lastEndPosition > position) {
            return;
        }
        long known = lastEndPosition <= position ? maxOffset() : firstOffsetFrom(position);
        files.forcedBefore(known * QueueEntry.BYTES);
    }

    private void setEnd(long offset) {
        tail.reset(offset);
        long last = search.lastRecord(head.minOffset());
        lastEndPosition = last < 0 ? 0 : search.recordEndAt(last);
        endsWithRecord = last >= 0 && last == offset - 1;
    }

    /** First offset whose record stands at or behind a position of the log; max when there is none. */
    public long firstOffsetFrom(long position) {
        return Math.max(head.minOffset(), search.firstFrom(head.firstOffset(), maxOffset(), position));
    }

    /** First offset at or behind another without a filler; max when only fillers follow. Any thread, reads files. */
    public long fillersEnd(long offset) {
        return Math.min(search.fillersEnd(offset), Math.max(offset, maxOffset()));
    }

    /**
     * Whether an entry is damaged that leads to the front of the log. Any thread, reads files.
     *
     * @param offset its offset
     * @param position the position it names
     * @return whether that is before the queue's first message, and the entry behind it
     */
    public boolean isOutOfOrder(long offset, long position) {
        long min = head.minOffset();
        return offset > min && position < search.positionAt(min);
    }

    /** First offset of the file behind the one that an offset is in. */
    public long nextFileOffset(long offset) {
        return files.behindFileOf(offset);
    }

    /**
     * Takes the entry of a record in; false for what the queue has already. Dispatch thread. When a full piece of the
     * queue can't be written nothing was taken in.
     */
    boolean append(long position, int sizeBytes, long tagsCode, long offset) throws IOException {
        if (position + sizeBytes <= lastEndPosition) {
            return false;
        }
        if (gap.isRepeated(files, maxOffset(), offset, position)
            || offset > maxOffset() && !fillTo(position, sizeBytes, tagsCode, offset)) {
            return false;
        }
        tail.add(position, sizeBytes, tagsCode);
        lastEndPosition = position + sizeBytes;
        return true;
    }

    /** Lets a queue without files begin at an offset; false when it has some, or an end. Dispatch thread. */
    boolean begin(long offset) {
        if (maxOffset() > 0 || !tail.isNew()) {
            return false;
        }
        head.begin(offset);
        tail.begin(offset);
        return true;
    }

    /** Whether it began at an offset without an entry, and has none yet: no file shows that. */
    boolean hasBegun() {
        return tail.hasBegun();
    }

    /** Whether a record begins a new life: its topic was made again, or fillers for a gap before it are too many. */
    boolean isNewLife(long position, long offset) {
        return offset == 0 && maxOffset() > 0 && position >= lastEndPosition
            || gap.isConfirmedBy(offset) && gap.isTooWide(maxOffset(), offset);
    }

    /** Takes the place of another, and what that had left out. */
    ConsumeQueue insteadOf(ConsumeQueue former) {
        gap = former.gap;
        return this;
    }

    private boolean fillTo(long position, int sizeBytes, long tagsCode, long offset) throws IOException {
        if (maxOffset() == 0 && tail.isNew()) {
            beginAt(gap.isConfirmedBy(offset) ? offset - 1 : offset, offset);
            return true;
        }
        if (gap.isTooWide(maxOffset(), offset)) {
            gap.leaveOut(position, sizeBytes, tagsCode, offset);
            log.error("queue {}: the record at position {} says that its offset is {}, where {} follows: it is left out"
                + " unless the next one confirms it", files, position, offset, maxOffset());
            return false;
        }
        log.error("queue {} goes from offset {} to {}: the log has no record between", files, maxOffset(), offset);
        boolean nothingLeft = search.realFrom(head.minOffset()) < 0;
        // what was left out has its place, too, when an attempt to begin anew ended before it
        long first = gap.isConfirmedBy(offset) ? offset - 1 : offset;
        tail.fillTo(first);
        gap.addTo(tail, offset);
        if (nothingLeft) {
            head.skipTo(first);
        }
        return true;
    }

    /**
     * Files begin where the offset belongs, so that they agree with the records (storage 4); in front of the first
     * entry is at least one filler, or a start would miss the files before.
     */
    private void beginAt(long first, long offset) throws IOException {
        head.begin(first);
        setEnd(first - 1 - (first - 1) % (files.fileBytes() / QueueEntry.BYTES));
        tail.fillTo(first);
        gap.addTo(tail, offset);
    }

    /**
     * Writes what is in memory only to the file. Dispatch thread.
     *
     * @return false when nothing was appended since the last time, and the memory was given back
     * @throws IOException when it can't be written; it stays in memory
     */
    boolean writeOut() throws IOException {
        return tail.writeOut();
    }

    /**
     * Forces what was written. Upkeep thread.
     *
     * @throws IOException when the disk did not confirm
     */
    void force() throws IOException {
        files.force();
    }

    /**
     * Writes over entries that lead to no record. Dispatch thread.
     *
     * @param offset offset of the first one, behind which the queue has more
     * @param entries what takes their place
     * @throws IOException when they can't be written
     */
    public void mend(long offset, ByteBuffer entries) throws IOException {
        tail.mend(offset, entries);
    }

    /**
     * Reads entries. Any thread.
     *
     * @param offset first offset, at least min and below max
     * @param into filled with whole entries from its position on, as many as fit and are in one piece
     * @return number of entries; 0 when their file is missing
     */
    public int read(long offset, ByteBuffer into) {
        return tail.read(offset, into);
    }

    /**
     * Follows the log's first position. Upkeep thread, or at start.
     *
     * @param logMinPosition the first position
     * @param deleteFiles whether files that lie wholly before go
     * @throws IOException when a file can't be deleted
     */
    public void advanceMin(long logMinPosition, boolean deleteFiles) throws IOException {
        head.follow(logMinPosition, maxOffset(), deleteFiles);
    }

    /** Notes whether entries wait to be written; returns whether that is new. Dispatch thread. */
    boolean becomesActive(boolean now) {
        boolean changed = active != now;
        active = now;
        return changed;
    }

    /** Closes files that were moved away. */
    void forgetFiles() {
        files.forgetAll();
    }

    /** Deletes all files. Dispatch thread, or at start. */
    void delete() throws IOException {
        files.deleteAll();
    }

    @Override
    public String toString() {
        return files.toString();
    }
}
