/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

/**
 * What a broker's topic table begins with and how new topics are made.
 *
 * @param clusterName cluster, also a topic
 * @param brokerName pair, also a topic
 * @param templateQueues {@code defaultTopicQueueNums}: queues of the template
 * @param delayLevels queues of the topic of delayed messages
 * @param clusterTopic {@code clusterTopicEnable}
 * @param brokerTopic {@code brokerTopicEnable}
 * @param traceTopic {@code msgTraceTopicName} when {@code traceTopicEnable}, else null
 * @param deadLetterReadable {@code deadLetterReadable}
 */
public record TopicDefaults(String clusterName, String brokerName, int templateQueues, int delayLevels,
                            boolean clusterTopic, boolean brokerTopic, String traceTopic,
                            boolean deadLetterReadable) {

    /**
     * All defaults.
     *
     * @param clusterName cluster
     * @param brokerName pair
     * @return the values
     */
    public static TopicDefaults of(String clusterName, String brokerName) {
        return new TopicDefaults(clusterName, brokerName, 8, 18, true, true, null, true);
    }
}
