/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.MessageQueue;
import org.tandemmq.remoting.protocol.body.QueueLockRequest;

/** LOCK_BATCH_MQ (41) and UNLOCK_BATCH_MQ (42), on the event loop (wire-protocol 2.9). */
public final class QueueLockProcessor implements RequestProcessor {

    private final RebalanceLockManager locks;
    private final LongSupplier elapsedMs;

    /**
     * Creates the processor.
     *
     * @param locks queue locks
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public QueueLockProcessor(RebalanceLockManager locks, LongSupplier elapsedMs) {
        this.locks = locks;
        this.elapsedMs = elapsedMs;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        QueueLockRequest asked;
        try {
            asked = QueueLockRequest.read(JsonFields.of(JsonText.decode(request.body(), Object.class)));
        } catch (JsonException unreadable) {
            reply.send(ResponseCode.SYSTEM_ERROR, "lock request can't be read: " + unreadable.getMessage());
            return;
        }
        if (request.code() == RequestCode.UNLOCK_BATCH_MQ) {
            locks.unlock(asked.consumerGroup(), asked.clientId(), asked.queues());
            reply.send(ResponseCode.SUCCESS, null);
            return;
        }
        Set<MessageQueue> granted = locks.lock(asked.consumerGroup(), asked.clientId(), asked.queues(),
            elapsedMs.getAsLong());
        List<Map<String, Object>> queues = granted.stream().map(MessageQueue::toJson).toList();
        reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(Map.of("lockOKMQSet", queues))));
    }
}
