/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.charset.StandardCharsets;

/**
 * Keeps the Strings of texts that come again and again (topics, groups), found by their UTF-8 bytes. A fixed number of
 * slots; a text takes the place of another one with the same slot. Used by one thread.
 */
final class TextCache {

    /** Longest text that is kept; topics have at most 127 bytes, groups 255. */
    static final int TEXT_BYTES_MAX = 255;
    private static final int SLOTS = 2048;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];

    /** The String of some bytes. */
    String get(byte[] bytes, int from, int length) {
        if (length > TEXT_BYTES_MAX) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = hash * 31 + bytes[i];
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        byte[] key = keys[slot];
        if (key != null && same(key, bytes, from, length)) {
            return texts[slot];
        }
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        byte[] copy = new byte[length];
        System.arraycopy(bytes, from, copy, 0, length);
        keys[slot] = copy;
        texts[slot] = text;
        return text;
    }

    private static boolean same(byte[] key, byte[] bytes, int from, int length) {
        if (key.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (key[i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
