/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.KvTable;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * Key-value table of the name service, kept in {@code kvConfig.json} as
 * <code>{"configTable":{"NAMESPACE":{"key":"value"}}}</code>. A change is on disk before it is seen; when the disk
 * refuses, nothing has changed. Changes come from one thread at a time, reads from any.
 */
public final class KvConfig {

    /** Name space of the order configuration of topics. */
    public static final String ORDER_TOPICS = "ORDER_TOPIC_CONFIG";
    /** Most entries of all name spaces together. */
    public static final int ENTRIES_MAX = 100_000;
    /** Most characters of key and value together. */
    public static final int ENTRY_CHARS_MAX = 65_536;
    /** Most characters of a name space and of a key. */
    public static final int NAME_CHARS_MAX = 255;
    /** Most name spaces, with those that were emptied. */
    public static final int SPACES_MAX = 10_000;
    /** Most bytes of the table: name space, key and value of each entry in UTF-8. */
    public static final int TABLE_BYTES_MAX = 8 * 1024 * 1024;
    /** Most characters of a value in the log. */
    private static final int LOGGED_CHARS_MAX = 100;

    private static final String TABLE = "configTable";
    private static final Logger log = LoggerFactory.getLogger(KvConfig.class);

    private final StoredText file;
    private volatile SortedMap<String, SortedMap<String, String>> spaces;
    private long sizeBytes;

    /**
     * Reads the table.
     *
     * @param file where it is kept
     * @throws IOException if the file is there and neither it nor its copy can be read
     */
    public KvConfig(StoredText file) throws IOException {
        this.file = file;
        this.spaces = file.load(KvConfig::read).orElseGet(TreeMap::new);
        spaces.forEach((space, entries) ->
            entries.forEach((key, value) -> this.sizeBytes += bytesOf(space, key, value)));
    }

    private static SortedMap<String, SortedMap<String, String>> read(byte[] content) {
        SortedMap<String, SortedMap<String, String>> spaces = new TreeMap<>();
        TableText.ofFile(content).read(TABLE, Map.of()).object(TABLE).asMap().forEach((space, entries) -> {
            if (!(entries instanceof Map)) {
                throw new IllegalArgumentException("name space " + space + " is no object");
            }
            spaces.put(space, values(space, JsonFields.of(entries)));
        });
        return spaces;
    }

    private static SortedMap<String, String> values(String space, JsonFields entries) {
        SortedMap<String, String> values = new TreeMap<>();
        for (String key : entries.asMap().keySet()) {
            String value = entries.text(key, null);
            if (value == null) {
                throw new IllegalArgumentException("key " + key + " of " + space + " has no text");
            }
            values.put(key, value);
        }
        return values;
    }

    /**
     * One value.
     *
     * @param space name space
     * @param key key
     * @return the value or null
     */
    public String value(String space, String key) {
        Map<String, String> entries = spaces.get(space);
        return entries == null ? null : entries.get(key);
    }

    /**
     * A name space as body (219).
     *
     * @param space name space
     * @return JSON, or null when the name space was never written
     */
    public byte[] list(String space) {
        SortedMap<String, String> entries = spaces.get(space);
        return entries == null ? null : JsonText.encode(new KvTable(entries));
    }

    /**
     * Sets a value.
     *
     * @param space name space
     * @param key key
     * @param value value
     * @throws IllegalArgumentException if a limit is reached
     * @throws UncheckedIOException if the file can't be written
     */
    public synchronized void put(String space, String key, String value) {
        String before = value(space, key);
        long changedBytes = sizeBytes + bytesOf(space, key, value)
            - (before == null ? 0 : bytesOf(space, key, before));
        checkEntry(space, key, value);
        checkTable(space, before == null, changedBytes);
        SortedMap<String, SortedMap<String, String>> changed = new TreeMap<>(spaces);
        SortedMap<String, String> old = changed.get(space);
        SortedMap<String, String> values = old == null ? new TreeMap<>() : new TreeMap<>(old);
        values.put(key, value);
        changed.put(space, values);
        publish(changed, changedBytes);
        log.info("key {} of {} set to {}, {} characters", key, space,
            value.substring(0, Math.min(value.length(), LOGGED_CHARS_MAX)), value.length());
    }

    private static void checkEntry(String space, String key, String value) {
        if (space.length() > NAME_CHARS_MAX || key.length() > NAME_CHARS_MAX) {
            throw new IllegalArgumentException("name space of " + space.length() + " and key of " + key.length()
                + " characters, the limit of each is " + NAME_CHARS_MAX);
        }
        int chars = key.length() + value.length();
        if (chars > ENTRY_CHARS_MAX) {
            throw new IllegalArgumentException("entry of " + chars + " characters is above the limit of "
                + ENTRY_CHARS_MAX);
        }
    }

    private void checkTable(String space, boolean added, long changedBytes) {
        if (changedBytes > TABLE_BYTES_MAX && changedBytes > sizeBytes) {
            throw new IllegalArgumentException("key-value table is full: it would have " + changedBytes
                + " bytes, the limit is " + TABLE_BYTES_MAX);
        }
        if (added && spaces.values().stream().mapToInt(Map::size).sum() >= ENTRIES_MAX) {
            throw new IllegalArgumentException("key-value table is full: " + ENTRIES_MAX + " entries");
        }
        if (spaces.size() >= SPACES_MAX && !spaces.containsKey(space)) {
            throw new IllegalArgumentException("key-value table is full: " + SPACES_MAX + " name spaces");
        }
    }

    private static long bytesOf(String... parts) {
        long sum = 0;
        for (String part : parts) {
            sum += part.getBytes(StandardCharsets.UTF_8).length;
        }
        return sum;
    }

    /**
     * Removes a value; the name space stays.
     *
     * @param space name space
     * @param key key
     * @throws UncheckedIOException if the file can't be written
     */
    public synchronized void delete(String space, String key) {
        String before = value(space, key);
        if (before == null) {
            return;
        }
        SortedMap<String, SortedMap<String, String>> changed = new TreeMap<>(spaces);
        SortedMap<String, String> values = new TreeMap<>(changed.get(space));
        values.remove(key);
        changed.put(space, values);
        publish(changed, sizeBytes - bytesOf(space, key, before));
        log.info("key {} of {} deleted", key, space);
    }

    private void publish(SortedMap<String, SortedMap<String, String>> changed, long changedBytes) {
        try {
            file.save(JsonText.encode(Map.of(TABLE, changed)));
        } catch (IOException refused) {
            throw new UncheckedIOException(file + " can't be written, nothing was changed", refused);
        }
        spaces = changed;
        sizeBytes = changedBytes;
    }
}
