/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many topics, and groups and queues of all topics, are counted singly, so that no client fills the heap with
 * counters. What is beyond stays in the totals. Taking is for any thread; the sampling thread puts the counts right
 * again after topics and groups were dropped.
 */
final class CountedLimits {

    /** Most topics that are counted: each costs about 2 KiB of heap. */
    static final int TOPICS_MAX = 20_000;
    /** Most queues that are counted singly: each costs about 3 KiB of heap. */
    static final int QUEUES_MAX = 4_096;
    /** Most pairs of topic and group that are counted: each costs about 3 KiB of heap. */
    static final int GROUPS_MAX = 8_192;

    private final AtomicInteger topics = new AtomicInteger();
    private final AtomicInteger queues = new AtomicInteger();
    private final AtomicInteger groups = new AtomicInteger();

    boolean takeTopic() {
        return take(topics, TOPICS_MAX);
    }

    boolean hasTopic() {
        return topics.get() < TOPICS_MAX;
    }

    boolean takeQueue() {
        return take(queues, QUEUES_MAX);
    }

    boolean takeGroup() {
        return take(groups, GROUPS_MAX);
    }

    private static boolean take(AtomicInteger taken, int max) {
        return taken.getAndUpdate(now -> now < max ? now + 1 : now) < max;
    }

    /** Sets the counts to zero; what is left is added by {@link #left}. */
    void recount() {
        topics.set(0);
        queues.set(0);
        groups.set(0);
    }

    /** One topic is left, with its queues and groups. */
    void left(int queuesLeft, int groupsLeft) {
        topics.incrementAndGet();
        queues.addAndGet(queuesLeft);
        groups.addAndGet(groupsLeft);
    }
}
