/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** All pairs of topic and group with their offsets. Look-ups take no lock; any thread. */
final class OffsetPairs {

    private final Map<String, Map<String, QueueOffsets>> byTopic = new ConcurrentHashMap<>();
    /** Most pairs, however little they take. */
    static final int PAIRS_MAX = 500_000;
    /** Estimated memory of a pair without its name and queues, and of a queue. */
    private static final int PAIR_BYTES = 350;
    private static final int QUEUE_BYTES = 16;

    private final long bytesMax;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Creates the empty table.
     *
     * @param bytesMax bytes of memory above which nothing new is taken from clients
     */
    OffsetPairs(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Why an offset finds no room, or null; a queue that has one already always does. */
    String refusal(String group, String topic, int queueId) {
        if (hasRoom(find(group, topic), queueId)) {
            return null;
        }
        return "[OVERLOAD] no room for offsets of further queues: the table has " + count + " pairs of group and topic "
            + "with " + bytes + " bytes of memory, the limits are " + PAIRS_MAX + " and " + bytesMax;
    }

    /** Whether an offset of {@code topic@group} finds room; a queue that has one already always does. */
    boolean hasRoom(String topicAtGroup, int queueId) {
        return hasRoom(find(topicAtGroup), queueId);
    }

    private boolean hasRoom(QueueOffsets offsets, int queueId) {
        return offsets != null && queueId < offsets.capacity() || count.get() < PAIRS_MAX && bytes.get() < bytesMax;
    }

    /** Sets an offset; says whether that changed anything. */
    boolean set(String group, String topic, int queueId, long offset, ResetEpoch epoch, long tick) {
        QueueOffsets offsets = findOrCreate(group, topic);
        int before = offsets.capacity();
        boolean changed = offsets.set(queueId, offset, epoch, tick);
        if (changed && queueId >= before) {
            bytes.addAndGet((long) QUEUE_BYTES * (offsets.capacity() - before));
        }
        return changed;
    }

    /** The offsets of a pair, or null. */
    QueueOffsets find(String group, String topic) {
        Map<String, QueueOffsets> groups = byTopic.get(topic);
        return groups == null ? null : groups.get(group);
    }

    /** The offsets of {@code topic@group}, or null. */
    QueueOffsets find(String topicAtGroup) {
        int at = topicAtGroup.indexOf(OffsetTableJson.SEPARATOR);
        return find(topicAtGroup.substring(at + 1), topicAtGroup.substring(0, at));
    }

    QueueOffsets findOrCreate(String group, String topic) {
        return byTopic.computeIfAbsent(topic, name -> new ConcurrentHashMap<>()).computeIfAbsent(group, name -> {
            count.incrementAndGet();
            bytes.addAndGet(PAIR_BYTES + name.length());
            return new QueueOffsets();
        });
    }

    /** The offsets of {@code topic@group}. */
    QueueOffsets findOrCreate(String topicAtGroup) {
        int at = topicAtGroup.indexOf(OffsetTableJson.SEPARATOR);
        return findOrCreate(topicAtGroup.substring(at + 1), topicAtGroup.substring(0, at));
    }

    Set<String> groupsOf(String topic) {
        return new TreeSet<>(byTopic.getOrDefault(topic, Map.of()).keySet());
    }

    Set<String> topicsOf(String group) {
        Set<String> topics = new TreeSet<>();
        byTopic.forEach((topic, groups) -> {
            if (groups.containsKey(group)) {
                topics.add(topic);
            }
        });
        return topics;
    }

    boolean removeTopic(String topic) {
        boolean removed = byTopic.remove(topic) != null;
        recount();
        return removed;
    }

    boolean removeGroup(String group) {
        return removeIf((topicAtGroup, offsets) ->
            topicAtGroup.endsWith(OffsetTableJson.SEPARATOR + group)
                && topicAtGroup.length() - group.length() - 1 == topicAtGroup.indexOf(OffsetTableJson.SEPARATOR)) > 0;
    }

    /** Removes pairs, named {@code topic@group}; gives their number. */
    int removeIf(BiPredicate<String, QueueOffsets> unwanted) {
        int[] removed = {0};
        byTopic.forEach((topic, groups) -> groups.entrySet().removeIf(pair -> {
            boolean gone = unwanted.test(topic + OffsetTableJson.SEPARATOR + pair.getKey(), pair.getValue());
            removed[0] += gone ? 1 : 0;
            return gone;
        }));
        recount();
        return removed[0];
    }

    /** Pairs that are wanted, by {@code topic@group}. */
    Map<String, QueueOffsets> byName(Predicate<QueueOffsets> wanted) {
        Map<String, QueueOffsets> found = new TreeMap<>();
        byTopic.forEach((topic, groups) -> groups.forEach((group, offsets) -> {
            if (wanted.test(offsets)) {
                found.put(topic + OffsetTableJson.SEPARATOR + group, offsets);
            }
        }));
        return found;
    }

    /** Counts anew, with what came from a master. */
    void recount() {
        byTopic.values().removeIf(Map::isEmpty);
        count.set(byTopic.values().stream().mapToInt(Map::size).sum());
        long[] sum = {0};
        byTopic.values().forEach(groups -> groups.forEach((group, offsets) ->
            sum[0] += PAIR_BYTES + group.length() + (long) QUEUE_BYTES * offsets.capacity()));
        bytes.set(sum[0]);
    }
}
