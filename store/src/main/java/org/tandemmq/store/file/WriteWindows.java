/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The open file and the mappings through which a segment is written: one for each piece of it, apart from the mapping
 * that readers share, and given back when the writer leaves the piece. A page that may be written through a mapping
 * costs the flush an interrupt of the other cores, one for each page; a piece that is unmapped costs one for all of its
 * pages.
 *
 * <pre>
 * | 0     | 1     | 2     | 3     | 4     |           window n begins at n x WINDOW_BYTES and reaches
 *   unmapped      | written       | touched           RECORD_BYTES_MAX into its follower
 * </pre>
 *
 * <p>Any thread. Whoever takes a window releases it; the last one who lets go unmaps.
 */
final class WriteWindows {

    /** Where the next window begins. */
    static final int WINDOW_BYTES = 1 << 20;
    /** What is not longer than this, and begins within a window, lies in it. */
    static final int RECORD_BYTES_MAX = 8 << 20;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10).asReadOnlyBuffer();

    /** What is done with the file by one at a time. */
    interface SpaceChange {
        void make() throws IOException;
    }

    private final FileLayer layer;
    private final Path path;
    private final int fileBytes;
    private final AtomicReferenceArray<SharedRegion> regions;
    /** None is mapped before it, or it goes back for that. */
    private final AtomicInteger first = new AtomicInteger();
    private StoreFile file;

    WriteWindows(FileLayer layer, Path path, int fileBytes) {
        this.layer = layer;
        this.path = path;
        this.fileBytes = fileBytes;
        this.regions = new AtomicReferenceArray<>(fileBytes / WINDOW_BYTES + 1);
    }

    /** First byte of the window in which an index lies. */
    static int windowFrom(int index) {
        return index / WINDOW_BYTES * WINDOW_BYTES;
    }

    /** Takes over the file that was made just now. */
    synchronized void opened(StoreFile made) {
        file = made;
    }

    /** The file, opened when it is not. */
    synchronized StoreFile file() throws IOException {
        if (file == null) {
            file = layer.open(path);
        }
        return file;
    }

    /**
     * The window in which an index lies, to be released by the caller; null when it is not mapped. Waits for nobody:
     * whoever maps the next window may have to wait for the kernel.
     */
    SharedRegion acquire(int index) {
        SharedRegion region = regions.get(index / WINDOW_BYTES);
        return region != null && region.retain() ? region : null;
    }

    /** The same, mapped when it is not. */
    synchronized SharedRegion mapped(int index) throws IOException {
        int number = index / WINDOW_BYTES;
        SharedRegion present = acquire(index);
        if (present != null) {
            return present;
        }
        int from = number * WINDOW_BYTES;
        int sizeBytes = Math.min(fileBytes - from, WINDOW_BYTES + RECORD_BYTES_MAX);
        SharedRegion made = new SharedRegion(file().map(from, sizeBytes));
        made.retain();
        regions.set(number, made);
        first.accumulateAndGet(number, Math::min);
        return made;
    }

    /**
     * Writes zeros through the file and touches their pages in the window, a piece of what is wanted.
     *
     * @param from first byte
     * @param wanted behind the last one
     * @param pieceBytesMax most bytes of the piece
     * @return bytes of the piece
     * @throws IOException when the disk is full or fails
     */
    int lay(int from, int wanted, int pieceBytesMax) throws IOException {
        int windowFrom = windowFrom(from);
        // pieces begin at multiples of their size: only so the kernel makes one unit of each
        int most = Math.min(pieceBytesMax, ZEROS.capacity());
        int pieceEnd = from / most * most + most;
        int pieceBytes = Math.min(Math.min(wanted, pieceEnd), windowFrom + WINDOW_BYTES) - from;
        file().write(ZEROS.slice(0, pieceBytes), from);
        SharedRegion window = mapped(from);
        try {
            touch(window.bytes(), from - windowFrom, from - windowFrom + pieceBytes);
        } finally {
            window.release();
        }
        return pieceBytes;
    }

    /** Nobody else writes there before all is laid; hence a zero over a zero does no harm. */
    private static void touch(ByteBuffer bytes, int from, int to) {
        for (int at = from; at < to; at += MappedFile.PAGE_BYTES) {
            bytes.put(at, (byte) 0);
        }
    }

    /**
     * Gives back the windows before the one in which an index lies: the writer has left them. Waits for nobody but the
     * kernel.
     */
    void releaseBefore(int index) {
        while (releaseFirst(index / WINDOW_BYTES)) {
            // one after the other
        }
    }

    /** Gives all back and closes the file. */
    void close() {
        synchronized (this) {
            if (file != null) {
                try {
                    file.close();
                } catch (IOException thrown) {
                    throw new IllegalStateException("can't close " + path, thrown);
                } finally {
                    file = null;
                }
            }
        }
        while (releaseFirst(regions.length())) {
            // one after the other
        }
    }

    private boolean releaseFirst(int below) {
        int number = first.get();
        if (number >= below) {
            return false;
        }
        // Whoever moves on gives back; one that is mapped again meanwhile brings the begin back, and goes next time.
        SharedRegion left = first.compareAndSet(number, number + 1) ? regions.getAndSet(number, null) : null;
        if (left != null) {
            left.release();
        }
        return true;
    }
}
