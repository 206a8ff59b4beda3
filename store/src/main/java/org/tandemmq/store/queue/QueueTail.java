/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.queue.file.QueueFiles;

/**
 * The growing end of a queue: its newest entries in memory, where readers find them at once, everything before in the
 * files. A piece goes to the file when it is full or when asked; it is never changed below the published end, and a new
 * piece takes its place, so that readers need no lock.
 *
 * <pre>
 * files                             | piece in memory     |
 * ... entries ......................| base ... entries .. end
 * </pre>
 *
 * <p>The dispatch thread writes, any thread reads.
 */
final class QueueTail {

    private static final int SMALL_PIECE = 16;
    private static final int LARGE_PIECE = 256;
    private static final int LARGE_LOOK = 4_096;
    private static final Piece NONE = new Piece(Long.MAX_VALUE, ByteBuffer.allocate(0));

    private final QueueFiles files;
    private volatile long endOffset;
    private volatile Piece piece = NONE;
    private long writtenOffset;
    private long offsetAtLastWrite;
    private boolean begun;

    private record Piece(long baseOffset, ByteBuffer entries) {
        int capacity() {
            return entries.capacity() / QueueEntry.BYTES;
        }
    }

    QueueTail(QueueFiles files) {
        this.files = files;
    }

    /** Next offset to be written. */
    long endOffset() {
        return endOffset;
    }

    /** Whether there never was an entry. */
    boolean isNew() {
        return piece == NONE && files.isEmpty();
    }

    /** Begins at an offset though there is no file; the first entry brings one, with fillers up to it. */
    void begin(long offset) {
        reset(offset);
        begun = true;
    }

    /** Whether it began at an offset and nothing came since. */
    boolean hasBegun() {
        return begun;
    }

    /** So far in pieces, since the end that readers see must not go back. */
    private void fillFile() throws IOException {
        ByteBuffer fillers = ByteBuffer.allocate(LARGE_LOOK * QueueEntry.BYTES);
        for (int i = 0; i < LARGE_LOOK; i++) {
            QueueEntry.write(fillers, i * QueueEntry.BYTES, 0, QueueEntry.FILLER_SIZE, 0);
        }
        int perFile = files.fileBytes() / QueueEntry.BYTES;
        for (long next = endOffset - endOffset % perFile; next < endOffset; next += LARGE_LOOK) {
            int count = (int) Math.min(LARGE_LOOK, endOffset - next);
            files.write(fillers.slice(0, count * QueueEntry.BYTES), next * QueueEntry.BYTES);
        }
        begun = false;
    }

    /** Goes on at an offset; everything before is in the files or does not exist. */
    void reset(long offset) {
        begun = false;
        endOffset = offset;
        writtenOffset = offset;
        offsetAtLastWrite = offset;
        piece = NONE;
    }

    /** Puts an entry at the end; when that needs a full piece to be written and fails, nothing is put. */
    void add(long position, int sizeBytes, long tagsCode) throws IOException {
        if (begun) {
            fillFile();
        }
        Piece current = piece;
        long offset = endOffset;
        if (current == NONE || offset == current.baseOffset() + current.capacity()) {
            write();
            current = new Piece(offset, ByteBuffer.allocate(capacityAfter(current, offset) * QueueEntry.BYTES));
            piece = current;
        }
        int at = (int) (offset - current.baseOffset()) * QueueEntry.BYTES;
        QueueEntry.write(current.entries(), at, position, sizeBytes, tagsCode);
        endOffset = offset + 1;
    }

    /** Twice the size when a whole piece was filled since the last time all was written. */
    private int capacityAfter(Piece current, long offset) {
        if (current == NONE) {
            return SMALL_PIECE;
        }
        boolean busy = offset - offsetAtLastWrite >= current.capacity();
        return busy ? Math.min(LARGE_PIECE, current.capacity() * 2) : current.capacity();
    }

    private void write() throws IOException {
        long to = endOffset;
        if (writtenOffset < to) {
            Piece current = piece;
            int from = (int) (writtenOffset - current.baseOffset()) * QueueEntry.BYTES;
            int behind = (int) (to - current.baseOffset()) * QueueEntry.BYTES;
            files.write(current.entries().slice(from, behind - from), writtenOffset * QueueEntry.BYTES);
            writtenOffset = to;
        }
    }

    /** Writes what only memory has; false when nothing came since the last time and the memory was given back. */
    boolean writeOut() throws IOException {
        write();
        boolean busy = endOffset > offsetAtLastWrite;
        offsetAtLastWrite = endOffset;
        if (!busy) {
            piece = NONE;
        }
        return busy;
    }

    /** Writes entries into files that are still there, where the files end behind them. */
    void mend(long offset, ByteBuffer entries) throws IOException {
        long at = offset * QueueEntry.BYTES;
        long behind = offset + entries.remaining() / QueueEntry.BYTES;
        if (!files.isEmpty() && at >= files.begin() && behind <= writtenOffset) {
            files.write(entries, at);
        }
    }

    /** Offset of the last entry with a record, at or behind another; -1 without one. */
    long lastRecord(long minOffset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        for (long last = endOffset - 1; last >= minOffset; last--) {
            boolean there = readFile(last, 1, entry.clear()) == 1;
            if (there && QueueEntry.isWritten(entry, 0) && !QueueEntry.isFiller(entry, 0)) {
                return last;
            }
        }
        return -1;
    }

