/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
    private static final int PAGE_BYTES = 4_096;
    private static final int FILLERS_AT_ONCE = 4_096;
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
        ByteBuffer fillers = ByteBuffer.allocate(FILLERS_AT_ONCE * QueueEntry.BYTES);
        for (int i = 0; i < FILLERS_AT_ONCE; i++) {
            QueueEntry.write(fillers, i * QueueEntry.BYTES, 0, QueueEntry.FILLER_SIZE, 0);
        }
        int perFile = files.fileBytes() / QueueEntry.BYTES;
        for (long next = endOffset - 1 - (endOffset - 1) % perFile; next < endOffset; next += FILLERS_AT_ONCE) {
            int count = (int) Math.min(FILLERS_AT_ONCE, endOffset - next);
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

    /** Puts fillers up to an offset. */
    void fillTo(long offset) throws IOException {
        while (endOffset < offset) {
            add(0, QueueEntry.FILLER_SIZE, 0);
        }
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

    /**
     * Writes entries into files that are still there, where the files end behind them. A kill may end a write between
     * two pages: an entry that lies in both has no size, and is none, until everything else of it is there.
     */
    void mend(long offset, ByteBuffer entries) throws IOException {
        long at = offset * QueueEntry.BYTES;
        int count = entries.remaining() / QueueEntry.BYTES;
        if (files.isEmpty() || at < files.begin() || offset + count > writtenOffset) {
            return;
        }
        ByteBuffer first = ByteBuffer.allocate(count * QueueEntry.BYTES).put(entries.duplicate()).flip();
        for (int i = 0; i < count; i++) {
            if (isInTwoPages(offset + i)) {
                QueueEntry.writeSize(first, i * QueueEntry.BYTES, 0);
                writeSize(offset + i, 0);
            }
        }
        files.write(first, at);
        for (int i = 0; i < count; i++) {
            if (isInTwoPages(offset + i)) {
                writeSize(offset + i, QueueEntry.sizeBytes(entries, entries.position() + i * QueueEntry.BYTES));
            }
        }
    }

    private boolean isInTwoPages(long offset) {
        long inFile = offset * QueueEntry.BYTES % files.fileBytes();
        return inFile % PAGE_BYTES > PAGE_BYTES - QueueEntry.BYTES;
    }

    private void writeSize(long offset, int sizeBytes) throws IOException {
        files.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, sizeBytes), offset * QueueEntry.BYTES
            + QueueEntry.SIZE);
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
}
