/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Next offset of each queue, as far as the log has given them out. One look-up by topic finds the counters of all its
 * queues; they are read and changed under the log's lock only. Filled from the queues before the first append.
 */
public final class QueueOffsets {

    private static final int DENSE_QUEUES = 1024;

    private final ConcurrentHashMap<String, TopicOffsets> topics = new ConcurrentHashMap<>();

    /** Counters of one topic, and its name as records store it. */
    public static final class TopicOffsets {

        private final byte[] nameUtf8;
        private long[] next = new long[4];
        private Map<Integer, Long> nextOfFarQueues;
        private boolean dropped;

        TopicOffsets(String topic) {
            nameUtf8 = topic.getBytes(StandardCharsets.UTF_8);
        }

        /** The topic's name in UTF-8; not to be changed. */
        public byte[] nameUtf8() {
            return nameUtf8;
        }

        /** Next offset of a queue; under the log's lock. */
        long next(int queueId) {
            if (queueId < next.length) {
                return next[queueId];
            }
            return nextOfFarQueues == null ? 0 : nextOfFarQueues.getOrDefault(queueId, 0L);
        }

        /** Sets the next offset of a queue; under the log's lock. */
        void set(int queueId, long offset) {
            if (queueId >= DENSE_QUEUES) {
                if (nextOfFarQueues == null) {
                    nextOfFarQueues = new HashMap<>();
                }
                nextOfFarQueues.put(queueId, offset);
                return;
            }
            if (queueId >= next.length) {
                next = Arrays.copyOf(next, Math.max(queueId + 1, Math.min(DENSE_QUEUES, next.length * 2)));
            }
            next[queueId] = offset;
        }

        /** Whether the topic was dropped after this was looked up; under the log's lock. */
        boolean isDropped() {
            return dropped;
        }

        void drop() {
            dropped = true;
        }
    }

    /**
     * Counters of a topic, if it has some.
     *
     * @param topic topic
     * @return its counters or null
     */
    public TopicOffsets find(String topic) {
        return topics.get(topic);
    }

    /**
     * Counters of a topic, made when it has none.
     *
     * @param topic topic
     * @return its counters
     */
    public TopicOffsets topic(String topic) {
        TopicOffsets known = topics.get(topic);
        if (known != null) {
            return known;
        }
        TopicOffsets made = new TopicOffsets(topic);
        TopicOffsets other = topics.putIfAbsent(topic, made);
        return other == null ? made : other;
    }

    /** Forgets a topic; under the log's lock. */
    void drop(String topic) {
        TopicOffsets known = topics.remove(topic);
        if (known != null) {
            known.drop();
        }
    }

    /** Forgets everything; under the log's lock. */
    void clear() {
        topics.values().forEach(TopicOffsets::drop);
        topics.clear();
    }
}