    /** Log position behind the record of an entry in the files. */
    long recordEndAt(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        readFile(offset, 1, entry);
        return QueueEntry.position(entry, 0) + QueueEntry.sizeBytes(entry, 0);
    }

    /** Reads entries in one piece, as many as fit; 0 when they are missing. */
    int read(long offset, ByteBuffer into) {
        // In this order: what is below the end was in this piece or, before the piece came, in the files.
        long end = endOffset;
        Piece current = piece;
        int wanted = (int) Math.min(into.remaining() / QueueEntry.BYTES, end - offset);
        if (wanted <= 0) {
            return 0;
        }
        if (offset >= current.baseOffset()) {
            int from = (int) (offset - current.baseOffset()) * QueueEntry.BYTES;
            int count = Math.min(wanted, current.capacity() - from / QueueEntry.BYTES);
            into.put(into.position(), current.entries(), from, count * QueueEntry.BYTES);
            into.position(into.position() + count * QueueEntry.BYTES);
            return count;
        }
        return readFile(offset, (int) (Math.min(offset + wanted, current.baseOffset()) - offset), into);
    }

    /** Reads entries of the files, written or not; number of entries that were there. */
    int readFile(long offset, int count, ByteBuffer into) {
        int limit = into.limit();
        try {
            into.limit(into.position() + count * QueueEntry.BYTES);
            return files.read(into, offset * QueueEntry.BYTES) / QueueEntry.BYTES;
        } catch (IOException thrown) {
            throw new UncheckedIOException("queue " + files, thrown);
        } finally {
            into.limit(limit);
        }
    }

    /** First offset behind the fillers at the begin; they are told from a gap further on by leaping ahead from here. */
    long behindFillers(long firstOffset) {
        long filler = firstOffset - 1;
        long step = 1;
        while (isFillerInFile(filler + step)) {
            filler += step;
            step *= 2;
        }
        while (step > 1) {
            step /= 2;
            if (isFillerInFile(filler + step)) {
                filler += step;
            }
        }
        return filler + 1;
    }

    private boolean isFillerInFile(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        return readFile(offset, 1, entry) == 1 && QueueEntry.isFiller(entry, 0);
    }

    /**
     * First offset at which the files have nothing. Entries are taken as one row; the search goes out from where the
     * end is expected, in growing steps, so that a right guess costs two reads.
     */
    long firstUnwritten(long firstOffset, long expected) {
        long low = firstOffset;
        long high = Math.max(low, files.end() / QueueEntry.BYTES);
        long guess = Math.max(low, Math.min(expected, high));
        if (guess > low && !isWritten(guess - 1)) {
            high = guess - 1;
        } else {
            low = guess;
            for (long step = 1; low < high; step *= 2) {
                long probe = Math.min(low + step, high) - 1;
                if (!isWritten(probe)) {
                    high = probe;
                    break;
                }
                low = probe + 1;
            }
        }
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isWritten(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether the files have an entry there. */
    boolean isWritten(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        return readFile(offset, 1, entry) == 1 && QueueEntry.isWritten(entry, 0);
    }

    /** Position of the first real entry at or behind an offset; the largest number when none follows. */
    long positionAt(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        return realFrom(offset, entry) < 0 ? Long.MAX_VALUE : QueueEntry.position(entry, 0);
    }

    /** First offset at or behind another that has a message; -1 when none follows. */
    long realFrom(long offset) {
        return realFrom(offset, ByteBuffer.allocate(QueueEntry.BYTES));
    }

    /**
     * First offset at or behind another at which no filler stands, in a piece of the log that is lost there may be
     * millions of them; the end when nothing else follows. Any thread.
     */
    long fillersEnd(long offset) {
        long next = offset;
        for (int look = SMALL_PIECE; next < limitOffset(); look = Math.min(look * 2, LARGE_LOOK)) {
            ByteBuffer block = ByteBuffer.allocate(look * QueueEntry.BYTES);
            int there = next < endOffset ? read(next, block) : readFile(next, look, block);
            int fillers = 0;
            while (fillers < there && QueueEntry.isFiller(block, fillers * QueueEntry.BYTES)) {
                fillers++;
            }
            next += fillers;
            if (fillers < there || there == 0) {
                break;
            }
        }
        return next;
    }

    private long limitOffset() {
        return Math.max(endOffset, files.end() / QueueEntry.BYTES);
    }

    private long realFrom(long offset, ByteBuffer entry) {
        long next = offset;
        while (next < limitOffset()) {
            entry.clear();
            boolean there = (next < endOffset ? read(next, entry) : readFile(next, 1, entry)) == 1;
            if (there && !QueueEntry.isWritten(entry, 0)) {
                break;
            }
            if (there && !QueueEntry.isFiller(entry, 0)) {
                return next;
            }
            next = there ? fillersEnd(next + 1) : next + 1;
        }
        return -1;
    }

    /**
     * First offset for which a condition holds that holds for all behind it, too.
     *
     * @param from first offset that is asked for
     * @param limit the answer when it holds for none before
     * @param condition asked at any offset between
     * @return the offset, at least {@code from}
     */
    long firstWhere(long from, long limit, LongPredicate condition) {
        long low = from;
        long high = Math.max(low, limit);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (condition.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
