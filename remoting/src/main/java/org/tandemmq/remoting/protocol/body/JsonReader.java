/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON text into a tree of maps, lists, strings, numbers (Long, BigInteger, Double), booleans, null; empty
 * maps and lists can't be changed. Beyond the standard it takes what the reference's library writes or takes: bare
 * numbers, names and whole values as keys, and single quotes. Used once, by one thread.
 */
final class JsonReader {

    /** Deepest nesting that is read. */
    static final int DEPTH_MAX = 64;
    /** Most values and keys of a text from a peer; 100,000 topics of 8 members each have 2.5 million. */
    static final long VALUES_MAX = 4_000_000;
    /** As many values an object or array counts, for it takes as much memory even when it is empty. */
    static final int CONTAINER_VALUES = 8;
    private static final String NUMBER_SIGNS = "-+.eE";
    private static final int NUMBER_DIGITS_MAX = 400;
    private static final int ITEMS_AT_FIRST = 4;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final long valuesMax;
    private long values;
    private int at;
    private int depth;

    JsonReader(byte[] bytes, int from, int length, long valuesMax) {
        this.bytes = bytes;
        this.start = from;
        this.at = from;
        this.end = from + length;
        this.valuesMax = valuesMax;
    }

    /** Reads the whole text, behind which only blanks may stand. */
    Object readWhole() {
        Object value = readValue();
        skipBlanks();
        if (at < end) {
            throw wrong("text goes on behind the value");
        }
        return value;
    }

    private Object readValue() {
        count(1);
        int c = peek();
        switch (c) {
            case '{':
                return readObject();
            case '[':
                return readArray();
            case '"':
            case '\'':
                return readString();
            case 't':
                return literal("true", Boolean.TRUE);
            case 'f':
                return literal("false", Boolean.FALSE);
            case 'n':
                return literal("null", null);
            case 'N':
                return literal("NaN", null);
            default:
                return readNumber(c);
        }
    }

    private Map<Object, Object> readObject() {
        enter();
        if (peek() == '}') {
            leave('}');
            return Collections.emptyMap();
        }
        Map<Object, Object> members = new LinkedHashMap<>(ITEMS_AT_FIRST);
        readMember(members);
        while (peek() == ',') {
            at++;
            readMember(members);
        }
        leave('}');
        return members;
    }

    private void readMember(Map<Object, Object> members) {
        Object key = isNameStart(peek()) ? readName() : readValue();
        if (peek() != ':') {
            throw wrong("':' expected");
        }
        at++;
        members.put(key, readValue());
    }

    private List<Object> readArray() {
        enter();
        if (peek() == ']') {
            leave(']');
            return Collections.emptyList();
        }
        List<Object> items = new ArrayList<>(ITEMS_AT_FIRST);
        items.add(readValue());
        while (peek() == ',') {
            at++;
            items.add(readValue());
        }
        leave(']');
        return items;
    }

    private void enter() {
        if (++depth > DEPTH_MAX) {
            throw wrong("nested deeper than " + DEPTH_MAX);
        }
        count(CONTAINER_VALUES - 1);
        at++;
    }

    private void leave(char closing) {
        if (peek() != closing) {
            throw wrong("',' or '" + closing + "' expected");
        }
        at++;
        depth--;
    }

    private void count(int more) {
        values += more;
        if (values > valuesMax) {
            throw wrong("more than " + valuesMax + " values (an object or array counts " + CONTAINER_VALUES + ")");
        }
    }

    private String readName() {
        count(1);
        int from = at;
        while (at < end && (isNameStart(bytes[at]) || bytes[at] >= '0' && bytes[at] <= '9')) {
            at++;
        }
        return new String(bytes, from, at - from, StandardCharsets.US_ASCII);
    }

    private static boolean isNameStart(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
    }

    private Object literal(String word, Object value) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || bytes[at + i] != word.charAt(i)) {
                throw wrong(word + " expected");
            }
        }
        at += word.length();
        return value;
    }

    private String readString() {
        int quote = bytes[at++];
        int from = at;
        while (at < end && bytes[at] != quote) {
            if (bytes[at] == '\\') {
                return readEscapedString(quote, from);
            }
            at++;
        }
        String text = new String(bytes, from, at - from, StandardCharsets.UTF_8);
        closeString();
        return text;
    }

    private void closeString() {
        if (at >= end) {
            throw wrong("string without end");
        }
        at++;
    }

    private String readEscapedString(int quote, int from) {
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

    private char readEscape() {
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

    private Number readNumber(int first) {
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

    private static Number numberOf(String text) {
        if (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return new BigDecimal(text).doubleValue();
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    private static boolean isNumberPart(byte c) {
        return c >= '0' && c <= '9' || NUMBER_SIGNS.indexOf(c) >= 0;
    }

    private int peek() {
        skipBlanks();
        return at < end ? bytes[at] & 0xFF : -1;
    }

    private void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }

    private JsonException wrong(String what) {
        return new JsonException(what + " at byte " + (at - start) + " of " + (end - start));
    }
}
