/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages that come due, or are committed, when their topic is gone. They are kept, as at RocketMQ, in the queues of a
 * topic without configuration: who makes the topic again, with as many queues, finds them there. Nobody else sees
 * them, so they are counted and told; a line for all that came since the last one. {@link #stored} on any thread,
 * {@link #tell} on the scheduler.
 */
public final class LateMessages implements LateTarget {

    /** Most topics that are counted one by one between two lines. */
    static final int TOPICS_MAX = 20;
    private static final Logger log = LoggerFactory.getLogger(LateMessages.class);
    private static final String LIGHT_QUEUE_PREFIX = "%LMQ%";

    private final TopicConfigManager topics;
    private final Map<String, Long> homeless = new TreeMap<>();
    private long others;

    /**
     * Creates the account, empty.
     *
     * @param topics says which topics there are
     */
    public LateMessages(TopicConfigManager topics) {
        this.topics = topics;
    }

    @Override
    public int queue(String topic, int queueId) {
        return topics.presentQueue(topic, queueId);
    }

    @Override
    public void stored(String topic) {
        if (topics.topic(topic) == null && !topics.isSystem(topic) && !topic.startsWith(LIGHT_QUEUE_PREFIX)) {
            count(topic);
        }
    }

    private synchronized void count(String topic) {
        if (homeless.size() < TOPICS_MAX || homeless.containsKey(topic)) {
            homeless.merge(topic, 1L, Long::sum);
        } else {
            others++;
        }
    }

    /**
     * Says what came since the last time, if anything did.
     *
     * @return number of messages that it tells of
     */
    public synchronized long tell() {
        long sum = others + homeless.values().stream().mapToLong(Long::longValue).sum();
        if (sum > 0) {
            log.warn("{} delayed, retried or committed messages are of topics that were deleted meanwhile: {}{}; who"
                + " makes such a topic again, with as many queues, finds them in it, cleanUnusedTopic drops them", sum,
                homeless, others > 0 ? " and " + others + " of others" : "");
        }
        homeless.clear();
        others = 0;
        return sum;
    }
}
