/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads one JSON text into a tree of maps, lists, strings, numbers (Long, BigInteger, Double), booleans, null; empty
 * maps and lists can't be changed. Beyond the standard it takes what the reference's library writes or takes: bare
 * numbers, names and whole objects and arrays as keys, and single quotes. Used once, by one thread.
 *
 * <p>In the tree every key is a String: a number is one in its plain form, an object or array the piece of the text it
 * was. A table of keys that can't be compared with each other is searched from end to end where a peer chooses keys of
 * one hash.
 */
final class JsonReader extends JsonCursor {

    /** Deepest nesting that is read. */
    static final int DEPTH_MAX = 64;
    /** Most values and keys of a text from a peer; 100,000 topics of 8 members each have 2.5 million. */
    static final long VALUES_MAX = 4_000_000;
    /** As many values an object or array counts, for it takes as much memory even when it is empty. */
    static final int CONTAINER_VALUES = 8;
    /** Estimated bytes of heap: an object or array, its place among others, a member, a text, a number. */
    private static final int CONTAINER_BYTES = 96;
    private static final int ITEM_BYTES = 8;
    private static final int MEMBER_BYTES = 56;
    private static final int TEXT_BYTES = 48;
    private static final int NUMBER_BYTES = 24;
    /** What is made of an entry of a table, beside half of its tree. */
    private static final int KEPT_BYTES = 100;
    private static final int ITEMS_AT_FIRST = 4;

    private final JsonMemory memory;
    private final JsonNames names = new JsonNames();
    private long values;
    private long valuesMax = VALUES_MAX;
    private long heapBytes;
    private long heapBytesGranted;
    private int depth;
    /** Keys around this place that are objects or arrays; inside one nothing is built. */
    private int keysAround;

    /**
     * Creates a reader.
     *
     * @param bytes holds the text
     * @param from its begin
     * @param length its length
     * @param memory where the text of a peer counts; null for a file of ours, which has no limit
     */
    JsonReader(byte[] bytes, int from, int length, JsonMemory memory) {
        super(bytes, from, length);
        this.memory = memory;
        this.heapBytesGranted = memory == null ? Long.MAX_VALUE : JsonMemory.FREE_BYTES;
    }

    /** Reads the whole text, behind which only blanks may stand. */
    Object readWhole() {
        Object value = readValue();
        endText();
        return value;
    }

    /**
     * Reads the text of a table, of any number of values: {@link JsonMemory} is its limit.
     *
     * @param takers by member of the outermost object: gets the members of its object instead of the tree, which has
     *     an empty object in its place
     * @return the tree
     */
    Object readTable(Map<String, BiConsumer<String, Object>> takers) {
        valuesMax = Long.MAX_VALUE;
        if (peek() != '{') {
            return readWhole();
        }
        Map<String, Object> members = new LinkedHashMap<>(ITEMS_AT_FIRST);
        readMembers(key -> {
            BiConsumer<String, Object> taker = peek() == '{' ? takers.get(key) : null;
            if (taker == null) {
                members.put(key, readValue());
            } else {
                members.put(key, Collections.emptyMap());
                readMembers(name -> {
                    long before = heapBytes;
                    taker.accept(name, readValue());
                    heapBytes = before + (heapBytes - before) / 2 + KEPT_BYTES;
                });
            }
        });
        endText();
        return members;
    }

    private void endText() {
        skipBlanks();
        if (at < end) {
            throw wrong("text goes on behind the value");
        }
    }

