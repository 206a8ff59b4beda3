/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The JSON text of a table: an object with members that have thousands of entries. These are handed over one by one as
 * they are read, so that a table is never in memory as a tree as well. Whoever makes one says where it comes from: a
 * file of ours has no limit; another broker's text counts in {@link JsonMemory}, of an entry that was handed over half
 * of its tree, and may have any number of values. Used once, by one thread.
 */
public final class TableText {

    private final byte[] text;
    private final JsonMemory memory;

    private TableText(byte[] text, JsonMemory memory) {
        this.text = text;
        this.memory = memory;
    }

    /**
     * Text of a file of ours.
     *
     * @param text UTF-8 text
     * @return the text, not read yet
     */
    public static TableText ofFile(byte[] text) {
        return new TableText(text, null);
    }

    /**
     * Text from another broker, or from anybody else.
     *
     * @param text UTF-8 text
     * @return the text, not read yet
     */
    public static TableText ofPeer(byte[] text) {
        return new TableText(text, JsonMemory.OF_PROCESS);
    }

    /**
     * Reads the whole text.
     *
     * @param required member that the table must have, with an object
     * @param takers by member: gets name and value of each entry of its object, the last of equal names last; what it
     *     does not keep is gone
     * @return all other members, and an empty object in the place of each that was handed over
     * @throws IllegalArgumentException if the text is no JSON object with the required member
     * @throws JsonException if it is no JSON, or finds no room
     */
    public JsonFields read(String required, Map<String, BiConsumer<String, Object>> takers) {
        JsonReader reader = new JsonReader(text, 0, text.length, memory);
        Object tree = memory == null ? reader.readTable(takers) : memory.during(() -> reader.readTable(takers));
        if (!(tree instanceof Map<?, ?> members) || !(members.get(required) instanceof Map)) {
            throw new IllegalArgumentException("no JSON object with a member " + required);
        }
        return JsonFields.of(tree);
    }
}
