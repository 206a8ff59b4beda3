/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** An open file. Positional reads and writes may come from any thread; mappings outlive {@link #close}. */
public interface StoreFile extends Closeable {

    /** Path under which it was opened. */
    Path path();

    /**
     * Length in bytes.
     *
     * @return the length
     * @throws IOException when it can't be asked
     */
    long lengthBytes() throws IOException;

    /**
     * Reads until the buffer is full or the file ends.
     *
     * @param into filled from its position on
     * @param at first byte of the file
     * @return number of bytes read, 0 at the end
     * @throws IOException when the disk fails
     */
    int read(ByteBuffer into, long at) throws IOException;

    /**
     * Writes everything that remains in the buffer. Disk space is taken now, so that a full disk shows here.
     *
     * @param from emptied
     * @param at first byte of the file
     * @throws IOException when the disk is full or fails
     */
    void write(ByteBuffer from, long at) throws IOException;

    /**
     * Changes the length: what is cut off is gone, what is added reads as zeros and takes no space.
     *
     * @param lengthBytes new length
     * @throws IOException when it can't be changed
     */
    void setLength(long lengthBytes) throws IOException;

    /**
     * Forces everything written through this file to disk.
     *
     * @throws IOException when the disk did not confirm
     */
    void force() throws IOException;

    /**
     * Maps the whole file, shared with everybody else who has it open.
     *
     * @return the mapping; the caller unmaps it
     * @throws IOException when there is no address space or memory for it
     */
    MappedRegion map() throws IOException;

    /**
     * Maps a piece of the file, shared with everybody else who has it open or mapped.
     *
     * @param from first byte of the file, a whole number of pages
     * @param sizeBytes size of the piece, which lies within the file
     * @return the mapping, whose index 0 is the first byte of the piece; the caller unmaps it
     * @throws IOException when there is no address space or memory for it
     */
    MappedRegion map(long from, int sizeBytes) throws IOException;
}
