/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * A table of named entries with a version and a file. Readers take a whole, unchangeable state without a lock; writers
 * are one at a time, write the file first and publish last, so that what was seen once survives a kill. Writing waits
 * for the disk: it does not belong on an event loop.
 *
 * @param <V> type of an entry; entries are values
 */
public final class VersionedTable<V> {

    /** Most entries of one table. */
    public static final int ENTRIES_MAX = 100_000;
    /** Part of the heap that the text of a table may take; it is there as a whole while it is written. */
    private static final int HEAP_SHARE = 10;
    private static final String VERSION_MEMBER = "dataVersion";

    private record State<V>(Map<String, V> entries, DataVersion version, Map<String, Object> other) {
    }

    private final TableFile file;
    private final TableFormat<V> format;
    private final InstantSource clock;
    private final long textBytesMax = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    private int textBytes;
    private volatile State<V> state = new State<>(Map.of(), DataVersion.NONE, Map.of());

    /**
     * Creates an empty table; {@link #load} fills it.
     *
     * @param file where it is kept
     * @param format its JSON form
     * @param clock wall clock for the version
     */
    public VersionedTable(TableFile file, TableFormat<V> format, InstantSource clock) {
        this.file = file;
        this.format = format;
        this.clock = clock;
    }

    /** Reads the file; a missing one leaves the table empty, a damaged one throws {@link TableDamagedException}. */
    public synchronized void load() {
        file.load(text -> parse(TableText.ofFile(text))).ifPresent(loaded -> state = loaded);
    }

    /**
     * One entry.
     *
     * @param name its name
     * @return the entry or null
     */
    public V get(String name) {
        return state.entries.get(name);
    }

    /** All entries at this moment, unchangeable. */
    public Map<String, V> entries() {
        return state.entries;
    }

    /** Present version. */
    public DataVersion version() {
        return state.version;
    }

    /**
     * A member of the table's JSON object beside the entries.
     *
     * @param name member
     * @return its value or null
     */
    public Object other(String name) {
        return state.other.get(name);
    }

    /**
     * Sets a member of the table's JSON object beside the entries.
     *
     * @param name member
     * @param value map, list or scalar; null removes it
     */
    public synchronized void setOther(String name, Object value) {
        Map<String, Object> other = new HashMap<>(state.other);
        if (value == null) {
            other.remove(name);
        } else {
            other.put(name, value);
        }
        publishWithin(new State<>(state.entries, nextVersion(), Map.copyOf(other)));
    }

    /**
     * Adds or replaces entries with one write of the file.
     *
     * @param changes name to entry
     * @return what really changed; nothing is written when nothing did
     * @throws TableFullException if there would be more than {@link #ENTRIES_MAX}, or too many bytes
     */
    public synchronized TableChange put(Map<String, V> changes) {
        Map<String, V> entries = new HashMap<>(state.entries);
        Set<String> changed = new HashSet<>();
        changes.forEach((name, value) -> {
            if (!value.equals(entries.put(name, value))) {
                changed.add(name);
            }
        });
        if (changed.isEmpty()) {
            return TableChange.NONE;
        }
        if (entries.size() > ENTRIES_MAX && entries.size() > state.entries.size()) {
            throw new TableFullException("the table of " + format.name() + " has " + state.entries.size()
                + " entries, the limit is " + ENTRIES_MAX);
        }
        publishWithin(new State<>(Collections.unmodifiableMap(entries), nextVersion(), state.other));
        return new TableChange(changed, Set.of());
    }

    /**
     * Removes entries with one write of the file.
     *
     * @param names names; absent ones are ignored
     * @return what was removed
     */
    public synchronized TableChange remove(Collection<String> names) {
        Map<String, V> entries = new HashMap<>(state.entries);
        Set<String> removed = new HashSet<>();
        for (String name : names) {
            if (entries.remove(name) != null) {
                removed.add(name);
            }
        }
        if (removed.isEmpty()) {
            return TableChange.NONE;
        }
        State<V> less = new State<>(Collections.unmodifiableMap(entries), nextVersion(), state.other);
        publish(less, JsonText.encodePretty(json(less)));
        return new TableChange(Set.of(), removed);
    }

    /** The whole table as JSON on one line. */
    public byte[] snapshot() {
        return JsonText.encode(json(state));
    }

    /**
     * Takes over the content and the version of another table.
     *
     * @param body its JSON
     * @return difference to the content before
     * @throws RuntimeException if it can't be read or written; the table is then unchanged
     */
    public synchronized TableChange replaceWith(byte[] body) {
        State<V> newer = parse(TableText.ofPeer(body));
        if (newer.equals(state)) {
            return TableChange.NONE;
        }
        if (newer.entries.isEmpty() && !state.entries.isEmpty()) {
            throw new IllegalArgumentException("the other table of " + format.name() + " is empty, ours has "
                + state.entries.size() + " entries: not taken over");
        }
        Set<String> changed = new HashSet<>();
        newer.entries.forEach((name, value) -> {
            if (!value.equals(state.entries.get(name))) {
                changed.add(name);
            }
        });
        Set<String> removed = new HashSet<>(state.entries.keySet());
        removed.removeAll(newer.entries.keySet());
        publish(newer, JsonText.encodePretty(json(newer)));
        return new TableChange(changed, removed);
    }

    /** A change of ours may not make the table larger than its limit; what a master has is taken as it is. */
    private void publishWithin(State<V> newer) {
        byte[] text = JsonText.encodePretty(json(newer));
        if (text.length > textBytesMax && text.length > textBytes) {
            throw new TableFullException("the table of " + format.name() + " would have " + text.length
                + " bytes with " + newer.entries.size() + " entries, the limit is " + textBytesMax);
        }
        publish(newer, text);
    }

    private void publish(State<V> newer, byte[] text) {
        file.save(text);
        state = newer;
        textBytes = text.length;
    }

    private DataVersion nextVersion() {
        return state.version.next(clock.millis());
    }

    private Map<String, Object> json(State<V> from) {
        Map<String, Object> entries = new TreeMap<>();
        // each is written when its turn comes: all at once would take more memory than the table itself
        from.entries.forEach((name, value) -> entries.put(name, (Supplier<Object>) () -> format.write(value)));
        Map<String, Object> json = new TreeMap<>(format.companions());
        json.putAll(from.other);
        json.put(VERSION_MEMBER, from.version.toJson());
        json.put(format.entriesMember(), entries);
        return json;
    }

    private State<V> parse(TableText text) {
        Map<String, V> entries = new HashMap<>();
        JsonFields json = text.read(format.entriesMember(), Map.of(format.entriesMember(), (name, value) -> {
            if (value != null) {
                entries.put(name, format.read(JsonFields.of(value), name));
            }
        }));
        return new State<>(Collections.unmodifiableMap(entries), DataVersion.read(json.object(VERSION_MEMBER)),
            json.rest(Set.of(VERSION_MEMBER, format.entriesMember())));
    }
}
