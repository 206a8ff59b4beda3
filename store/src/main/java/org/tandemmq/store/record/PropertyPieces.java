/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The properties of one record, copied once and cut into their pieces once, eight bytes at a time, so that looking for
 * several names costs one walk over the bytes. A flyweight for one thread.
 */
final class PropertyPieces {

    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ENDS = RecordProperties.VALUE_END * 0x0101_0101_0101_0101L;
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    private byte[] bytes = new byte[512];
    private int[] starts = new int[32];
    private int count;

    /** Takes encoded properties in. */
    void load(ByteBuffer source, int at, int sizeBytes) {
        if (bytes.length <= sizeBytes) {
            bytes = new byte[sizeBytes * 2];
        }
        source.get(at, bytes, 0, sizeBytes);
        // Ends the last piece where its separator is missing.
        bytes[sizeBytes] = RecordProperties.VALUE_END;
        count = 0;
        add(0);
        int next = 0;
        for (; next + Long.BYTES <= sizeBytes; next += Long.BYTES) {
            for (long ends = ends(next); ends != 0; ends &= ends - 1) {
                add(next + (Long.numberOfTrailingZeros(ends) >>> 3) + 1);
            }
        }
        for (; next < sizeBytes; next++) {
            if (bytes[next] == RecordProperties.VALUE_END) {
                add(next + 1);
            }
        }
        if (starts[count - 1] != sizeBytes || sizeBytes == 0) {
            add(sizeBytes + 1);
        }
    }

    /** The top bit of each of eight bytes that ends a value. */
    private long ends(int from) {
        long zeroAtEnds = (long) WORDS.get(bytes, from) ^ ENDS;
        return ~((zeroAtEnds & LOW_BITS) + LOW_BITS | zeroAtEnds | LOW_BITS);
    }

    private void add(int start) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count] = start;
        count++;
    }

    /** The piece that has a name and a value that is not empty, the last one of several; -1 without it. */
    private int find(String name) {
        int nameBytes = name.length();
        for (int piece = count - 2; piece >= 0; piece--) {
            int at = starts[piece];
            int end = starts[piece + 1] - 1;
            if (end - at > nameBytes + 1 && bytes[at + nameBytes] == RecordProperties.NAME_END
                && startsWith(at, name)) {
                return piece;
            }
        }
        return -1;
    }

    private boolean startsWith(int at, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes[at + i] != (byte) name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Value of a property or null. */
    String value(String name) {
        int piece = find(name);
        if (piece < 0) {
            return null;
        }
        int from = starts[piece] + name.length() + 1;
        return new String(bytes, from, starts[piece + 1] - 1 - from, StandardCharsets.UTF_8);
    }

    /** Hash that Java gives to a property's value; 0 without it. */
    int valueHash(String name) {
        int piece = find(name);
        if (piece < 0) {
            return 0;
        }
        return textHash(0, starts[piece] + name.length() + 1, starts[piece + 1] - 1);
    }

    /** Hash of a text that goes on with a property's value; nothing without the property. */
    void valueHash(int begun, String name, IntConsumer hashes) {
        int piece = find(name);
        if (piece >= 0) {
            hashes.accept(textHash(begun, starts[piece] + name.length() + 1, starts[piece + 1] - 1));
        }
    }

    /** The same for each word of a property's value; words are separated by blanks. */
    void wordHashes(int begun, String name, IntConsumer hashes) {
        int piece = find(name);
        int end = piece < 0 ? 0 : starts[piece + 1] - 1;
        int at = piece < 0 ? 0 : starts[piece] + name.length() + 1;
        while (at < end) {
            int wordEnd = at;
            while (wordEnd < end && bytes[wordEnd] != ' ') {
                wordEnd++;
            }
            if (wordEnd > at) {
                hashes.accept(textHash(begun, at, wordEnd));
            }
            at = wordEnd + 1;
        }
    }

    private int textHash(int begun, int from, int end) {
        int hash = begun;
        for (int at = from; at < end; at++) {
            if (bytes[at] < 0) {
                return new String(bytes, from, end - from, StandardCharsets.UTF_8).chars()
                    .reduce(begun, (before, next) -> 31 * before + next);
            }
            hash = 31 * hash + bytes[at];
        }
        return hash;
    }
}
