/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** A place in a JSON text that moves on over blanks, words, texts and numbers. One thread. */
class JsonCursor {

    private static final String NUMBER_SIGNS = "-+.eE";
    private static final int NUMBER_DIGITS_MAX = 400;

    final byte[] bytes;
    final int end;
    int at;
    private final int start;

    JsonCursor(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.start = from;
        this.at = from;
        this.end = from + length;
    }

    static boolean isNameStart(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
    }

    Object literal(String word, Object value) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || bytes[at + i] != word.charAt(i)) {
                throw wrong(word + " expected");
            }
        }
        at += word.length();
        return value;
    }

    void closeString() {
        if (at >= end) {
            throw wrong("string without end");
        }
        at++;
    }

    String readEscapedString(int quote, int from) {
        StringBuilder text = new StringBuilder();
        int plainFrom = from;
        while (at < end && bytes[at] != quote) {
            if (bytes[at] == '\\') {
                text.append(new String(bytes, plainFrom, at - plainFrom, StandardCharsets.UTF_8));
                at++;
                text.append(readEscape());
                plainFrom = at;
            } else {
                at++;
            }
        }
        text.append(new String(bytes, plainFrom, at - plainFrom, StandardCharsets.UTF_8));
        closeString();
        return text.toString();
    }

    char readEscape() {
        if (at >= end) {
            throw wrong("string without end");
        }
        int c = bytes[at++];
        int simple = "\"\\/'bfnrt".indexOf(c);
        if (simple >= 0) {
            return "\"\\/'\b\f\n\r\t".charAt(simple);
        }
        if (c != 'u' || at + 4 > end) {
            throw wrong("no such escape");
        }
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(bytes[at++], 16);
            if (digit < 0) {
                throw wrong("no hexadecimal digit");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    Number readNumber(int first) {
        int from = at;
        while (at < end && isNumberPart(bytes[at])) {
            at++;
        }
        int length = at - from;
        if (length == 0) {
            throw wrong(first < 0 ? "text ends early" : "a value expected, not '" + (char) first + "'");
        }
        if (length > NUMBER_DIGITS_MAX) {
            throw wrong("number longer than " + NUMBER_DIGITS_MAX);
        }
        String text = new String(bytes, from, length, StandardCharsets.US_ASCII);
        try {
            return numberOf(text);
        } catch (NumberFormatException notANumber) {
            at = from;
            throw wrong("no number: " + text);
        }
    }

    static Number numberOf(String text) {
        if (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return new BigDecimal(text).doubleValue();
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    static boolean isNumberPart(byte c) {
        return c >= '0' && c <= '9' || NUMBER_SIGNS.indexOf(c) >= 0;
    }

    int peek() {
        skipBlanks();
        return at < end ? bytes[at] & 0xFF : -1;
    }

    void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }

    JsonException wrong(String what) {
        return new JsonException(what + " at byte " + (at - start) + " of " + (end - start));
    }
}
