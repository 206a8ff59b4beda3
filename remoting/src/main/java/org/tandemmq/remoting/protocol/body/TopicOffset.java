/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

/**
 * One queue in the answer to GET_TOPIC_STATS_INFO (nameserver-and-admin 3.5).
 *
 * @param minOffset first offset
 * @param maxOffset next offset to be written
 * @param lastUpdateTimestamp store time of the last message, epoch milliseconds, 0 when empty
 */
public record TopicOffset(long minOffset, long maxOffset, long lastUpdateTimestamp) {
}
