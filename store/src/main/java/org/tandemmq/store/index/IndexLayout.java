/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

/**
 * Numbers of an index file (storage 5) and the hash that leads into it.
 *
 * <pre>
 *  0 beginTimestamp 8 | 8 endTimestamp 8 | 16 beginPosition 8 | 24 endPosition 8 | 32 slotsUsed 4 | 36 entryCount+1 4
 * 40 slots, 4 each: number of the slot's newest entry, 0 when empty
 *    entries, 20 each: keyHash 4 | position 8 | seconds since beginTimestamp 4 | number of the slot's entry before 4
 * </pre>
 */
public final class IndexLayout {

    /** Offset of the first entry's store time. */
    public static final int BEGIN_TIMESTAMP = 0;
    /** Offset of the last entry's store time. */
    public static final int END_TIMESTAMP = 8;
    /** Offset of the first entry's log position. */
    public static final int BEGIN_POSITION = 16;
    /** Offset of the last entry's log position. */
    public static final int END_POSITION = 24;
    /** Offset of the number of slots in use. */
    public static final int SLOTS_USED = 32;
    /** Offset of the number of the next entry; 0 in a file that was never written to means 1. */
    public static final int NEXT_ENTRY = 36;
    /** Bytes of the header. */
    public static final int HEADER_BYTES = 40;

    /** Bytes of a slot. */
    public static final int SLOT_BYTES = 4;
    /** Bytes of an entry. */
    public static final int ENTRY_BYTES = 20;
    /** Offset of the log position in an entry. */
    public static final int ENTRY_POSITION = 4;
    /** Offset of the seconds since the file's begin in an entry. */
    public static final int ENTRY_SECONDS = 12;
    /** Offset of the number of the entry before in an entry. */
    public static final int ENTRY_PREVIOUS = 16;

    /** Largest file: each is mapped in one piece. */
    public static final int FILE_BYTES_MAX = Integer.MAX_VALUE;

    private IndexLayout() {
    }

    /**
     * Size of an index file.
     *
     * @param slots number of slots
     * @param entries number of entries, the unused entry 0 included
     * @return bytes
     */
    public static long fileBytes(int slots, int entries) {
        return HEADER_BYTES + (long) slots * SLOT_BYTES + (long) entries * ENTRY_BYTES;
    }

    /**
     * Hash of a key as the files hold it: that of {@code topic#key}, never negative.
     *
     * @param topic stored topic
     * @param key key or unique key
     * @return the hash
     */
    public static int keyHash(String topic, String key) {
        int hash = topic.hashCode();
        hash = 31 * hash + '#';
        for (int i = 0; i < key.length(); i++) {
            hash = 31 * hash + key.charAt(i);
        }
        return notNegative(hash);
    }

    /**
     * Hash of a key as the files hold it.
     *
     * @param hash hash of {@code topic#key}
     * @return its absolute value; 0 for the one number that has none
     */
    static int notNegative(int hash) {
        return hash == Integer.MIN_VALUE ? 0 : Math.abs(hash);
    }
}
