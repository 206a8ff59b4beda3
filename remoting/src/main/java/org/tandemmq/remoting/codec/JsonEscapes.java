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
    private static final byte[] HEX_VALUES = hexValues();

    private JsonEscapes() {
    }

    /** Values of hexadecimal digits by their ASCII code, -1 for all others. */
    private static byte[] hexValues() {
        byte[] values = new byte[Byte.MAX_VALUE + 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) Character.digit(i, 16);
        }
        return values;
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
        if (bytes[at + 1] != 'u') {
            return SIMPLE.indexOf(bytes[at + 1]) >= 0 ? 2 : 0;
        }
        return at + 2 + UNIT_DIGITS <= end && unit(bytes, at) >= 0 ? 2 + UNIT_DIGITS : 0;
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
            if (bytes[at] != '\\') {
                int plainEnd = at + 1;
                while (plainEnd < end && bytes[plainEnd] != '\\') {
                    plainEnd++;
                }
                System.arraycopy(bytes, at, bytes, to, plainEnd - at);
                to += plainEnd - at;
                at = plainEnd;
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

    /** The unit that an escape stands for; negative when one of its digits is none. */
    private static int unit(byte[] bytes, int at) {
        return hex(bytes[at + 2]) << 12 | hex(bytes[at + 3]) << 8 | hex(bytes[at + 4]) << 4 | hex(bytes[at + 5]);
    }

    private static int hex(byte digit) {
        return digit < 0 ? -1 : HEX_VALUES[digit];
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
