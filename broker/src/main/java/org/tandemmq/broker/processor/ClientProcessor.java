/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.tandemmq.broker.client.ClientHousekeeping;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.header.ConsumerGroupRequestHeader;
import org.tandemmq.remoting.protocol.header.UnregisterClientRequestHeader;

/** UNREGISTER_CLIENT (35), GET_CONSUMER_LIST_BY_GROUP (38) and CHECK_CLIENT_CONFIG (46), on the event loop. */
public final class ClientProcessor implements RequestProcessor {

    /** Most bytes of the body of a check of a client's settings. */
    static final int BODY_BYTES_MAX = 1 << 20;

    private final ProducerManager producers;
    private final ConsumerManager consumers;
    private final ClientHousekeeping housekeeping;
    private final SubscriptionCheck check;
    private final BooleanSupplier propertyFilter;

    /** Tries whether an expression can be used. */
    public interface SubscriptionCheck {

        /** Knows no type but tags, which need no check. */
        SubscriptionCheck TAGS = subscription -> "no expressions of type " + subscription.expressionType();

        /**
         * Checks an expression that is not a tag list.
         *
         * @param subscription type and text
         * @return what is wrong with it, or null
         */
        String fault(SubscriptionData subscription);
    }

    /**
     * Creates the processor.
     *
     * @param producers producers by group
     * @param consumers consumers by group
     * @param housekeeping takes members out
     * @param check tries expressions
     * @param propertyFilter {@code enablePropertyFilter}
     */
    public ClientProcessor(ProducerManager producers, ConsumerManager consumers, ClientHousekeeping housekeeping,
                           SubscriptionCheck check, BooleanSupplier propertyFilter) {
        this.producers = producers;
        this.consumers = consumers;
        this.housekeeping = housekeeping;
        this.check = check;
        this.propertyFilter = propertyFilter;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        switch (request.code()) {
            case RequestCode.UNREGISTER_CLIENT -> unregister(connection, request, reply);
            case RequestCode.GET_CONSUMER_LIST_BY_GROUP -> list(request, reply);
            case RequestCode.CHECK_CLIENT_CONFIG -> check(request, reply);
            default -> throw new IllegalStateException("not registered for code " + request.code());
        }
    }

    private void unregister(Connection connection, RemotingCommand request, Reply reply) {
        UnregisterClientRequestHeader header = UnregisterClientRequestHeader.read(request.fields());
        if (header.producerGroup() != null) {
            producers.unregister(header.producerGroup(), connection);
        }
        if (header.consumerGroup() != null) {
            housekeeping.leave(header.consumerGroup(), connection);
        }
        reply.send(ResponseCode.SUCCESS, null);
    }

    private void list(RemotingCommand request, Reply reply) {
        String name = ConsumerGroupRequestHeader.read(request.fields()).consumerGroup();
        ConsumerGroup group = consumers.group(name);
        Set<String> clientIds = group == null ? Set.of() : new TreeSet<>(group.clientIds());
        if (clientIds.isEmpty()) {
            reply.send(ResponseCode.SYSTEM_ERROR, "no member of group " + name + " is online");
            return;
        }
        reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(Map.of("consumerIdList", clientIds))));
    }

    private void check(RemotingCommand request, Reply reply) {
        if (!request.body().hasRemaining()) {
            reply.send(ResponseCode.SUCCESS, null);
            return;
        }
        if (request.body().remaining() > BODY_BYTES_MAX) {
            reply.send(ResponseCode.SYSTEM_ERROR, "check of a client's settings: its body has "
                + request.body().remaining() + " bytes, the limit is " + BODY_BYTES_MAX);
            return;
        }
        Object json = JsonFields.of(JsonText.decode(request.body(), Object.class)).asMap().get("subscriptionData");
        SubscriptionData subscription = SubscriptionData.read(JsonFields.of(json));
        if (json == null || subscription.isTagType()) {
            reply.send(ResponseCode.SUCCESS, null);
            return;
        }
        if (!propertyFilter.getAsBoolean()) {
            reply.send(ResponseCode.SYSTEM_ERROR, "this broker does not filter by " + subscription.expressionType()
                + ", set enablePropertyFilter=true");
            return;
        }
        String fault = check.fault(subscription);
        reply.send(fault == null ? ResponseCode.SUCCESS : ResponseCode.SUBSCRIPTION_PARSE_FAILED, fault);
    }
}
