/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;

/**
 * Answer to GET_TOPIC_STATS_INFO (nameserver-and-admin 3.5).
 *
 * @param offsetTable all queues of the topic
 * @param topicPutTps messages per second stored in the topic, over the last minute
 */
public record TopicStats(Map<MessageQueue, TopicOffset> offsetTable, double topicPutTps) {
}
