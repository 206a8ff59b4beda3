/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The queues of one topic. The dispatch thread changes them, any thread looks. */
final class TopicQueues {

    private final String topic;
    private final Map<Integer, ConsumeQueue> queues = new ConcurrentSkipListMap<>();

    TopicQueues(String topic) {
        this.topic = topic;
    }

    String topic() {
        return topic;
    }

    ConsumeQueue queue(int queueId) {
        return queues.get(queueId);
    }

    Collection<ConsumeQueue> all() {
        return queues.values();
    }

    void put(ConsumeQueue queue) {
        queues.put(queue.queueId(), queue);
    }
}
