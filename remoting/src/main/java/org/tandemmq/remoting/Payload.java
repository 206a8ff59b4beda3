/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.nio.ByteBuffer;

/**
 * Body of an outgoing frame: one or more slices that are written one behind the other without a copy. Owned by the
 * transport once handed over, and closed by it exactly once.
 */
public interface Payload extends AutoCloseable {

    /** Number of slices. */
    int sliceCount();

    /**
     * One slice; position and limit enclose its bytes.
     *
     * @param index 0 to {@link #sliceCount} - 1
     * @return the slice, not changed by the transport
     */
    ByteBuffer slice(int index);

    /**
     * Copies all slices, one behind the other.
     *
     * @param into receives them from its position on, which moves behind them
     */
    default void copyTo(ByteBuffer into) {
        for (int i = 0; i < sliceCount(); i++) {
            ByteBuffer slice = slice(i);
            int bytes = slice.remaining();
            into.put(into.position(), slice, slice.position(), bytes);
            into.position(into.position() + bytes);
        }
    }

    /**
     * Where a byte comes from, for messages.
     *
     * @param index number of the slice
     * @param at byte in it, 0 for its first
     * @return such as {@code log position 4711}
     */
    default String place(int index, int at) {
        return "byte " + at + " of slice " + index;
    }

    /** Sum of the bytes of all slices. */
    int sizeBytes();

    /** Gives back what the slices stand on. */
    @Override
    void close();

    /**
     * A payload on the heap.
     *
     * @param bytes body, not copied
     * @return the payload; closing it does nothing
     */
    static Payload of(byte[] bytes) {
        ByteBuffer whole = ByteBuffer.wrap(bytes);
        return new Payload() {
            @Override
            public int sliceCount() {
                return 1;
            }

            @Override
            public ByteBuffer slice(int index) {
                return whole.duplicate();
            }

            @Override
            public int sizeBytes() {
                return bytes.length;
            }

            @Override
            public void close() {
                // the heap is given back by the collector
            }
        };
    }
}
