/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One segment: a file of fixed size, mapped while it is used ({@link ReadMapping}). Disk space is taken ahead of the
 * writer by {@link #allocate}: a write into a mapping has no way to say that the disk is full, a write of zeros through
 * the file has.
 *
 * <pre>
 * 0            written             allocated                     sizeBytes
 * |  records   |  zeros, touched   |  a hole in the file         |
 * </pre>
 *
 * <p>The writer has mappings of its own, {@link WriteWindows}.
 *
 * <p>Any thread. Those who take space or write through the file exclude each other by the lock {@link #space}; the disk
 * may make them wait. Mapping, which the writer does while the agent takes space ahead of it, does not need it.
 */
public final class MappedFile {

    /** Bytes of a page. */
    public static final int PAGE_BYTES = 4096;
    /** A {@link #window} is left where the next one begins, so many bytes further on. */
    public static final int WINDOW_BYTES = WriteWindows.WINDOW_BYTES;
    /** What begins in a window and has no more bytes than this lies in it. */
    public static final int WINDOW_RECORD_BYTES = WriteWindows.RECORD_BYTES_MAX;

    private final FileLayer layer;
    private final Path path;
    private final long startPosition;
    private final int sizeBytes;
    private volatile int allocatedBytes;
    private final ReadMapping mapping;
    private final WriteWindows windows;
    private final ReentrantLock space = new ReentrantLock();
    private volatile boolean sealed;

    /**
     * A segment whose file exists at its full length.
     *
     * @param layer where files are
     * @param path the file
     * @param startPosition position of its first byte
     * @param sizeBytes its length
     */
    public MappedFile(FileLayer layer, Path path, long startPosition, int sizeBytes) {
        this.layer = layer;
        this.path = path;
        this.startPosition = startPosition;
        this.sizeBytes = sizeBytes;
        this.allocatedBytes = sizeBytes;
        this.mapping = new ReadMapping(layer, path);
        this.windows = new WriteWindows(layer, path, sizeBytes);
    }

    /**
     * Creates the file of a segment: all zeros, no disk space taken.
     *
     * @param layer where files are
     * @param path the file
     * @param startPosition position of its first byte
     * @param sizeBytes its length
     * @return the segment, with nothing allocated
     * @throws IOException when the file can't be made
     */
    public static MappedFile create(FileLayer layer, Path path, long startPosition, int sizeBytes)
        throws IOException {
        StoreFile file = layer.create(path, sizeBytes);
        MappedFile created = new MappedFile(layer, path, startPosition, sizeBytes);
        created.windows.opened(file);
        created.allocatedBytes = 0;
        return created;
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /** Position of the first byte. */
    public long startPosition() {
        return startPosition;
    }

    /** Position behind the last byte. */
    public long endPosition() {
        return startPosition + sizeBytes;
    }

    /** Length in bytes. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /**
     * The mapping, to be released by the caller.
     *
     * @return the mapping; null when the segment was deleted
     * @throws IOException when the file can't be mapped
     */
    public SharedRegion acquire() throws IOException {
        return mapping.acquire();
    }

    /** First byte of the window in which an index lies. */
    public static int windowFrom(int index) {
        return WriteWindows.windowFrom(index);
    }

    /**
     * The mapping through which is written what begins at an index and has {@link #WINDOW_RECORD_BYTES} bytes at
     * most; its own index 0 is {@link #windowFrom}. To be released by the caller.
     *
     * @param index where the writer is
     * @return the window
     * @throws IOException when the file can't be mapped
     */
    public SharedRegion window(int index) throws IOException {
        SharedRegion window = windows.acquire(index);
        if (window != null) {
            return window;
        }
        if (mapping.isRefused()) {
            throw new IOException(path + " was deleted");
        }
        return windows.mapped(index);
    }

    /**
     * Gives back the windows that the writer has left.
     *
     * @param index where it is now
     */
    public void releaseWindows(int index) {
        windows.releaseBefore(index);
    }

    /** Bytes from the beginning that surely have disk space; the writer stays below. */
    public int allocatedBytes() {
        return allocatedBytes;
    }

    /**
     * Says where the written part ends when a segment of an earlier run is written on: what follows is zeroed and
     * counts as a hole.
     *
     * @param writtenBytes end of what is kept
     * @throws IOException when the file can't be changed
     */
    public void reopenForWriting(int writtenBytes) throws IOException {
        holdingSpace(() -> {
            eraseFrom(writtenBytes);
            allocatedBytes = Math.min(sizeBytes, (writtenBytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
            sealed = false;
        });
    }

    private void holdingSpace(WriteWindows.SpaceChange change) throws IOException {
        space.lock();
        try {
            change.make();
        } finally {
            space.unlock();
            closeIfSealed();
        }
    }

    /**
     * Makes everything from an index on zeros and gives back its disk space. The bytes must be in nobody's use.
     *
     * @param index first byte to be erased
     * @throws IOException when the file can't be changed
     */
    public void eraseFrom(int index) throws IOException {
        if (index < sizeBytes) {
            holdingSpace(() -> {
                StoreFile file = windows.file();
                file.setLength(index);
                file.setLength(sizeBytes);
                // What was cut must not come back behind what is written from here on.
                file.force();
            });
        }
    }

    /**
     * Takes disk space and page tables for more bytes. Does nothing when they are there.
     *
     * @param upToBytes wanted end, cut to the file's size
     * @param pieceBytes how much is laid in one call, 256 KiB at most
     * @throws IOException when the disk is full or fails; what was allocated before stays
     */
    public void allocate(int upToBytes, int pieceBytes) throws IOException {
        int wanted = Math.min(upToBytes, sizeBytes);
        holdingSpace(() -> {
            while (!sealed && allocatedBytes < wanted) {
                allocatedBytes += windows.lay(allocatedBytes, wanted, pieceBytes);
            }
        });
    }

    /**
     * Writes through the file what would lie behind {@link #allocatedBytes}: space and content in one step, without
     * the zeros. The mapping shows the bytes.
     *
     * @param index where the bytes belong
     * @param bytes the bytes, between position and limit; not moved
     * @throws IOException when the disk is full or fails; what was written up to then counts for nothing
     */
    public void write(int index, ByteBuffer bytes) throws IOException {
        int end = index + bytes.remaining();
        holdingSpace(() -> {
            windows.file().write(bytes.duplicate(), index);
            allocatedBytes = Math.max(allocatedBytes, end);
        });
    }

    /**
     * The segment is full: nothing will be allocated or written any more. Never waits: whoever takes space just now
     * stops and closes the file.
     */
    public void seal() {
        sealed = true;
        closeIfSealed();
    }

    private void closeIfSealed() {
        if (sealed && space.tryLock()) {
            try {
                windows.close();
                allocatedBytes = sizeBytes;
            } finally {
                space.unlock();
            }
        }
    }

    /**
     * Gives the mapping back when nobody has taken it since the last call and nobody holds it; the next reader maps
     * again.
     *
     * @return whether it was given back
     */
    public boolean unmapIdle() {
        return mapping.endIdle();
    }

    /** Closes the file and gives the mapping back as soon as its readers have; it can be used again. */
    public void close() {
        space.lock();
        try {
            windows.close();
            mapping.end();
        } finally {
            space.unlock();
        }
    }

    /**
     * Deletes the file. Those who hold the mapping keep it; nobody gets it any more.
     *
     * @throws IOException when the file is still there; a repetition may succeed
     */
    public void delete() throws IOException {
        sealed = true;
        mapping.refuse();
        holdingSpace(() -> {
            close();
            layer.delete(path);
        });
    }

    /**
     * The same beside a broker at work: memory is given back a little at a time before. Takes half a second for each
     * GiB that is in memory.
     *
     * @throws IOException when the file is still there; a repetition may succeed
     */
    public void deleteGently() throws IOException {
        mapping.endGently();
        close();
        layer.forget(path);
        delete();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
