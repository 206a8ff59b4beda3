/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.ReplicatedTable;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.JsonText;

/**
 * How far each group has consumed each queue. Commits come on event loops and cost two look-ups; the file is written by
 * {@link #persist}, which an upkeep thread calls. The version moves on when somebody asks for it after a change, so
 * that equal versions mean equal tables.
 *
 * <p>A commit may go back (a client's reset); what comes from a master never does, unless the master's own value did.
 */
public final class ConsumerOffsetManager implements ReplicatedTable {

    /** Answer for a queue that the group never committed. */
    public static final long NONE = -1;
    /** Most pairs of topic and group. */
    public static final int PAIRS_MAX = 500_000;

    private static final Logger log = LoggerFactory.getLogger(ConsumerOffsetManager.class);

    private final TableFile file;
    private final InstantSource clock;
    private final Map<String, Map<String, QueueOffsets>> byTopic = new ConcurrentHashMap<>();
    private final AtomicInteger pairs = new AtomicInteger();
    private final Object versionLock = new Object();
    private DataVersion version = DataVersion.NONE;
    private volatile boolean changedSinceVersion;
    private volatile boolean changedSincePersist;

    /**
     * Creates the empty table; {@link #load} fills it.
     *
     * @param file {@code config/consumerOffset.json}
     * @param clock wall clock for the version
     */
    public ConsumerOffsetManager(TableFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Reads the file; a missing one leaves the table empty. */
    public void load() {
        file.load(OffsetTableJson::read).ifPresent(content -> {
            content.offsets().forEach((topicAtGroup, offsets) -> offsets.forEach(pairOf(topicAtGroup)::set));
            synchronized (versionLock) {
                version = content.version();
            }
        });
    }

    /**
     * Committed offset.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @return the offset or {@link #NONE}
     */
    public long offset(String group, String topic, int queueId) {
        QueueOffsets offsets = find(group, topic);
        return offsets == null ? NONE : offsets.get(queueId);
    }

    /**
     * Stores an offset; it may be lower than the one before. The caller has checked that topic, group and queue exist.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset next offset to be consumed, 0 or more
     */
    public void commit(String group, String topic, int queueId, long offset) {
        QueueOffsets offsets = find(group, topic);
        if (offsets == null) {
            if (pairs.get() >= PAIRS_MAX) {
                log.warn("offset of group {} in {} dropped: the table has the limit of {} pairs", group, topic,
                    PAIRS_MAX);
                return;
            }
            offsets = pairOf(topic, group);
        }
        if (offsets.set(queueId, offset)) {
            changed();
        }
    }

    /**
     * Offsets of a group in all queues of a topic.
     *
     * @param group group
     * @param topic topic
     * @return queue to offset; empty when there are none
     */
    public Map<Integer, Long> offsets(String group, String topic) {
        QueueOffsets offsets = find(group, topic);
        return offsets == null ? Map.of() : offsets.toMap();
    }

    /**
     * Groups with offsets in a topic.
     *
     * @param topic topic
     * @return their names
     */
    public Set<String> groupsOf(String topic) {
        return new TreeSet<>(byTopic.getOrDefault(topic, Map.of()).keySet());
    }

    /**
     * Topics in which a group has offsets.
     *
     * @param group group
     * @return their names
     */
    public Set<String> topicsOf(String group) {
        Set<String> topics = new TreeSet<>();
        byTopic.forEach((topic, groups) -> {
            if (groups.containsKey(group)) {
                topics.add(topic);
            }
        });
        return topics;
    }

    /**
     * Forgets all offsets of a topic.
     *
     * @param topic topic
     */
    public void deleteTopic(String topic) {
        if (byTopic.remove(topic) != null) {
            changed();
        }
        recount();
    }

    /**
     * Forgets all offsets of a group.
     *
     * @param group group
     */
    public void deleteGroup(String group) {
        byTopic.values().forEach(groups -> {
            if (groups.remove(group) != null) {
                changed();
            }
        });
        recount();
    }

    /**
     * Gives one group the offsets of another in a topic.
     *
     * @param source group that is read
     * @param target group that is written
     * @param topic topic
     */
    public void cloneGroup(String source, String target, String topic) {
        offsets(source, topic).forEach((queueId, offset) -> commit(target, topic, queueId, offset));
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
        changedSincePersist = false;
        try {
            file.save(JsonText.encodePretty(tree()));
        } catch (RuntimeException failed) {
            changedSincePersist = true;
            throw failed;
        }
        return true;
    }

    @Override
    public String name() {
        return "consumer offsets";
    }

    @Override
    public DataVersion version() {
        synchronized (versionLock) {
            if (changedSinceVersion) {
                changedSinceVersion = false;
                version = version.next(clock.millis());
            }
            return version;
        }
    }

    @Override
    public byte[] snapshot() {
        return JsonText.encode(tree());
    }

    /** {@inheritDoc} A pair that the master once had and has no longer is removed; one of our own alone stays. */
    @Override
    public synchronized void replaceWith(byte[] body) {
        OffsetTableJson.Content masters = OffsetTableJson.read(body);
        masters.offsets().forEach((topicAtGroup, offsets) -> pairOf(topicAtGroup).merge(offsets));
        byTopic.forEach((topic, groups) -> groups.entrySet().removeIf(pair -> pair.getValue().cameFromMaster()
            && !masters.offsets().containsKey(topic + OffsetTableJson.SEPARATOR + pair.getKey())));
        recount();
        synchronized (versionLock) {
            version = masters.version();
            changedSinceVersion = false;
        }
        changedSincePersist = true;
        persist();
    }

    private void changed() {
        if (!changedSinceVersion) {
            changedSinceVersion = true;
        }
        if (!changedSincePersist) {
            changedSincePersist = true;
        }
    }

    private void recount() {
        byTopic.values().removeIf(Map::isEmpty);
        pairs.set(byTopic.values().stream().mapToInt(Map::size).sum());
    }

    private QueueOffsets find(String group, String topic) {
        Map<String, QueueOffsets> groups = byTopic.get(topic);
        return groups == null ? null : groups.get(group);
    }

    private QueueOffsets pairOf(String topic, String group) {
        return byTopic.computeIfAbsent(topic, name -> new ConcurrentHashMap<>()).computeIfAbsent(group, name -> {
            pairs.incrementAndGet();
            return new QueueOffsets();
        });
    }

    private QueueOffsets pairOf(String topicAtGroup) {
        int at = topicAtGroup.indexOf(OffsetTableJson.SEPARATOR);
        return pairOf(topicAtGroup.substring(0, at), topicAtGroup.substring(at + 1));
    }

    private Map<String, Object> tree() {
        DataVersion versionFirst = version();
        Map<String, Map<Integer, Long>> table = new TreeMap<>();
        byTopic.forEach((topic, groups) -> groups.forEach((group, offsets) ->
            table.put(topic + OffsetTableJson.SEPARATOR + group, offsets.toMap())));
        return OffsetTableJson.tree(table, versionFirst);
    }
}
