/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.file.space.FileAllocator;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordLayout;

/** The segment that is written just now, and the way from it to the next one. Used under the log's lock only. */
final class OpenSegment {

    private final MappedFileQueue files;
    private final FileAllocator allocator;
    private final Position end;
    private MappedFile file;
    /** Held, so that readers find the present segment mapped; written is through the windows. */
    private SharedRegion region;
    private SharedRegion window;
    private int windowFrom;
    private int windowEnd;

    OpenSegment(MappedFileQueue files, FileAllocator allocator, Position end) {
        this.files = files;
        this.allocator = allocator;
        this.end = end;
    }

    /** Cuts the segments to an end and goes on there. */
    void open(long newEnd) throws IOException {
        release();
        files.truncate(newEnd);
        MappedFile last = files.last();
        if (last != null && newEnd < last.endPosition()) {
            last.reopenForWriting((int) (newEnd - last.startPosition()));
        }
        end.reset(newEnd);
        if (last != null) {
            region = last.acquire();
            file = last;
        }
    }

    /** Where the record goes that {@link #roomFor} made room for. */
    ByteBuffer bytes() {
        return window.bytes();
    }

    /** The bytes are written up to this index. */
    void written(int end) {
        allocator.wakeIfLow(file, windowFrom + end);
    }

    /** Nothing of a failed append may stay where the next record will be shorter. */
    void zero(int index, int sizeBytes) {
        ByteBuffer bytes = window.bytes();
        for (int at = index; at < index + sizeBytes; at++) {
            bytes.put(at, (byte) 0);
        }
    }

    /**
     * Index within {@link #bytes} where so many bytes fit, with the blank behind; closes the segment and goes to the
     * next one if needed.
     */
    int roomFor(int sizeBytes) throws IOException {
        long position = end.value();
        int needed = sizeBytes + RecordLayout.BLANK_BYTES;
        if (needed > files.segmentBytes()) {
            throw new IllegalStateException(sizeBytes + " bytes do not fit into a segment of " + files.segmentBytes());
        }
        if (file != null && position < file.endPosition() && needed > file.endPosition() - position) {
            position = closeSegment(position);
        }
        if (file == null || position == file.endPosition()) {
            roll(position);
        }
        int index = (int) (position - file.startPosition());
        allocate(index + needed);
        return inWindow(index, sizeBytes);
    }

    /** Index within the window that holds so many bytes from an index of the segment on. */
    private int inWindow(int index, int sizeBytes) throws IOException {
        if (window == null || index < windowFrom || index >= windowFrom + MappedFile.WINDOW_BYTES
            || index + sizeBytes > windowEnd) {
            enterWindow(index, sizeBytes);
        }
        return index - windowFrom;
    }

    private void enterWindow(int index, int sizeBytes) throws IOException {
        boolean fits = sizeBytes <= MappedFile.WINDOW_RECORD_BYTES;
        SharedRegion entered = fits ? file.window(index) : file.acquire();
        leaveWindow();
        file.releaseWindows(index);
        window = entered;
        windowFrom = fits ? MappedFile.windowFrom(index) : 0;
        windowEnd = windowFrom + (fits ? entered.bytes().capacity() : 0);
    }

    private void leaveWindow() {
        if (window != null) {
            window.release();
            window = null;
        }
    }

    /**
     * Puts bytes of the master's log; they have their place already. Where zeros were laid out they go through the
     * mapping, which is a copy; elsewhere through the file, which takes its pages one by one. See {@link #layAhead}.
     */
    void putRaw(long position, ByteBuffer bytes) throws IOException {
        int sizeBytes = bytes.remaining();
        int index = rawPlace(position, sizeBytes);
        if (index + sizeBytes <= file.allocatedBytes()) {
            int at = inWindow(index, sizeBytes);
            window.bytes().put(at, bytes, bytes.position(), sizeBytes);
        } else {
            allocator.write(file, index, bytes);
        }
        end.publish(position + sizeBytes);
        allocator.wakeIfLow(file, index + sizeBytes);
    }

    /**
     * Whether zeros are laid out ahead of the master's bytes. Writing each page twice would be most of the work of a
     * slave that catches up; one in step has a thread to spare for it, and its master's producers wait.
     */
    void layAhead(boolean wanted) {
        allocator.layAhead(wanted);
    }

    private int rawPlace(long position, int sizeBytes) throws IOException {
        int inSegment = (int) (position % files.segmentBytes());
        boolean follows = file == null ? inSegment == 0 && position >= end.value() : position == end.value();
        if (!follows) {
            throw new IllegalArgumentException("bytes for position " + position + ", the log ends at " + end.value());
        }
        if (sizeBytes > files.segmentBytes() - inSegment) {
            throw new IllegalArgumentException(sizeBytes + " bytes at position " + position
                + " cross the end of a segment of " + files.segmentBytes());
        }
        if (file == null || position == file.endPosition()) {
            roll(position);
        }
        return inSegment;
    }

    private void allocate(int upToBytes) throws IOException {
        if (upToBytes > file.allocatedBytes()) {
            allocator.allocate(file, upToBytes);
        }
    }

    /** Writes the blank after the next segment is sure to be there, so that a failure changes nothing. */
    private long closeSegment(long position) throws IOException {
        int index = (int) (position - file.startPosition());
        allocate(index + RecordLayout.BLANK_BYTES);
        int at = inWindow(index, RecordLayout.BLANK_BYTES);
        MappedFile next = allocator.next(file.endPosition());
        SharedRegion nextRegion = next.acquire();
        window.bytes().putInt(at + RecordLayout.MAGIC, RecordLayout.MAGIC_BLANK);
        window.bytes().putInt(at + RecordLayout.TOTAL_SIZE, file.sizeBytes() - index);
        enter(next, nextRegion);
        end.publish(next.startPosition());
        return next.startPosition();
    }

    private void roll(long position) throws IOException {
        MappedFile next = allocator.next(position - position % files.segmentBytes());
        enter(next, next.acquire());
    }

    private void enter(MappedFile next, SharedRegion nextRegion) {
        MappedFile full = file;
        files.add(next);
        release();
        file = next;
        region = nextRegion;
        if (full != null) {
            full.seal();
        }
        allocator.wake();
    }

    /** Lets go of the segment. */
    void release() {
        leaveWindow();
        if (region != null) {
            region.release();
        }
        region = null;
        file = null;
    }
}
