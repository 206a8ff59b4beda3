/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.tandemmq.remoting.protocol.FrameDecodeException;

/** Moves over a JSON text from token to token; a token is a place in the bytes. Used by one thread. */
final class JsonTokens {

    /** Deepest nesting of values that are skipped. */
    static final int DEPTH_MAX = 32;
    private static final int INT_DIGITS_MAX = 10;
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long QUOTES = '"' * LOW_BITS;
    private static final long BACKSLASHES = '\\' * LOW_BITS;

    private byte[] bytes;
    private int end;
    private int at;
    private int tokenFrom;
    private int tokenLength;
    private boolean tokenEscaped;

    /** Begins with the first bytes of an array, which may be changed by decoding escapes. */
    void reset(byte[] text, int length) {
        bytes = text;
        end = length;
        at = 0;
    }

    /** First byte of the token read last. */
    int tokenFrom() {
        return tokenFrom;
    }

    /** Bytes of the token read last. */
    int tokenLength() {
        return tokenLength;
    }

    /** Whether the token read last has escapes in it. */
    boolean tokenEscaped() {
        return tokenEscaped;
    }

    /** Moves over any value. */
    void skip() {
        skipValue(0);
    }

    /** Takes the byte that was seen by {@link #peek}. */
    void advance() {
        at++;
    }

    /** Whether a comma and so another member follows; takes the comma or the closing bracket. */
    boolean isMore() {
        int c = peek();
        if (c != ',' && c != '}') {
            throw wrong("',' or '}' expected");
        }
        at++;
        return c == ',';
    }

    /** Name and colon; the name becomes the token, its escapes decoded. */
    void readName() {
        if (peek() != '"') {
            throw wrong("name in quotes expected");
        }
        readString();
        if (tokenEscaped) {
            tokenLength = JsonEscapes.decodeInPlace(bytes, tokenFrom, tokenLength);
        }
        expect(':');
    }

    /** A 32-bit number, also as a string; 0 for null. */
    int readInt() {
        if (!readToken() || tokenLength == 0) {
            return 0;
        }
        boolean negative = bytes[tokenFrom] == '-';
        long amount = digits(negative ? tokenFrom + 1 : tokenFrom, tokenFrom + tokenLength);
        long number = negative ? -amount : amount;
        if (number != (int) number) {
            throw noInt();
        }
        return (int) number;
    }

    private long digits(int from, int to) {
        if (from == to || to - from > INT_DIGITS_MAX) {
            throw noInt();
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                throw noInt();
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private FrameDecodeException noInt() {
        at = tokenFrom;
        return wrong("no 32-bit number: " + tokenText());
    }

    /** Any value; nested ones become the token as they stand. False for null. */
    boolean readToken() {
        int c = peek();
        if (c == '"') {
            readString();
            return true;
        }
        int from = at;
        skipValue(0);
        tokenFrom = from;
        tokenLength = at - from;
        tokenEscaped = false;
        return !(tokenLength == 4 && isNamed(from, "null"));
    }

    private void readString() {
        int from = at + 1;
        int i = plainEnd(from);
        boolean escaped = false;
        while (i < end && bytes[i] != '"') {
            int length = JsonEscapes.lengthAt(bytes, i, end);
            if (length == 0) {
                at = i;
                throw wrong("no such escape");
            }
            escaped = true;
            i = plainEnd(i + length);
        }
        if (i >= end) {
            at = end;
            throw wrong("string without end");
        }
        tokenFrom = from;
        tokenLength = i - from;
        tokenEscaped = escaped;
        at = i + 1;
    }

    /** The first quote or backslash from a byte on, or the end; looked for in eight bytes at a time. */
    private int plainEnd(int from) {
        byte[] b = bytes;
        int i = from;
        while (i + Long.BYTES <= end) {
            long word = (long) WORDS.get(b, i);
            long found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            i += Long.BYTES;
        }
        while (i < end && b[i] != '"' && b[i] != '\\') {
            i++;
        }
        return i;
    }

    /** The highest bit of each byte that is zero; bits above the lowest of these may be set without reason. */
    private static long zeros(long word) {
        return word - LOW_BITS & ~word & HIGH_BITS;
    }

    private void skipValue(int depth) {
        int c = peek();
        if (c == '"') {
            readString();
        } else if (c == '{' || c == '[') {
            skipNested(c, depth);
        } else {
            int from = at;
            while (at < end && isScalarPart(bytes[at])) {
                at++;
            }
            if (at == from) {
                throw wrong("value expected");
            }
        }
    }

    private void skipNested(int opening, int depth) {
        if (depth == DEPTH_MAX) {
            throw wrong("nested deeper than " + DEPTH_MAX);
        }
        int closing = opening + 2;
        at++;
        if (peek() == closing) {
            at++;
            return;
        }
        int c = ',';
        while (c == ',') {
            skipValue(depth + 1);
            if (opening == '{') {
                expect(':');
                skipValue(depth + 1);
            }
            c = peek();
            at++;
        }
        if (c != closing) {
            at--;
            throw wrong("'" + (char) closing + "' expected");
        }
    }

    private static boolean isScalarPart(byte c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.';
    }

    /** Whether the bytes at a place are those of a name; its length was compared before. */
    boolean isNamed(int from, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (from + i >= end || bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The token as text. */
    String tokenText() {
        int length = tokenEscaped ? JsonEscapes.decodeInPlace(bytes, tokenFrom, tokenLength) : tokenLength;
        tokenEscaped = false;
        tokenLength = length;
        return new String(bytes, tokenFrom, length, StandardCharsets.UTF_8);
    }

    /** Takes one character. */
    void expect(char c) {
        if (peek() != c) {
            throw wrong("'" + c + "' expected");
        }
        at++;
    }

    /** Next byte that is no blank, not taken; -1 at the end. */
    int peek() {
        while (at < end) {
            byte c = bytes[at];
            if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
                return c & 0xFF;
            }
            at++;
        }
        return -1;
    }

    /** Says what is wrong at the byte at hand. */
    FrameDecodeException wrong(String what) {
        return new FrameDecodeException("JSON header: " + what + " at byte " + at + " of " + end);
    }
}
