/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.nio.ByteBuffer;

/**
 * Numbers of a queue's entry (storage 4). An entry of zeros is the end of what was written; a filler stands where the
 * queue has no message.
 *
 * <pre>
 * 0 position of the record 8 | 8 its size 4 | 12 tags code 8
 * </pre>
 */
public final class QueueEntry {

    /** Size of an entry. */
    public static final int BYTES = 20;
    /** Size that a filler has. */
    public static final int FILLER_SIZE = Integer.MAX_VALUE;

    /** Where its size stands in an entry. */
    public static final int SIZE = 8;

    private static final int TAGS_CODE = 12;

    private QueueEntry() {
    }

    /**
     * Log position of the record.
     *
     * @param bytes holds the entry
     * @param at index of its first byte
     * @return the position
     */
    public static long position(ByteBuffer bytes, int at) {
        return bytes.getLong(at);
    }

    /**
     * Size of the record in bytes.
     *
     * @param bytes holds the entry
     * @param at index of its first byte
     * @return the size
     */
    public static int sizeBytes(ByteBuffer bytes, int at) {
        return bytes.getInt(at + SIZE);
    }

    /**
     * Tags code of the record.
     *
     * @param bytes holds the entry
     * @param at index of its first byte
     * @return the code
     */
    public static long tagsCode(ByteBuffer bytes, int at) {
        return bytes.getLong(at + TAGS_CODE);
    }

    /**
     * Whether a tags code is none, but the address of an extended entry: of a queue that RocketMQ wrote with
     * {@code enableConsumeQueueExt}.
     *
     * @param tagsCode tags code of an entry
     * @return whether it is below what a hash can be
     */
    public static boolean isAddress(long tagsCode) {
        return tagsCode < Integer.MIN_VALUE;
    }

    /**
     * Whether something was written here, a filler included.
     *
     * @param bytes holds the entry
     * @param at index of its first byte
     * @return false for zeros and for what can't be an entry
     */
    public static boolean isWritten(ByteBuffer bytes, int at) {
        return position(bytes, at) >= 0 && sizeBytes(bytes, at) > 0;
    }

    /**
     * Whether there is no message behind the entry.
     *
     * @param bytes holds the entry
     * @param at index of its first byte
     * @return true for a filler
     */
    public static boolean isFiller(ByteBuffer bytes, int at) {
        return sizeBytes(bytes, at) == FILLER_SIZE && position(bytes, at) == 0;
    }

    /**
     * Writes the size of the record.
     *
     * @param bytes receives it
     * @param at index of the entry's first byte
     * @param sizeBytes the size
     */
    public static void writeSize(ByteBuffer bytes, int at, int sizeBytes) {
        bytes.putInt(at + SIZE, sizeBytes);
    }

    /**
     * Writes an entry.
     *
     * @param bytes receives the entry
     * @param at index of its first byte
     * @param position log position of the record
     * @param sizeBytes size of the record
     * @param tagsCode its tags code
     */
    public static void write(ByteBuffer bytes, int at, long position, int sizeBytes, long tagsCode) {
        bytes.putLong(at, position);
        bytes.putInt(at + SIZE, sizeBytes);
        bytes.putLong(at + TAGS_CODE, tagsCode);
    }
}
