/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Which topics and groups were deleted: the stamp of the deletion ({@link ResetEpoch}), and for a topic where the log
 * ended. An offset with a smaller stamp is one of the life before: it counts no more, whoever brings it, so that a
 * slave that was down meanwhile does not bring back what it still has. What a queue holds before that position is of
 * the life before as well. Keys are those of the offsets with one side left empty: {@code topic@} and {@code @group}.
 * Any thread.
 */
public final class Deletions {

    /** Most deletions that are remembered; beyond it the oldest are forgotten. */
    static final int DELETIONS_MAX = 10_000;

    private final Map<String, Deletion> deletions = new HashMap<>();
    private volatile Consumer<Set<String>> undone = topics -> { };

    /**
     * One deletion.
     *
     * @param stamp its stamp
     * @param position end of the log at that moment; 0 for a group, and where the queues were dropped already
     */
    record Deletion(long stamp, long position) {
    }

    /** A topic was deleted when the log ended at a position. */
    void topic(String topic, long stamp, long position) {
        take(Map.of(topic + OffsetTableJson.SEPARATOR, new Deletion(stamp, position)));
    }

    /** A group was deleted. */
    void group(String group, long stamp) {
        take(Map.of(OffsetTableJson.SEPARATOR + group, new Deletion(stamp, 0)));
    }

    /** Adds what another broker knows; gives what was new of it. */
    synchronized Map<String, Deletion> take(Map<String, Deletion> others) {
        Map<String, Deletion> news = new TreeMap<>();
        others.forEach((name, deletion) -> {
            Deletion known = deletions.get(name);
            if (known == null || deletion.stamp() > known.stamp()) {
                deletions.put(name, deletion);
                news.put(name, deletion);
            }
        });
        if (deletions.size() > DELETIONS_MAX) {
            long[] sorted = deletions.values().stream().mapToLong(Deletion::stamp).sorted().toArray();
            long oldestKept = sorted[sorted.length - DELETIONS_MAX];
            deletions.values().removeIf(deletion -> deletion.stamp() < oldestKept);
        }
        return news;
    }

    /**
     * Lets another part take back what was done for deletions that are given up.
     *
     * @param before told the topics, before anything is given up; throws while it is not ready, then nothing is
     */
    public void whenUndone(Consumer<Set<String>> before) {
        undone = before;
    }

    /** Becomes what another broker knows: deletions that it does not know never were. */
    void become(Map<String, Deletion> others) {
        undone.accept(topicsUnknownTo(others));
        synchronized (this) {
            deletions.clear();
            deletions.putAll(others);
        }
    }

    private synchronized Set<String> topicsUnknownTo(Map<String, Deletion> others) {
        Set<String> topics = new TreeSet<>();
        deletions.forEach((name, deletion) -> {
            String topic = name.substring(0, name.indexOf(OffsetTableJson.SEPARATOR));
            if (!topic.isEmpty() && stamp(others.get(name)) != deletion.stamp()) {
                topics.add(topic);
            }
        });
        return topics;
    }

    /** All that are remembered. */
    synchronized Map<String, Deletion> all() {
        return new TreeMap<>(deletions);
    }

    /** Offsets of {@code topic@group} with a smaller stamp than this one count no more; 0 when all do. */
    synchronized long stampFor(String topicAtGroup) {
        return stampFor(deletions, topicAtGroup);
    }

    /** The same for the deletions of another broker. */
    static long stampFor(Map<String, Deletion> deletions, String topicAtGroup) {
        if (deletions.isEmpty()) {
            return 0;
        }
        int at = topicAtGroup.indexOf(OffsetTableJson.SEPARATOR);
        return Math.max(stamp(deletions.get(topicAtGroup.substring(0, at + 1))),
            stamp(deletions.get(topicAtGroup.substring(at))));
    }

    private static long stamp(Deletion deletion) {
        return deletion == null ? 0 : deletion.stamp();
    }

    /** Whether a topic is known to have been deleted, now or in a life before. */
    public synchronized boolean isKnown(String topic) {
        return deletions.containsKey(topic + OffsetTableJson.SEPARATOR);
    }

    /**
     * Topics that may have left something in queues.
     *
     * @return topic to end of the log when it was deleted
     */
    public synchronized Map<String, Long> topics() {
        Map<String, Long> topics = new TreeMap<>();
        deletions.forEach((name, deletion) -> {
            if (deletion.position() > 0) {
                topics.put(name.substring(0, name.indexOf(OffsetTableJson.SEPARATOR)), deletion.position());
            }
        });
        return topics;
    }

    /** The queues hold nothing more of a topic's life before. */
    synchronized void dropped(String topic, long position) {
        deletions.computeIfPresent(topic + OffsetTableJson.SEPARATOR, (name, deletion) ->
            deletion.position() == position ? new Deletion(deletion.stamp(), 0) : deletion);
    }

    /**
     * The log lost its end: what comes at or behind its present end is of no life before.
     *
     * @param endPosition end of the log
     */
    public synchronized void limitTo(long endPosition) {
        deletions.replaceAll((name, deletion) ->
            deletion.position() <= endPosition ? deletion : new Deletion(deletion.stamp(), endPosition));
    }
}
