/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.client;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.Languages;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/** Shows who is connected: codes 203, 204, 328, 345 (nameserver-and-admin 3.6). */
public final class ClientAdminProcessor extends AdminProcessor {

    /**
     * Creates the processor.
     *
     * @param consumers registered consumers
     * @param producers registered producers
     */
    public ClientAdminProcessor(ConsumerManager consumers, ProducerManager producers) {
        super(Map.of(
            RequestCode.GET_CONSUMER_CONNECTION_LIST, (request, reply) -> consumers(consumers, request, reply),
            RequestCode.GET_PRODUCER_CONNECTION_LIST, (request, reply) -> producers(producers, request, reply),
            RequestCode.GET_ALL_PRODUCER_INFO, (request, reply) -> allProducers(producers, reply),
            RequestCode.QUERY_SUBSCRIPTION_BY_CONSUMER, (request, reply) -> subscription(consumers, request, reply)));
    }

    private static void consumers(ConsumerManager consumers, RemotingCommand request, Reply reply) {
        String name = request.fields().required("consumerGroup");
        ConsumerGroup group = consumers.group(name);
        if (group == null) {
            throw new RefusedException(ResponseCode.CONSUMER_NOT_ONLINE, "no consumer of group " + name
                + " is connected here");
        }
        Map<String, Object> subscriptions = new TreeMap<>();
        group.subscriptions().forEach((topic, data) -> subscriptions.put(topic, data.toJson()));
        Answers.json(reply, Map.of("connectionSet", connections(group.members()), "subscriptionTable", subscriptions,
            "consumeType", group.consumeType(), "messageModel", group.messageModel(), "consumeFromWhere",
            group.consumeFromWhere()));
    }

    private static void producers(ProducerManager producers, RemotingCommand request, Reply reply) {
        String name = request.fields().required("producerGroup");
        Collection<ClientChannel> members = producers.members(name);
        if (members.isEmpty()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "no producer of group " + name
                + " is connected here");
        }
        Answers.json(reply, Map.of("connectionSet", connections(members)));
    }

    private static void allProducers(ProducerManager producers, Reply reply) {
        Map<String, Object> groups = new TreeMap<>();
        producers.table().forEach((group, members) -> groups.put(group, members.stream().map(member -> Map.of(
            "clientId", member.clientId(), "language", Languages.name(member.language()), "version", member.version(),
            "lastUpdateTimestamp", member.lastSeenMs(), "remoteIP", "/" + address(member))).toList()));
        Answers.json(reply, Map.of("data", groups));
    }

    private static void subscription(ConsumerManager consumers, RemotingCommand request, Reply reply) {
        String group = request.fields().required("group");
        String topic = request.fields().text("topic");
        if (topic == null) {
            Answers.json(reply, Map.of("group", group));
            return;
        }
        SubscriptionData data = consumers.subscription(group, topic);
        Answers.json(reply, data == null ? Map.of("group", group, "topic", topic)
            : Map.of("group", group, "topic", topic, "subscriptionData", data.toJson()));
    }

    private static List<Map<String, Object>> connections(Collection<ClientChannel> members) {
        List<Map<String, Object>> connections = new ArrayList<>();
        for (ClientChannel member : members) {
            connections.add(Map.of("clientAddr", address(member), "clientId", member.clientId(), "language",
                Languages.name(member.language()), "version", member.version()));
        }
        return connections;
    }

    private static String address(ClientChannel member) {
        InetSocketAddress remote = member.connection().remoteAddress();
        return remote.getAddress() == null ? remote.toString()
            : remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }
}
