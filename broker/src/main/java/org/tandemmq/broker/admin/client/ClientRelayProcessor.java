/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.client;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.MessageIds;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.PassedHeader;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordView;

/**
 * Passes a tool's question on to one consumer and its answer back, byte for byte: codes 307 and 309
 * (nameserver-and-admin 3.8).
 */
public final class ClientRelayProcessor extends AdminProcessor {

    /** Time a client has for its answer. */
    static final long ANSWER_MS = 10_000;
    /** First version of clients that know these requests (wire-protocol 1.6). */
    static final int CLIENT_VERSION_MIN = 62;

    /**
     * Creates the processor.
     *
     * @param consumers finds the consumer
     * @param store finds the message of 309
     * @param brokerName our name, told with 309
     */
    public ClientRelayProcessor(ConsumerManager consumers, MessageStore store, String brokerName) {
        super(Map.of(
            RequestCode.GET_CONSUMER_RUNNING_INFO, (request, reply) ->
                relay(consumer(consumers, request), request, Map.of(), null, reply),
            RequestCode.CONSUME_MESSAGE_DIRECTLY, (request, reply) -> {
                ClientChannel consumer = consumer(consumers, request);
                relay(consumer, request, Map.of("brokerName", brokerName), message(store, request), reply);
            }));
    }

    private static ClientChannel consumer(ConsumerManager consumers, RemotingCommand request) {
        String group = request.fields().required("consumerGroup");
        String clientId = request.fields().required("clientId");
        ConsumerGroup online = consumers.group(group);
        ClientChannel member = online == null ? null : online.member(clientId);
        if (member == null) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "consumer " + clientId + " of group " + group
                + " is not connected here");
        }
        if (member.version() < CLIENT_VERSION_MIN) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "consumer " + clientId + " has version "
                + member.version() + ", the question needs " + CLIENT_VERSION_MIN);
        }
        return member;
    }

    private static Payload message(MessageStore store, RemotingCommand request) {
        String id = request.fields().required("msgId");
        Optional<LogSlice> found = store.record(MessageIds.position(id));
        if (found.isEmpty()) {
            throw new RefusedException(ResponseCode.QUERY_NOT_FOUND, "no message begins where id " + id + " says");
        }
        try (LogSlice slice = found.get()) {
            InetSocketAddress storeHost = new RecordView().wrap(slice.bytes(), 0).storeHost();
            if (!MessageIds.isOf(id, storeHost)) {
                throw new RefusedException(ResponseCode.QUERY_NOT_FOUND, "id " + id + " names another broker than "
                    + storeHost + ", where the message at that position was stored");
            }
            byte[] copy = new byte[slice.sizeBytes()];
            slice.bytes().get(slice.bytes().position(), copy);
            return Payload.of(copy);
        }
    }

    private static void relay(ClientChannel consumer, RemotingCommand request, Map<String, String> added, Payload body,
                              Reply reply) {
        PassedHeader header = PassedHeader.of(request.fields(), added);
        consumer.connection().call(request.code(), header, body, ANSWER_MS).whenComplete((answer, failure) -> {
            if (answer != null) {
                reply.send(answer.code(), answer.remark(), null, Payload.of(copy(answer.body())));
            } else if (failure instanceof RemotingTimeoutException) {
                reply.send(ResponseCode.CONSUME_MSG_TIMEOUT, "consumer " + consumer.clientId()
                    + " did not answer within " + ANSWER_MS + " ms");
            } else {
                reply.send(ResponseCode.SYSTEM_ERROR, "consumer " + consumer.clientId() + " was not reached: "
                    + failure.getMessage());
            }
        });
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return copy;
    }
}
