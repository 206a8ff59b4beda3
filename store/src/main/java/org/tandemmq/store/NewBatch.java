/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Messages of one queue to be appended in one piece (storage 3.8). The buffers are read while the put runs, not kept.
 *
 * @param topic topic of all
 * @param queueId queue of all
 * @param sysFlag bits of storage 3.2 for all
 * @param bornTimestampMs the producer's clock
 * @param bornHost the producer's address
 * @param reconsumeTimes how often consuming failed so far
 * @param elements elements in the wire's batch encoding (wire-protocol 4.6)
 * @param batchProperties properties that are put behind those of each element
 */
public record NewBatch(String topic, int queueId, int sysFlag, long bornTimestampMs, InetSocketAddress bornHost,
                       int reconsumeTimes, ByteBuffer elements, ByteBuffer batchProperties) {
}
