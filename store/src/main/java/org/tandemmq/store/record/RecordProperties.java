/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Encoded properties {@code name 0x01 value 0x02 ...} (storage 3.3): the last separator may be missing, pieces with an
 * empty name or value are ignored, a later duplicate wins.
 */
public final class RecordProperties {

    /** Stands between name and value. */
    public static final byte NAME_END = 1;
    /** Stands behind a value. */
    public static final byte VALUE_END = 2;
    /** Most bytes of all properties of one record. */
    public static final int MAX_BYTES = Short.MAX_VALUE;
    /**
     * Most bytes of the properties that a sender gives a message: what the broker adds, and what a delay, a transaction
     * and a retry add when the message is written again, still fits behind them.
     */
    public static final int SENT_MAX_BYTES = MAX_BYTES - 1_024;

    private RecordProperties() {
    }

    /**
     * Value of one property, without building a map.
     *
     * @param encoded the properties, between position and limit; not moved
     * @param name ASCII name
     * @return the value or null
     */
    public static String value(ByteBuffer encoded, String name) {
        return value(encoded, encoded.position(), encoded.limit(), name);
    }

    /** The same for properties between two indexes. */
    static String value(ByteBuffer bytes, int from, int end, String name) {
        long place = locate(bytes, from, end, name);
        return place < 0 ? null : text(bytes, (int) (place >>> 32), (int) place);
    }

    /**
     * Place of one property's value.
     *
     * @param bytes holds the encoded properties
     * @param from index of their first byte
     * @param end index behind their last byte
     * @param name ASCII name
     * @return index of the value's first byte in the upper half, index behind its last byte in the lower; -1 without it
     */
    private static long locate(ByteBuffer bytes, int from, int end, String name) {
        long found = -1;
        int at = from;
        while (at < end) {
            int pieceEnd = indexOf(bytes, VALUE_END, at, end);
            int nameEnd = at + name.length();
            if (nameEnd + 1 < pieceEnd && bytes.get(nameEnd) == NAME_END && startsWith(bytes, at, name)) {
                found = (long) (nameEnd + 1) << 32 | pieceEnd;
            }
            at = pieceEnd + 1;
        }
        return found;
    }

    /** Whether one property is there and not empty; its name as in {@link #bytesOf}. */
    static boolean has(ByteBuffer bytes, int from, int end, String nameBytes) {
        return locate(bytes, from, end, nameBytes) >= 0;
    }

    /** A name as it is looked for: a character for each byte of its UTF-8. An ASCII name is that already. */
    static String bytesOf(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /**
     * Hash that Java gives to the text of some bytes, without making the text where it is ASCII.
     *
     * @param bytes holds the text
     * @param from index of the first byte
     * @param end index behind the last byte
     * @return {@link String#hashCode} of the UTF-8 text
     */
    static int textHash(ByteBuffer bytes, int from, int end) {
        int hash = 0;
        for (int at = from; at < end; at++) {
            byte unit = bytes.get(at);
            if (unit < 0) {
                return text(bytes, from, end).hashCode();
            }
            hash = 31 * hash + unit;
        }
        return hash;
    }

    /**
     * All properties.
     *
     * @param encoded the properties, between position and limit; not moved
     * @return name to value in order of first appearance
     */
    public static Map<String, String> parse(ByteBuffer encoded) {
        Map<String, String> all = new LinkedHashMap<>();
        int end = encoded.limit();
        int at = encoded.position();
        while (at < end) {
            int pieceEnd = indexOf(encoded, VALUE_END, at, end);
            int nameEnd = indexOf(encoded, NAME_END, at, pieceEnd);
            if (nameEnd > at && nameEnd + 1 < pieceEnd) {
                all.put(text(encoded, at, nameEnd), text(encoded, nameEnd + 1, pieceEnd));
            }
            at = pieceEnd + 1;
        }
        return all;
    }

    /**
     * Encodes properties, with the last separator.
     *
     * @param properties name to value; null values are left out
     * @return UTF-8 bytes
     */
    public static byte[] encode(Map<String, String> properties) {
        StringBuilder text = new StringBuilder(64);
        properties.forEach((name, value) -> {
            if (value != null) {
                text.append(name).append((char) NAME_END).append(value).append((char) VALUE_END);
            }
        });
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Puts properties behind encoded ones; a separator is added where the last one is missing. A name that is there
     * already counts with its new value.
     *
     * @param encoded the properties, between position and limit; not moved
     * @param added name, value, name, value ...
     * @return new buffer with all of them
     */
    public static ByteBuffer append(ByteBuffer encoded, String... added) {
        StringBuilder text = new StringBuilder(32 * added.length);
        int end = encoded.limit();
        if (encoded.hasRemaining() && encoded.get(end - 1) != VALUE_END) {
            text.append((char) VALUE_END);
        }
        for (int i = 0; i + 1 < added.length; i += 2) {
            text.append(added[i]).append((char) NAME_END).append(added[i + 1]).append((char) VALUE_END);
        }
        byte[] tail = text.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(encoded.remaining() + tail.length).put(encoded.duplicate()).put(tail).flip();
    }

    private static boolean startsWith(ByteBuffer bytes, int at, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes.get(at + i) != (byte) name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static int indexOf(ByteBuffer bytes, byte wanted, int from, int end) {
        int at = from;
        while (at < end && bytes.get(at) != wanted) {
            at++;
        }
        return at;
    }

    private static String text(ByteBuffer bytes, int from, int end) {
        byte[] copy = new byte[end - from];
        bytes.get(from, copy);
        return new String(copy, StandardCharsets.UTF_8);
    }
}
