/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.nio.ByteBuffer;

/**
 * Bytes of the log, uncopied, held until closed: the segment stays mapped while a slice of it is open. Used by one
 * thread at a time; closing twice does nothing.
 */
public interface LogSlice extends AutoCloseable {

    /** Log position of the first byte. */
    long position();

    /** The bytes, between position 0 and limit; read-only use. */
    ByteBuffer bytes();

    /** Number of bytes. */
    default int sizeBytes() {
        return bytes().remaining();
    }

    /**
     * Copies all bytes.
     *
     * @param into receives them from its position on, which moves behind them
     */
    default void copyTo(ByteBuffer into) {
        ByteBuffer from = bytes();
        int count = from.remaining();
        into.put(into.position(), from, from.position(), count);
        into.position(into.position() + count);
    }

    /**
     * Whether some of the bytes are in memory at the moment.
     *
     * @param at index of the first one
     * @param sizeBytes their number
     * @return false when touching them would wait for the disk; true for bytes that are no mapping
     */
    default boolean isLoaded(int at, int sizeBytes) {
        return true;
    }

    /** Gives the segment back. */
    @Override
    void close();
}
