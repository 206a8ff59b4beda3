/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Map;

/**
 * Answer to GET_CONSUME_STATS (nameserver-and-admin 3.5).
 *
 * @param offsetTable queues of the group
 * @param consumeTps messages per second given to the group
 */
public record ConsumeStats(Map<MessageQueue, ConsumeOffset> offsetTable, double consumeTps) {
}
