/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.queue.file.QueueFiles;

/**
 * Finds entries of a queue by what they say: where fillers end, where nothing was written, which record stands where in
 * the log. Positions go up with offsets, so most is found by halving. Changes nothing; any thread, where not said
 * otherwise.
 */
final class EntrySearch {

    private static final int SMALL_LOOK = 16;
    private static final int LARGE_LOOK = 4_096;

    private final QueueFiles files;
    private final QueueTail tail;

    EntrySearch(QueueFiles files, QueueTail tail) {
        this.files = files;
        this.tail = tail;
    }

    /** Offset of the last entry with a record, at or behind another; -1 without one. */
    long lastRecord(long minOffset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        for (long last = tail.endOffset() - 1; last >= minOffset; last--) {
            boolean there = tail.readFile(last, 1, entry.clear()) == 1;
            if (there && QueueEntry.isWritten(entry, 0) && !QueueEntry.isFiller(entry, 0)) {
                return last;
            }
        }
        return -1;
    }

    /** Log position behind the record of an entry in the files. */
    long recordEndAt(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        tail.readFile(offset, 1, entry);
        return QueueEntry.position(entry, 0) + QueueEntry.sizeBytes(entry, 0);
    }

    /** First offset behind the fillers at the begin, where no others can follow: found by leaping ahead from here. */
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
        return tail.readFile(offset, 1, entry) == 1 && QueueEntry.isFiller(entry, 0);
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
        return firstWhere(low, high, offset -> !isWritten(offset));
    }

    /** Whether the files have an entry there. */
    boolean isWritten(long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        return tail.readFile(offset, 1, entry) == 1 && QueueEntry.isWritten(entry, 0);
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
        for (int look = SMALL_LOOK; next < limitOffset(); look = Math.min(look * 2, LARGE_LOOK)) {
            ByteBuffer block = ByteBuffer.allocate(look * QueueEntry.BYTES);
            int there = next < tail.endOffset() ? tail.read(next, block) : tail.readFile(next, look, block);
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
        return Math.max(tail.endOffset(), files.end() / QueueEntry.BYTES);
    }

    private long realFrom(long offset, ByteBuffer entry) {
        long next = offset;
        while (next < limitOffset()) {
            entry.clear();
            boolean there = (next < tail.endOffset() ? tail.read(next, entry) : tail.readFile(next, 1, entry)) == 1;
            if (there && !QueueEntry.isWritten(entry, 0)) {
                break;
            }
            if (there && !QueueEntry.isFiller(entry, 0)) {
                return next;
            }
            next = there ? fillersEnd(next + 1) : files.behindFileOf(next);
        }
        return -1;
    }

    /**
     * First offset whose record stands at or behind a position of the log.
     *
     * @param from first offset that is asked for
     * @param end the answer when there is none before
     * @param position log position
     * @return the offset, at least {@code from}
     */
    long firstFrom(long from, long end, long position) {
        return firstWhere(from, end, offset -> positionAt(offset) >= position);
    }

    /**
     * Where entries in the files end that were written for records before a position.
     *
     * @param from first offset that is asked for
     * @param position log position
     * @return the offset, at least {@code from}
     */
    long endBefore(long from, long position) {
        return firstWhere(from, files.end() / QueueEntry.BYTES,
            offset -> !isWritten(offset) || positionAt(offset) >= position);
    }

    /**
     * First offset for which a condition holds that holds for all behind it, too.
     *
     * @param from first offset that is asked for
     * @param limit the answer when it holds for none before
     * @param condition asked at any offset between
     * @return the offset, at least {@code from}
     */
    private static long firstWhere(long from, long limit, LongPredicate condition) {
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
