/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

/**
 * One queue of a group in the answer to GET_CONSUME_STATS (nameserver-and-admin 3.5).
 *
 * @param brokerOffset next offset to be written
 * @param consumerOffset next offset to be consumed
 * @param pullOffset next offset to be pulled, at least the one before
 * @param lastTimestamp store time of the last message consumed, epoch milliseconds, 0 when unknown
 */
public record ConsumeOffset(long brokerOffset, long consumerOffset, long pullOffset, long lastTimestamp) {
}
