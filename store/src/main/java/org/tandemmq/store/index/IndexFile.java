/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.tandemmq.store.file.MappedRegion;
import org.tandemmq.store.kernel.Pace;

/**
 * One mapped index file (layout in {@link IndexLayout}). One writer; readers come from any thread and are kept away
 * from an unmapped file by {@link IndexService}.
 *
 * <p>An entry is written first, then counted, then linked into its slot, so that a reader who finds it finds it whole.
 * {@link IndexRepair} makes a file right that a crash left behind.
 */
final class IndexFile {

    /** What a walk over the entries of one hash meets. */
    @FunctionalInterface
    interface EntryVisitor {
        /**
         * An entry of the wanted hash and time.
         *
         * @param position log position of its record
         * @return whether the walk goes on
         */
        boolean visit(long position);
    }

    private static final int MS_PER_SECOND = 1000;
    private static final int FORCE_BYTES = 512 << 10;

    private final Path path;
    private final MappedRegion region;
    private final IndexSpace space;
    private final ByteBuffer bytes;
    private final int slots;
    private final int entries;
    private final int entriesAt;
    private volatile boolean dirty = true;
    /** Entries from here on were not forced; all at first: a killed process may have written and not forced them. */
    private volatile int unforcedFrom = 1;

    /**
     * An index file.
     *
     * @param path the file
     * @param region its mapping
     * @param space takes space before it is written to; null for one that is only read
     * @param slots slots in it
     * @param entries entries in it
     */
    IndexFile(Path path, MappedRegion region, IndexSpace space, int slots, int entries) {
        this.path = path;
        this.region = region;
        this.space = space;
        this.bytes = region.bytes();
        this.slots = slots;
        this.entries = entries;
        this.entriesAt = IndexLayout.HEADER_BYTES + slots * IndexLayout.SLOT_BYTES;
    }

    /** A new file takes over where the one before it ended, as its header on disk shows until it is written to. */
    void follow(IndexFile before) {
        bytes.putLong(IndexLayout.BEGIN_TIMESTAMP, before.endTimestampMs());
        bytes.putLong(IndexLayout.END_TIMESTAMP, before.endTimestampMs());
        bytes.putLong(IndexLayout.BEGIN_POSITION, before.endPosition());
        bytes.putLong(IndexLayout.END_POSITION, before.endPosition());
        dirty = true;
    }

    Path path() {
        return path;
    }

    /** All bytes of the file; for its repair. */
    ByteBuffer bytes() {
        return bytes;
    }

    int slots() {
        return slots;
    }

    int entries() {
        return entries;
    }

    /** Something was changed by others than {@link #put}. */
    void changed() {
        unforcedFrom = 1;
        dirty = true;
    }

    long beginTimestampMs() {
        return bytes.getLong(IndexLayout.BEGIN_TIMESTAMP);
    }

    long endTimestampMs() {
        return bytes.getLong(IndexLayout.END_TIMESTAMP);
    }

    long beginPosition() {
        return bytes.getLong(IndexLayout.BEGIN_POSITION);
    }

    long endPosition() {
        return bytes.getLong(IndexLayout.END_POSITION);
    }

    /** Number of the next entry, 1 in an empty file. */
    int nextEntry() {
        return Math.max(1, bytes.getInt(IndexLayout.NEXT_ENTRY));
    }

    int slotsUsed() {
        return bytes.getInt(IndexLayout.SLOTS_USED);
    }

    boolean isEmpty() {
        return nextEntry() == 1;
    }

    boolean isFull() {
        return nextEntry() >= entries;
    }

    /**
     * Adds an entry; the caller has asked {@link #isFull}.
     *
     * @throws IOException when there is no space; nothing was changed
     */
    void put(int keyHash, long position, long storeTimestampMs) throws IOException {
        int number = nextEntry();
        int slotAt = slotAt(keyHash);
        int at = entryAt(number);
        space.usedTo(at);
        space.take(slotAt, IndexLayout.SLOT_BYTES, IndexSpace.SCATTERED_BYTES);
        space.take(at, IndexLayout.ENTRY_BYTES, IndexSpace.GROWING_BYTES);
        int before = validHead(bytes.getInt(slotAt), number - 1);
        bytes.putInt(at, keyHash);
        bytes.putLong(at + IndexLayout.ENTRY_POSITION, position);
        bytes.putInt(at + IndexLayout.ENTRY_SECONDS, seconds(storeTimestampMs));
        bytes.putInt(at + IndexLayout.ENTRY_PREVIOUS, before);
        if (number == 1) {
            bytes.putLong(IndexLayout.BEGIN_TIMESTAMP, storeTimestampMs);
            bytes.putLong(IndexLayout.BEGIN_POSITION, position);
        }
        bytes.putLong(IndexLayout.END_TIMESTAMP, storeTimestampMs);
        bytes.putLong(IndexLayout.END_POSITION, position);
        VarHandle.releaseFence();
        bytes.putInt(IndexLayout.NEXT_ENTRY, number + 1);
        if (before == 0) {
            bytes.putInt(IndexLayout.SLOTS_USED, slotsUsed() + 1);
        }
        VarHandle.releaseFence();
        bytes.putInt(slotAt, number);
        dirty = true;
    }

