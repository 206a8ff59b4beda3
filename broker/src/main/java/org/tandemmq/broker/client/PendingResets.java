/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Offsets that groups were told to go to (222) and that no member has gone to yet. What members commit meanwhile is of
 * before the reset: Java clients take ten seconds for one and go on committing. Any thread may call; costs a look while
 * nothing is pending.
 */
public final class PendingResets {

    /** Answer for a queue without a reset under way. */
    public static final long NONE = -1;
    /** How long a reset is waited for, in milliseconds; a client may not know of resets at all. */
    public static final long LIFE_MS = 60_000;
    /** Most queues of all groups; of further ones the commits count as always. */
    static final int QUEUES_MAX = 100_000;

    private record Queue(String group, String topic, int queueId) {
    }

    private record Reset(long target, long untilMs) {
    }

    private final Map<Queue, Reset> resets = new ConcurrentHashMap<>();
    private final LongSupplier elapsedMs;

    /**
     * Creates the table; nothing is pending.
     *
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public PendingResets(LongSupplier elapsedMs) {
        this.elapsedMs = elapsedMs;
    }

    /**
     * A group is told to go on elsewhere; replaces what it was told before.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param target offset to go to
     */
    public void begin(String group, String topic, int queueId, long target) {
        long nowMs = elapsedMs.getAsLong();
        if (resets.size() >= QUEUES_MAX) {
            resets.values().removeIf(reset -> nowMs >= reset.untilMs);
        }
        if (resets.size() < QUEUES_MAX) {
            resets.put(new Queue(group, topic, queueId), new Reset(target, nowMs + LIFE_MS));
        }
    }

    /**
     * Where a group is still to go.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @return the offset, or {@link #NONE}
     */
    public long target(String group, String topic, int queueId) {
        if (resets.isEmpty()) {
            return NONE;
        }
        Queue queue = new Queue(group, topic, queueId);
        Reset reset = resets.get(queue);
        if (reset == null) {
            return NONE;
        }
        if (elapsedMs.getAsLong() >= reset.untilMs) {
            resets.remove(queue, reset);
            return NONE;
        }
        return reset.target;
    }

    /**
     * A topic is gone: one of its name that is made again begins without resets.
     *
     * @param topic topic
     */
    public void forgetTopic(String topic) {
        resets.keySet().removeIf(queue -> queue.topic.equals(topic));
    }

    /**
     * A group is gone, as with {@link #forgetTopic}.
     *
     * @param group group
     */
    public void forgetGroup(String group) {
        resets.keySet().removeIf(queue -> queue.group.equals(group));
    }

    /**
     * A member is at an offset, or somebody decided otherwise: a reset to it is over, any other is not.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param target where
     */
    public void end(String group, String topic, int queueId, long target) {
        if (!resets.isEmpty()) {
            resets.computeIfPresent(new Queue(group, topic, queueId),
                (queue, reset) -> reset.target == target ? null : reset);
        }
    }
}
