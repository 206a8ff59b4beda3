/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

/** Where messages go that were accepted some time ago: delayed ones, retries, those of transactions. Any thread. */
@FunctionalInterface
public interface LateTarget {

    /**
     * The queue that stands for one of a topic at present: the topic may have fewer by now.
     *
     * @param topic its topic
     * @param queueId the queue that it was sent to
     * @return that queue or another
     */
    int queue(String topic, int queueId);

    /**
     * Told after one is in the log under its topic.
     *
     * @param topic its topic
     */
    default void stored(String topic) {
        // where nobody keeps account
    }
}
