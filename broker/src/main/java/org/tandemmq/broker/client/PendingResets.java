/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Collections;
import java.util.LinkedHashMap;
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

    /** Most topics that were deleted and are kept in mind; the oldest are forgotten first. */
    static final int DELETED_MAX = 10_000;

    private record Queue(String group, String topic, int queueId) {
    }

    private record Reset(long target, long untilMs) {
    }

    private final Map<Queue, Reset> resets = new ConcurrentHashMap<>();
    private final Map<String, Long> formerEnds = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > DELETED_MAX;
        }
    });
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
     * A topic is being deleted: offsets of it go up to an end that one of its name will not have for a while.
     *
     * @param topic topic
     * @param formerEnd end of its longest queue
     */
    void deleted(String topic, long formerEnd) {
        formerEnds.put(topic, formerEnd);
    }

    /**
     * Where a member goes that is above the end of a queue: to where its group was sent, or to the begin where it knows
     * the queue of a topic of the same name that was deleted since the start.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset offset that is above the end
     * @return offset to go to, or {@link #NONE}
     */
    public long correction(String group, String topic, int queueId, long offset) {
        long target = target(group, topic, queueId);
        if (target != NONE) {
            return target;
        }
        Long formerEnd = formerEnds.get(topic);
        return formerEnd != null && offset <= formerEnd ? 0 : NONE;
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
