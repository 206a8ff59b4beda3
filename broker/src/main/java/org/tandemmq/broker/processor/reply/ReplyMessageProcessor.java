/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.reply;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;
import org.tandemmq.remoting.protocol.header.PushReplyRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageResponseHeader;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.record.RecordProperties;

/**
 * Replies of request-reply: codes 324 and 325 (wire-protocol 2.14). The reply is pushed to the requester on its own
 * connection and, where {@code storeReplyMessageEnable} is on, stored as well. Runs on the event loop and never waits.
 */
public final class ReplyMessageProcessor implements RequestProcessor {

    /** Time the requester has to take its reply. */
    static final long PUSH_MS = 10_000;
    private static final String REPLY_TO_CLIENT = "REPLY_TO_CLIENT";

    /** What a broker says of itself in answers. */
    public record Own(InetSocketAddress host, String region, boolean traceOn) {
    }

    private final MessageStore store;
    private final TopicConfigManager topics;
    private final ProducerManager producers;
    private final BooleanSupplier stores;
    private final Own own;
    private final InstantSource clock;
    private final String storeHostDigits;

    /**
     * Creates the processor.
     *
     * @param store takes the replies that are stored
     * @param topics the topics
     * @param producers finds the requester
     * @param stores {@code storeReplyMessageEnable}
     * @param own our address and what we tell clients
     * @param clock wall clock
     */
    public ReplyMessageProcessor(MessageStore store, TopicConfigManager topics, ProducerManager producers,
                                 BooleanSupplier stores, Own own, InstantSource clock) {
        this.store = store;
        this.topics = topics;
        this.producers = producers;
        this.stores = stores;
        this.own = own;
        this.clock = clock;
        this.storeHostDigits = OffsetMessageId.hostDigits(own.host());
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        SendMessageRequestHeader header = request.code() == RequestCode.SEND_REPLY_MESSAGE
            ? SendMessageRequestHeader.read(request.fields()) : SendMessageRequestHeader.readV2(request.fields());
        try {
            int queueId = checkedQueue(header);
            byte[] body = bytes(request.body());
            byte[] properties = bytes(RecordProperties.append(header.properties() == null ? ByteBuffer.allocate(0)
                : header.properties(), "PUSH_REPLY_TIME", Long.toString(clock.millis())));
            NewMessage message = new NewMessage(header.topic(), queueId, header.flag(), header.sysFlag() & 0x701,
                header.bornTimestampMs(), connection.remoteAddress(), header.reconsumeTimes(), 0,
                ByteBuffer.wrap(body), ByteBuffer.wrap(properties));
            PushReplyRequestHeader push = new PushReplyRequestHeader(header.copy(null), properties,
                text(connection.remoteAddress()), text(own.host()), clock.millis());
            push(push, body).thenAccept(fault -> answer(message, fault, reply));
        } catch (RefusedException refused) {
            reply.send(refused.code(), refused.getMessage(), SendMessageResponseHeader.rejected(own.region(),
                own.traceOn()));
        }
    }

    private int checkedQueue(SendMessageRequestHeader header) {
        String fault = TopicNames.topicFault(header.topic());
        if (fault != null) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, fault);
        }
        TopicConfig topic = topics.topic(header.topic());
        if (topic == null) {
            throw new RefusedException(ResponseCode.TOPIC_NOT_EXIST, "topic " + header.topic()
                + " does not exist, replies never create one");
        }
        if (header.queueId() >= topic.queues()) {
            throw new RefusedException(ResponseCode.INVALID_PARAMETER, "queue " + header.queueId() + " of "
                + header.topic() + " does not exist, it has " + topic.queues());
        }
        return Math.max(0, header.queueId());
    }

    /** Pushes the reply; gives what went wrong, or null. */
    private CompletableFuture<String> push(PushReplyRequestHeader push, byte[] body) {
        String clientId = RecordProperties.value(ByteBuffer.wrap(push.properties()), REPLY_TO_CLIENT);
        if (clientId == null) {
            return CompletableFuture.completedFuture("the reply has no property " + REPLY_TO_CLIENT);
        }
        ClientChannel requester = producers.client(clientId);
        if (requester == null) {
            return CompletableFuture.completedFuture("requester " + clientId + " is not connected here");
        }
        return requester.connection().call(RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT, push, Payload.of(body), PUSH_MS)
            .handle((answer, failure) -> {
                if (failure != null) {
                    return "requester " + clientId + " did not take the reply: " + failure.getMessage();
                }
                return answer.code() == ResponseCode.SUCCESS ? null
                    : "requester " + clientId + " answered " + answer.code() + ": " + answer.remark();
            });
    }

    private void answer(NewMessage message, String fault, Reply reply) {
        int code = fault == null ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_ERROR;
        if (!stores.getAsBoolean()) {
            reply.send(code, fault, header("0", message.queueId(), 0));
            return;
        }
        store.put(message, AckPolicy.AS_CONFIGURED).thenAccept(put -> reply.send(code, fault, header(put, message)));
    }

    private SendMessageResponseHeader header(PutResult put, NewMessage message) {
        return put.status().isStored() ? header(new OffsetMessageId(storeHostDigits, put.position()),
            message.queueId(), put.queueOffset()) : header("0", message.queueId(), 0);
    }

    private SendMessageResponseHeader header(CharSequence msgId, int queueId, long queueOffset) {
        return new SendMessageResponseHeader(msgId, queueId, queueOffset, null, null, null, own.region(),
            own.traceOn());
    }

    private static byte[] bytes(ByteBuffer from) {
        byte[] copy = new byte[from.remaining()];
        from.get(from.position(), copy);
        return copy;
    }

    private static String text(InetSocketAddress host) {
        return host.getAddress().getHostAddress() + ":" + host.getPort();
    }
}
