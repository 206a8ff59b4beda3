/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tandemmq.remoting.protocol.FieldWriter;

/** Bytes of the header that is being written; the array grows and is used again. Used by one thread. */
final class HeaderBytes {

    private static final int BYTES_KEPT = 1 << 16;
    private static final int LONG_DIGITS_MAX = 20;

    private byte[] bytes = new byte[1024];
    private int length;

    void clear() {
        if (bytes.length > BYTES_KEPT) {
            bytes = new byte[BYTES_KEPT];
        }
        length = 0;
    }

    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Makes room for bytes that are put next. */
    void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    /** One byte; room was made for it. */
    void put(int b) {
        bytes[length++] = (byte) b;
    }

    void putAll(byte[] some) {
        ensure(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    void putAll(ByteBuffer some) {
        int count = some.remaining();
        ensure(count);
        some.get(some.position(), bytes, length, count);
        length += count;
    }

    void putAll(FieldWriter.Plain some) {
        int count = some.sizeBytes();
        ensure(count);
        some.write(bytes, length);
        length += count;
    }

    void putShort(int value) {
        ensure(Short.BYTES);
        put(value >> 8);
        put(value);
    }

    void putInt(int value) {
        ensure(Integer.BYTES);
        length += Integer.BYTES;
        setInt(length - Integer.BYTES, value);
    }

    void setInt(int at, int value) {
        bytes[at] = (byte) (value >> 24);
        bytes[at + 1] = (byte) (value >> 16);
        bytes[at + 2] = (byte) (value >> 8);
        bytes[at + 3] = (byte) value;
    }

    /** Text known to be ASCII. */
    void putAscii(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length += count;
    }

    /**
     * The leading characters that JSON writes as they are, which is all of nearly every text.
     *
     * @param text any text
     * @return how many were put
     */
    int putPlain(CharSequence text) {
        int count = text.length();
        ensure(count);
        byte[] into = bytes;
        int begin = length;
        int at = 0;
        while (at < count) {
            char c = text.charAt(at);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                break;
            }
            into[begin + at] = (byte) c;
            at++;
        }
        length = begin + at;
        return at;
    }

    /** Decimal digits. */
    void putNumber(long value) {
        ensure(LONG_DIGITS_MAX);
        if (value == Long.MIN_VALUE) {
            putAscii(Long.toString(value));
            return;
        }
        long rest = value;
        if (rest < 0) {
            put('-');
            rest = -rest;
        }
        int digits = 1;
        for (long bound = 10; digits < LONG_DIGITS_MAX - 1 && rest >= bound; bound *= 10) {
            digits++;
        }
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    /** One code point in UTF-8; a lone surrogate becomes a question mark. */
    void putCodePoint(int codePoint) {
        ensure(4);
        boolean lone = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        length = JsonEscapes.putCodePoint(bytes, length, lone ? '?' : codePoint);
    }

    /** Text in UTF-8, without escapes. */
    void putUtf8(CharSequence text) {
        int count = text.length();
        int at = 0;
        while (at < count) {
            int c = Character.codePointAt(text, at);
            putCodePoint(c);
            at += Character.charCount(c);
        }
    }
}
