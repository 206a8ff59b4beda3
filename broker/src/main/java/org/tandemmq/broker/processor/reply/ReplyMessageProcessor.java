/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.reply;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.processor.send.SendRules;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
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
    /** Most replies that requesters have and did not confirm yet. */
    static final int WAITING_MAX = 32_768;
    private static final String REPLY_TO_CLIENT = "REPLY_TO_CLIENT";

    /** What a broker says of itself in answers. */
    public record Own(InetSocketAddress host, String region, boolean traceOn) {
    }

    private final MessageStore store;
    private final SendRules rules;
    private final ProducerManager producers;
    private final BooleanSupplier stores;
    private final Own own;
    private final InstantSource clock;
    private final String storeHostDigits;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Creates the processor.
     *
     * @param store takes the replies that are stored
     * @param rules what has to be true of a send
     * @param producers finds the requester
     * @param stores {@code storeReplyMessageEnable}
     * @param own our address and what we tell clients
     * @param clock wall clock
     */
    public ReplyMessageProcessor(MessageStore store, SendRules rules, ProducerManager producers,
                                 BooleanSupplier stores, Own own, InstantSource clock) {
        this.store = store;
        this.rules = rules;
        this.producers = producers;
        this.stores = stores;
        this.own = own;
        this.clock = clock;
        this.storeHostDigits = OffsetMessageId.hostDigits(own.host());
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        try {
            SendMessageRequestHeader header = request.code() == RequestCode.SEND_REPLY_MESSAGE
                ? SendMessageRequestHeader.read(request.fields()) : SendMessageRequestHeader.readV2(request.fields());
            int queueId = rules.queueOfReply(header);
            byte[] body = bytes(request.body());
            byte[] properties = bytes(RecordProperties.append(header.properties() == null ? ByteBuffer.allocate(0)
                : header.properties(), "PUSH_REPLY_TIME", Long.toString(clock.millis())));
            NewMessage message = new NewMessage(header.topic(), queueId, header.flag(), header.sysFlag() & 0x701,
                header.bornTimestampMs(), connection.remoteAddress(), header.reconsumeTimes(), 0,
                ByteBuffer.wrap(body), ByteBuffer.wrap(properties));
            PushReplyRequestHeader push = new PushReplyRequestHeader(header.copy(null), properties,
                text(connection.remoteAddress()), text(own.host()), clock.millis());
            // first, so that no body is held for as long as the requester takes
            CompletableFuture<PutResult> stored = stores.getAsBoolean() ? store.put(message, AckPolicy.AS_CONFIGURED)
                : null;
            push(push, body).thenAccept(fault -> answer(stored, queueId, fault, reply));
        } catch (RefusedException refused) {
            refuse(reply, refused.code(), refused.getMessage());
        } catch (HeaderFieldException malformed) {
            refuse(reply, ResponseCode.SYSTEM_ERROR, malformed.getMessage());
        }
    }

    private void refuse(Reply reply, int code, String remark) {
        reply.send(code, remark, SendMessageResponseHeader.rejected(own.region(), own.traceOn()));
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
        if (waiting.incrementAndGet() > WAITING_MAX) {
            waiting.decrementAndGet();
            return CompletableFuture.completedFuture("requester " + clientId + " was not asked: " + WAITING_MAX
                + " replies wait for their requesters, which is the limit");
        }
        return requester.connection().call(RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT, push, Payload.of(body), PUSH_MS)
            .handle((answer, failure) -> {
                waiting.decrementAndGet();
                if (failure != null) {
                    return "requester " + clientId + " did not take the reply: " + failure.getMessage();
                }
                return answer.code() == ResponseCode.SUCCESS ? null
                    : "requester " + clientId + " answered " + answer.code() + ": " + answer.remark();
            });
    }

    private void answer(CompletableFuture<PutResult> stored, int queueId, String fault, Reply reply) {
        int code = fault == null ? ResponseCode.SUCCESS : ResponseCode.SYSTEM_ERROR;
        if (stored == null) {
            reply.send(code, fault, header("0", queueId, 0));
        } else {
            stored.whenComplete((put, failure) -> {
                if (failure == null) {
                    reply.send(code, fault, header(put, queueId));
                } else {
                    refuse(reply, ResponseCode.SYSTEM_ERROR, "storing the reply failed: " + failure);
                }
            });
        }
    }

    private SendMessageResponseHeader header(PutResult put, int queueId) {
        return put.status().isStored() ? header(new OffsetMessageId(storeHostDigits, put.position()), queueId,
            put.queueOffset()) : header("0", queueId, 0);
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