    /**
     * Walks over the entries of a hash, newest first.
     *
     * @return false when the visitor ended the walk
     */
    boolean find(int keyHash, long beginMs, long endMs, EntryVisitor visitor) {
        int number = bytes.getInt(slotAt(keyHash));
        VarHandle.acquireFence();
        int newest = nextEntry() - 1;
        while (number >= 1 && number <= newest) {
            int at = entryAt(number);
            if (bytes.getInt(at) == keyHash && isWithin(number, beginMs, endMs)
                && !visitor.visit(bytes.getLong(at + IndexLayout.ENTRY_POSITION))) {
                return false;
            }
            int before = bytes.getInt(at + IndexLayout.ENTRY_PREVIOUS);
            if (before >= number) {
                break;
            }
            number = before;
        }
        return true;
    }

    /** Entries know their time to the second only: one that may be inside counts, the record itself decides. */
    private boolean isWithin(int number, long beginMs, long endMs) {
        if (number == 1) {
            return true;
        }
        long from = beginTimestampMs()
            + (long) bytes.getInt(entryAt(number) + IndexLayout.ENTRY_SECONDS) * MS_PER_SECOND;
        return from - MS_PER_SECOND <= endMs && from + MS_PER_SECOND >= beginMs;
    }

    /** Position of the record that an entry points to. */
    long positionOf(int number) {
        return bytes.getLong(entryAt(number) + IndexLayout.ENTRY_POSITION);
    }

    /** Hash of an entry. */
    int hashOf(int number) {
        return bytes.getInt(entryAt(number));
    }

    /**
     * Forces what was written since the last call: header and slots, which are everywhere, and the new entries. In
     * pieces: before a page is written the system interrupts the other cores, for one page after the other.
     */
    void force() throws IOException {
        if (!dirty) {
            return;
        }
        dirty = false;
        try {
            int next = nextEntry();
            forceRanges(unforcedFrom, next);
            unforcedFrom = next;
        } catch (IOException | RuntimeException failed) {
            dirty = true;
            throw failed;
        }
    }

    private void forceRanges(int from, int next) throws IOException {
        Pace pace = new Pace();
        pace.inPieces(0, entriesAt, FORCE_BYTES, this::forcePiece);
        int end = Math.min(bytes.capacity(), entryAt(next));
        pace.inPieces(entryAt(from), end, FORCE_BYTES, this::forcePiece);
        if (from == 1 && end < bytes.capacity()) {
            region.force(end, bytes.capacity());
        }
    }

    private void forcePiece(long from, long to) throws IOException {
        region.force((int) from, (int) to);
    }

    /** Before {@link #unmap}, by a thread that has time. */
    void leavePages() {
        region.leavePages();
    }

    void unmap() {
        region.unmap();
    }

    private int validHead(int head, int newest) {
        return head >= 1 && head <= newest ? head : 0;
    }

    private int seconds(long storeTimestampMs) {
        long begin = beginTimestampMs();
        if (begin <= 0) {
            return 0;
        }
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, (storeTimestampMs - begin) / MS_PER_SECOND));
    }

    long timeOf(int number) {
        long begin = beginTimestampMs();
        return number <= 1 ? begin
            : begin + (long) bytes.getInt(entryAt(number) + IndexLayout.ENTRY_SECONDS) * MS_PER_SECOND;
    }

    int slotAt(int keyHash) {
        return IndexLayout.HEADER_BYTES + keyHash % slots * IndexLayout.SLOT_BYTES;
    }

    int entryAt(int number) {
        return entriesAt + number * IndexLayout.ENTRY_BYTES;
    }
}
