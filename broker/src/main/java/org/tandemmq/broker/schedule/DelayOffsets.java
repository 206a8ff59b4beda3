/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableDamagedException;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TableText;

/**
 * {@code delayOffset.json}: how far each delay level is delivered (storage 7). On a master the scheduler moves it on,
 * on a slave it follows the master and counts at once when the slave takes over. Any thread.
 */
public final class DelayOffsets implements DelayProgress, ReplicatedTable {

    /** Highest level that is kept. */
    public static final int LEVELS_MAX = 1_000;
    private static final Logger log = LoggerFactory.getLogger(DelayOffsets.class);
    private static final String TABLE_MEMBER = "offsetTable";
    private static final String VERSION_MEMBER = "dataVersion";

    private final TableFile file;
    private final InstantSource clock;
    private final TreeMap<Integer, Long> offsets = new TreeMap<>();
    private DataVersion version = DataVersion.NONE;
    private boolean changedSinceVersion;
    private boolean changedSincePersist;

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/delayOffset.json}
     * @param clock wall clock for the version
     */
    public DelayOffsets(TableFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Reads the file; a missing one leaves the table empty. Where it has an offset that is none, its copy counts: a
     * level that begins anew delivers everything once more that is still in its queue.
     */
    public synchronized void load() {
        loaded().ifPresent(this::take);
    }

    private Optional<Content> loaded() {
        try {
            return file.load(text -> read(TableText.ofFile(text), DelayOffsets::isOffset));
        } catch (TableDamagedException unlikeOffsets) {
            Optional<Content> rest = file.load(text -> read(TableText.ofFile(text), any -> true));
            log.warn("levels without an offset that is a number begin anew: {}", unlikeOffsets.getMessage());
            return rest;
        }
    }

    private static boolean isOffset(Object value) {
        return JsonFields.isInteger(value) && JsonFields.numberOf(value, -1) >= 0;
    }

    @Override
    public synchronized long offset(int level) {
        return offsets.getOrDefault(level, 0L);
    }

    @Override
    public synchronized void update(int level, long nextOffset) {
        Long before = offsets.put(level, nextOffset);
        if (before == null || before != nextOffset) {
            changedSinceVersion = true;
            changedSincePersist = true;
        }
    }

    /** All levels that have delivered something, with the offset of their next record. */
    public synchronized Map<Integer, Long> offsets() {
        return new TreeMap<>(offsets);
    }

    /**
     * Writes the file if anything changed since the last time.
     *
     * @return whether it was written
     */
    public synchronized boolean persist() {
        if (!changedSincePersist) {
            return false;
        }
        file.save(JsonText.encodePretty(tree()));
        changedSincePersist = false;
        return true;
    }

    @Override
    public String name() {
        return "delay offsets";
    }

    @Override
    public synchronized DataVersion version() {
        if (changedSinceVersion) {
            changedSinceVersion = false;
            version = version.next(clock.millis());
        }
        return version;
    }

    @Override
    public synchronized byte[] snapshot() {
        return JsonText.encode(tree());
    }

    @Override
    public synchronized int replaceWith(byte[] body) {
        Content masters = read(TableText.ofPeer(body), any -> true);
        if (masters.offsets().equals(offsets) && masters.version().equals(version)) {
            return 0;
        }
        Set<Integer> levels = new TreeSet<>(offsets.keySet());
        levels.addAll(masters.offsets().keySet());
        levels.removeIf(level -> Objects.equals(offsets.get(level), masters.offsets().get(level)));
        file.save(JsonText.encodePretty(tree(masters.offsets(), masters.version())));
        take(masters);
        changedSincePersist = false;
        return levels.size();
    }

    private void take(Content content) {
        offsets.clear();
        offsets.putAll(content.offsets());
        version = content.version();
        changedSinceVersion = false;
    }

    private Map<String, Object> tree() {
        DataVersion versionFirst = version();
        return tree(new TreeMap<>(offsets), versionFirst);
    }

    private static Map<String, Object> tree(Map<Integer, Long> offsets, DataVersion version) {
        Map<String, Object> json = new TreeMap<>();
        json.put(VERSION_MEMBER, version.toJson());
        json.put(TABLE_MEMBER, offsets);
        return json;
    }

    private record Content(Map<Integer, Long> offsets, DataVersion version) {
    }

    private static Content read(TableText text, Predicate<Object> believed) {
        Map<Integer, Long> offsets = new TreeMap<>();
        JsonFields json = text.read(TABLE_MEMBER, Map.of(TABLE_MEMBER, (level, offset) -> {
            long id = JsonFields.numberOf(level, -1);
            if (!believed.test(offset)) {
                throw new IllegalArgumentException("offset of delay level " + level + " is " + offset);
            }
            if (id >= 1 && id <= LEVELS_MAX) {
                offsets.put((int) id, JsonFields.numberOf(offset, 0));
            }
        }));
        return new Content(offsets, DataVersion.read(json.object(VERSION_MEMBER)));
    }
}
