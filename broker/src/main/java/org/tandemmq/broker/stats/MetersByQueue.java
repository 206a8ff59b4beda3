/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.Arrays;

/**
 * Counters of the queues of one topic, or of one group's part of a topic, found by number without a key. All of a
 * broker share a number of queues that are counted; a queue beyond it is left out of these counters, never refused.
 * Counting is for any thread, {@link #sample} for one.
 */
final class MetersByQueue {

    /** Queue numbers from here on are not counted singly. */
    static final int QUEUE_ID_END = 1_024;

    private final CountedLimits limits;
    private volatile QueueMeters[] queues = {};

    /**
     * Creates counters of no queue.
     *
     * @param limits how many queues are counted in the whole broker
     */
    MetersByQueue(CountedLimits limits) {
        this.limits = limits;
    }

    void add(int queueId, int messages, long sizeBytes, long tookMs) {
        QueueMeters meters = find(queueId);
        if (meters == null) {
            meters = create(queueId);
        }
        if (meters != null) {
            meters.add(messages, sizeBytes, tookMs);
        }
    }

    /** The counters of a queue, null when it is not counted. */
    QueueMeters find(int queueId) {
        QueueMeters[] present = queues;
        return queueId >= 0 && queueId < present.length ? present[queueId] : null;
    }

    private QueueMeters create(int queueId) {
        if (queueId < 0 || queueId >= QUEUE_ID_END || !limits.takeQueue()) {
            return null;
        }
        synchronized (this) {
            QueueMeters present = find(queueId);
            if (present != null) {
                return present;
            }
            QueueMeters[] grown = Arrays.copyOf(queues, Math.max(queues.length, queueId + 1));
            grown[queueId] = new QueueMeters();
            queues = grown;
            return grown[queueId];
        }
    }

    /** Takes the samples, drops who was idle for a day and returns how many queues are left. */
    synchronized int sample() {
        QueueMeters[] kept = queues.clone();
        int left = 0;
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != null) {
                kept[i].sample();
                kept[i] = kept[i].isIdle() ? null : kept[i];
                left += kept[i] == null ? 0 : 1;
            }
        }
        queues = left == 0 ? new QueueMeters[0] : kept;
        return left;
    }
}
