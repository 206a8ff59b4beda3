/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A message to be appended as one record (storage 3.1). Buffers are read by absolute index between their position and
 * limit while the put runs, and not kept.
 *
 * @param topic topic to store under
 * @param queueId queue, 0 or more
 * @param flag the producer's own flag
 * @param sysFlag bits of storage 3.2; the host bits are set by the store
 * @param bornTimestampMs the producer's clock
 * @param bornHost the producer's address
 * @param reconsumeTimes how often consuming failed so far
 * @param preparedTransactionOffset position of the half record of a committed transaction, else 0
 * @param body payload as it is stored; empty is allowed
 * @param properties encoded properties (storage 3.3), UTF-8
 */
public record NewMessage(String topic, int queueId, int flag, int sysFlag, long bornTimestampMs,
                         InetSocketAddress bornHost, int reconsumeTimes, long preparedTransactionOffset,
                         ByteBuffer body, ByteBuffer properties)
    implements MessageStore.Message {
}
