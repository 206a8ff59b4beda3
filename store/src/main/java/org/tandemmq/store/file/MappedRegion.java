/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One mapping of a file. */
public interface MappedRegion {

    /** The file's bytes, big endian, from index 0 to the file's length; never touched after {@link #unmap}. */
    ByteBuffer bytes();

    /**
     * Forces a range to disk.
     *
     * @param fromIndex first byte
     * @param toIndex behind the last byte
     * @throws IOException when the disk did not confirm: what is on disk is unknown from then on
     */
    void force(int fromIndex, int toIndex) throws IOException;

    /**
     * Whether a range is in memory at the moment, so that touching it does not wait for the disk.
     *
     * @param fromIndex first byte
     * @param toIndex behind the last byte
     * @return false when at least one page has to be read first
     */
    boolean isLoaded(int fromIndex, int toIndex);

    /**
     * Lets go of the pages that the mapping shows, a little at a time, before it ends: otherwise that is done in one
     * go. Who touches one again finds it as it was. Does nothing where that is not possible.
     */
    default void leavePages() {
        // memory that is no mapping of a file has no such pages
    }

    /** Ends the mapping; called once, by the last user. */
    void unmap();
}
