/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Body of LOCK_BATCH_MQ and UNLOCK_BATCH_MQ (wire-protocol 2.9).
 *
 * @param clientId who wants or gives back the locks
 * @param consumerGroup its group
 * @param queues the queues
 */
public record QueueLockRequest(String clientId, String consumerGroup, Set<MessageQueue> queues) {

    /**
     * Reads the JSON form.
     *
     * @param json the parsed object
     * @return the request
     */
    public static QueueLockRequest read(JsonFields json) {
        Set<MessageQueue> queues = new LinkedHashSet<>();
        json.list("mqSet").forEach(one -> queues.add(MessageQueue.read(JsonFields.of(one))));
        return new QueueLockRequest(json.text("clientId", ""), json.text("consumerGroup", ""), queues);
    }
}
