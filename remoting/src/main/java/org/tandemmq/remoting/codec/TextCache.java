/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keeps the Strings of texts that come again and again (topics, groups), found by their UTF-8 bytes. A fixed number of
 * slots; a text takes the place of another one with the same slot. Used by one thread.
 */
final class TextCache {

    /** Longest text that is kept; topics have at most 127 bytes, groups 255. */
    static final int TEXT_BYTES_MAX = 255;
    private static final int SLOTS = 2048;
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Odd, with its bits evenly spread: the golden ratio as a fraction of 64 bits. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];

    /** The String of some bytes. */
    String get(byte[] bytes, int from, int length) {
        if (length > TEXT_BYTES_MAX) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int slot = slot(bytes, from, length);
        byte[] key = keys[slot];
        if (key != null && Arrays.equals(key, 0, key.length, bytes, from, from + length)) {
            return texts[slot];
        }
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        keys[slot] = Arrays.copyOfRange(bytes, from, from + length);
        texts[slot] = text;
        return text;
    }

    /** By all bytes, eight at a time; the last eight may overlap those before. */
    private static int slot(byte[] bytes, int from, int length) {
        long hash = length;
        if (length >= Long.BYTES) {
            int last = from + length - Long.BYTES;
            for (int at = from; at < last; at += Long.BYTES) {
                hash = (hash ^ (long) WORDS.get(bytes, at)) * SPREAD;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ (long) WORDS.get(bytes, last)) * SPREAD;
        } else {
            for (int at = from; at < from + length; at++) {
                hash = (hash << 8 | bytes[at] & 0xFF) * SPREAD;
            }
        }
        return (int) (hash >>> 32) & SLOTS - 1;
    }
}
