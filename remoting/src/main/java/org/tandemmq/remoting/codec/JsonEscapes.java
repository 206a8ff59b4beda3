/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

/** Escapes of JSON strings, on bytes. */
final class JsonEscapes {

    private static final String SIMPLE = "\"\\/'bfnrt";
    private static final String MEANING = "\"\\/'\b\f\n\r\t";
    private static final int UNIT_DIGITS = 4;

    private JsonEscapes() {
    }

    /**
     * Length of the escape that begins at a backslash.
     *
     * @return bytes of the escape, or 0 when it is none
     */
    static int lengthAt(byte[] bytes, int at, int end) {
        if (at + 1 >= end) {
            return 0;
        }
        if (SIMPLE.indexOf(bytes[at + 1]) >= 0) {
            return 2;
        }
        if (bytes[at + 1] != 'u' || at + 2 + UNIT_DIGITS > end) {
            return 0;
        }
        for (int i = 0; i < UNIT_DIGITS; i++) {
            if (Character.digit(bytes[at + 2 + i], 16) < 0) {
                return 0;
            }
        }
        return 2 + UNIT_DIGITS;
    }

    /**
     * Puts the meaning of checked escapes in their place; the text never grows.
     *
     * @return length of the UTF-8 text, which begins at the same byte
     */
    static int decodeInPlace(byte[] bytes, int from, int length) {
        int end = from + length;
        int to = from;
        int at = from;
        while (at < end) {
            byte c = bytes[at];
            if (c != '\\') {
                bytes[to++] = c;
                at++;
            } else if (bytes[at + 1] != 'u') {
                bytes[to++] = (byte) MEANING.charAt(SIMPLE.indexOf(bytes[at + 1]));
                at += 2;
            } else {
                int high = unit(bytes, at);
                at += 2 + UNIT_DIGITS;
                int codePoint = high;
                if (Character.isSurrogate((char) high)) {
                    codePoint = pair(bytes, at, end, high);
                    at += codePoint == '?' ? 0 : 2 + UNIT_DIGITS;
                }
                to = putCodePoint(bytes, to, codePoint);
            }
        }
        return to - from;
    }

    private static int pair(byte[] bytes, int at, int end, int high) {
        if (at + 1 < end && bytes[at] == '\\' && bytes[at + 1] == 'u') {
            char low = (char) unit(bytes, at);
            if (Character.isSurrogatePair((char) high, low)) {
                return Character.toCodePoint((char) high, low);
            }
        }
        return '?';
    }

    private static int unit(byte[] bytes, int at) {
        int unit = 0;
        for (int i = 0; i < UNIT_DIGITS; i++) {
            unit = unit << 4 | Character.digit(bytes[at + 2 + i], 16);
        }
        return unit;
    }

    /** Writes one code point in UTF-8 and gives the place behind it. */
    static int putCodePoint(byte[] bytes, int to, int codePoint) {
        int at = to;
        if (codePoint < 0x80) {
            bytes[at++] = (byte) codePoint;
        } else if (codePoint < 0x800) {
            bytes[at++] = (byte) (0xC0 | codePoint >> 6);
            bytes[at++] = (byte) (0x80 | codePoint & 0x3F);
        } else if (codePoint < 0x10000) {
            bytes[at++] = (byte) (0xE0 | codePoint >> 12);
            bytes[at++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
            bytes[at++] = (byte) (0x80 | codePoint & 0x3F);
        } else {
            bytes[at++] = (byte) (0xF0 | codePoint >> 18);
            bytes[at++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
            bytes[at++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
            bytes[at++] = (byte) (0x80 | codePoint & 0x3F);
        }
        return at;
    }
}
