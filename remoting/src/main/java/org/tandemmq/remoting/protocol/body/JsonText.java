/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * JSON of bodies and table files in the dialect of the ecosystem (wire-protocol 3.1): maps keyed by numbers have bare
 * numeric keys, maps keyed by a record have the record's object as key. Types are records, maps, collections, enums,
 * strings, numbers, booleans and byte arrays (Base64); nothing in a text ever chooses a class.
 *
 * <p>Reading: unknown members are skipped, keys of numbers and records may stand bare or quoted, an unknown enum name
 * is null. A member that is absent or null takes the value it has in the record's static field {@code DEFAULTS}, where
 * there is one, else null, 0 or false. Writing: members and keys sorted, nulls left out.
 *
 * <p>All methods may be called from any thread.
 */
public final class JsonText {

    private JsonText() {
    }

    /**
     * Writes a value in the dialect of the reference.
     *
     * @param value record, map, collection or scalar
     * @return UTF-8 text
     */
    public static byte[] encode(Object value) {
        return new JsonWriter(false, false).write(value);
    }

    /**
     * Writes a value as standard JSON: all keys quoted, only ASCII. Routes for clients of 4.9.4 and later.
     *
     * @param value record, map, collection or scalar
     * @return ASCII text
     */
    public static byte[] encodeStandard(Object value) {
        return new JsonWriter(true, false).write(value);
    }

    /**
     * Writes a value for a file: a line for each member, indented with tabs, in the dialect of the reference.
     *
     * @param value record, map, collection or scalar
     * @return UTF-8 text
     */
    public static byte[] encodePretty(Object value) {
        return new JsonWriter(false, true).write(value);
    }

    /**
     * Reads a value from a file of ours, which may have any number of values. Never for what a peer sent.
     *
     * @param text UTF-8 text
     * @param type record type, or {@code Map}, {@code List} or {@code Object} for the bare tree
     * @return the value; null for the text {@code null}
     * @throws JsonException if the text is no JSON or does not fit the type
     */
    public static <T> T decodeFile(byte[] text, Class<T> type) {
        return decode(text, 0, text.length, null, type);
    }

    /**
     * Reads a value from a peer, of 4 million values at most, of which an object or array counts 8, and within
     * {@link JsonMemory}.
     *
     * @param text UTF-8 text between position and limit; left as it is
     * @param type record type, or {@code Map}, {@code List} or {@code Object} for the bare tree
     * @return the value; null for the text {@code null}
     * @throws JsonException if the text is no JSON or does not fit the type
     */
    public static <T> T decode(ByteBuffer text, Class<T> type) {
        if (text.hasArray()) {
            return decode(text.array(), text.arrayOffset() + text.position(), text.remaining(),
                JsonMemory.OF_PROCESS, type);
        }
        byte[] copy = new byte[text.remaining()];
        text.get(text.position(), copy);
        return decode(copy, 0, copy.length, JsonMemory.OF_PROCESS, type);
    }

    /**
     * Reads a value from a peer, of 4 million values at most, of which an object or array counts 8, and within
     * {@link JsonMemory}.
     *
     * @param text text
     * @param type record type, or {@code Map}, {@code List} or {@code Object} for the bare tree
     * @return the value; null for the text {@code null}
     * @throws JsonException if the text is no JSON or does not fit the type
     */
    public static <T> T decode(String text, Class<T> type) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return decode(bytes, 0, bytes.length, JsonMemory.OF_PROCESS, type);
    }

    private static <T> T decode(byte[] bytes, int from, int length, JsonMemory memory, Class<T> type) {
        JsonReader reader = new JsonReader(bytes, from, length, memory);
        Object tree = memory == null ? reader.readWhole() : memory.during(reader::readWhole);
        return type.cast(JsonBinding.bind(tree, type, ""));
    }
}