    private Object readValue() {
        count(1);
        grew(ITEM_BYTES);
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
                int from = at;
                Number number = readNumber(c);
                grew(number instanceof BigInteger ? NUMBER_BYTES + at - from : NUMBER_BYTES);
                return number;
        }
    }

    private Map<String, Object> readObject() {
        enter();
        if (peek() == '}') {
            leave('}');
            return Collections.emptyMap();
        }
        Map<String, Object> members = new LinkedHashMap<>(ITEMS_AT_FIRST);
        do {
            String key = readMemberKey();
            Object value = readValue();
            if (keysAround == 0) {
                members.put(key, value);
            }
        } while (goesOn());
        leave('}');
        return members;
    }

    /** Reads an object whose values someone else takes, who stands at each value when it is told its key. */
    private void readMembers(Consumer<String> atValue) {
        enter();
        if (peek() != '}') {
            do {
                atValue.accept(readMemberKey());
            } while (goesOn());
        }
        leave('}');
    }

    private boolean goesOn() {
        if (peek() != ',') {
            return false;
        }
        at++;
        return true;
    }

    private String readMemberKey() {
        grew(MEMBER_BYTES);
        String key = isNameStart(peek()) ? readName() : readKey();
        if (peek() != ':') {
            throw wrong("':' expected");
        }
        at++;
        return key;
    }

    private String readKey() {
        int c = peek();
        if (c == '{' || c == '[') {
            return readContainerAsKey();
        }
        if (c != '"' && c != '\'') {
            return readNumberAsKey(c);
        }
        count(1);
        int from = at + 1;
        int to = from;
        while (to < end && bytes[to] != c && bytes[to] != '\\') {
            to++;
        }
        if (to >= end || bytes[to] != c) {
            return readString();
        }
        at = to + 1;
        return name(from, to - from);
    }

    private String readNumberAsKey(int c) {
        count(1);
        String key = readNumber(c).toString();
        grew(TEXT_BYTES + key.length());
        return key;
    }

    private String readContainerAsKey() {
        int from = at;
        keysAround++;
        readValue();
        keysAround--;
        grew(TEXT_BYTES + at - from);
        return keysAround > 0 ? "" : new String(bytes, from, at - from, StandardCharsets.UTF_8);
    }

    private List<Object> readArray() {
        enter();
        if (peek() == ']') {
            leave(']');
            return Collections.emptyList();
        }
        List<Object> items = new ArrayList<>(ITEMS_AT_FIRST);
        do {
            readItem(items);
        } while (goesOn());
        leave(']');
        return items;
    }

    private void readItem(List<Object> items) {
        Object item = readValue();
        if (keysAround == 0) {
            items.add(item);
        }
    }

    private void enter() {
        if (++depth > DEPTH_MAX) {
            throw wrong("nested deeper than " + DEPTH_MAX);
        }
        count(CONTAINER_VALUES - 1);
        grew(CONTAINER_BYTES);
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
        if (values > valuesMax && memory != null) {
            throw wrong("more than " + VALUES_MAX + " values (an object or array counts " + CONTAINER_VALUES + ")");
        }
    }

    /** Notes that the tree grew. */
    private void grew(int bytes) {
        heapBytes += bytes;
        if (heapBytes > heapBytesGranted) {
            heapBytesGranted = memory.grow(heapBytes);
        }
    }

    private String readName() {
        count(1);
        int from = at;
        while (at < end && (isNameStart(bytes[at]) || bytes[at] >= '0' && bytes[at] <= '9')) {
            at++;
        }
        return name(from, at - from);
    }

    private String name(int from, int length) {
        String known = names.find(bytes, from, length);
        if (known != null) {
            return known;
        }
        grew(TEXT_BYTES + length);
        return names.keep(new String(bytes, from, length, StandardCharsets.UTF_8));
    }

    private String readString() {
        int quote = bytes[at++];
        int from = at;
        while (at < end && bytes[at] != quote) {
            if (bytes[at] == '\\') {
                String text = readEscapedString(quote, from);
                grew(TEXT_BYTES + 2 * text.length());
                return text;
            }
            at++;
        }
        grew(TEXT_BYTES + at - from);
        String text = new String(bytes, from, at - from, StandardCharsets.UTF_8);
        closeString();
        return text;
    }
}
