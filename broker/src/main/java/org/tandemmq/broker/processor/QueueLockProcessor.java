/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.topic.TopicNames;
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

    /** Most queues of one request. */
    static final int QUEUES_MAX = 10_000;
    /** Most characters of a client id. */
    static final int CLIENT_ID_MAX = 255;
    /** Most bytes of the body of a request. */
    static final int BODY_BYTES_MAX = 4 << 20;

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
        int bytes = request.body().remaining();
        if (bytes > BODY_BYTES_MAX) {
            reply.send(ResponseCode.SYSTEM_ERROR, "lock request can't be read: its body has " + bytes
                + " bytes, the limit is " + BODY_BYTES_MAX);
            return;
        }
        QueueLockRequest asked;
        try {
            asked = QueueLockRequest.read(JsonFields.of(JsonText.decode(request.body(), Object.class)));
        } catch (JsonException unreadable) {
            reply.send(ResponseCode.SYSTEM_ERROR, "lock request can't be read: " + unreadable.getMessage());
            return;
        }
        String fault = fault(asked);
        if (fault != null) {
            reply.send(ResponseCode.INVALID_PARAMETER, fault);
            return;
        }
        if (request.code() == RequestCode.UNLOCK_BATCH_MQ) {
            locks.unlock(asked.consumerGroup(), asked.clientId(), asked.queues());
            reply.send(ResponseCode.SUCCESS, null);
            return;
        }
        long nowMs = elapsedMs.getAsLong();
        locks.ownerSeen(asked.clientId(), connection, nowMs);
        Set<MessageQueue> granted = locks.lock(asked.consumerGroup(), asked.clientId(), asked.queues(), nowMs);
        if (granted.isEmpty() && locks.refusal() != null) {
            reply.send(ResponseCode.SYSTEM_BUSY, locks.refusal());
            return;
        }
        List<Map<String, Object>> queues = granted.stream().map(MessageQueue::toJson).toList();
        reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(Map.of("lockOKMQSet", queues))));
    }

    /** What is wrong with the names and counts of a request, or null: what is locked stays on the heap for a minute. */
    private static String fault(QueueLockRequest asked) {
        String group = TopicNames.groupFault(asked.consumerGroup());
        if (group != null) {
            return group;
        }
        if (asked.clientId().isBlank() || asked.clientId().length() > CLIENT_ID_MAX) {
            return "the client id is missing or has more than " + CLIENT_ID_MAX + " characters";
        }
        if (asked.queues().size() > QUEUES_MAX) {
            return asked.queues().size() + " queues in one request, the limit is " + QUEUES_MAX;
        }
        return asked.queues().stream().map(QueueLockProcessor::fault).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static String fault(MessageQueue queue) {
        int chars = queue.brokerName().length();
        return chars > CLIENT_ID_MAX ? "a broker name has " + chars + " characters, the limit is " + CLIENT_ID_MAX
            : TopicNames.topicFault(queue.topic());
    }
}
