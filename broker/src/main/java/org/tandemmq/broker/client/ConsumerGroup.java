/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/**
 * A consumer group that has at least one member online. Changed by {@link ConsumerManager} only, which holds the
 * group's lock while it does; any thread reads.
 */
public final class ConsumerGroup {

    /** Most topics of one group. */
    public static final int TOPICS_MAX = 10_000;

    private final String name;
    private final Map<Connection, ClientChannel> members = new ConcurrentHashMap<>();
    private final Map<String, SubscriptionData> subscriptions = new ConcurrentHashMap<>();
    private long describedBytes;
    private volatile String consumeType;
    private volatile String messageModel;
    private volatile String consumeFromWhere;

    ConsumerGroup(String name) {
        this.name = name;
    }

    /** Name of the group. */
    public String name() {
        return name;
    }

    /** {@code CONSUME_ACTIVELY} or {@code CONSUME_PASSIVELY}, as the last heartbeat said. */
    public String consumeType() {
        return consumeType;
    }

    /** {@code CLUSTERING} or {@code BROADCASTING}, as the last heartbeat said. */
    public String messageModel() {
        return messageModel;
    }

    /** Where a new group begins, as the last heartbeat said. */
    public String consumeFromWhere() {
        return consumeFromWhere;
    }

    /** Whether every member gets all messages. */
    public boolean broadcasts() {
        return ConsumerData.BROADCASTING.equals(messageModel);
    }

    /** Members online. */
    public Collection<ClientChannel> members() {
        return List.copyOf(members.values());
    }

    /** Ids of the members online, each once. */
    public Set<String> clientIds() {
        Set<String> ids = new HashSet<>();
        members.values().forEach(member -> ids.add(member.clientId()));
        return ids;
    }

    /**
     * A member by its id.
     *
     * @param clientId id of the instance
     * @return the member or null
     */
    public ClientChannel member(String clientId) {
        return members.values().stream().filter(member -> member.clientId().equals(clientId)).findAny().orElse(null);
    }

    /**
     * What the group wants of a topic.
     *
     * @param topic topic
     * @return the subscription or null
     */
    public SubscriptionData subscription(String topic) {
        return subscriptions.get(topic);
    }

    /** All subscriptions by topic at this moment. */
    public Map<String, SubscriptionData> subscriptions() {
        return Map.copyOf(subscriptions);
    }

    /** The member on a connection, or null. */
    ClientChannel member(Connection connection) {
        return members.get(connection);
    }

    /** Adds or renews a member and says whether it is new. */
    boolean put(ClientChannel client) {
        ClientChannel known = members.get(client.connection());
        if (known != null && known.clientId().equals(client.clientId())) {
            known.seen(client);
            return false;
        }
        members.put(client.connection(), client);
        return true;
    }

    /** Memory of what heartbeats said about the group, its members left out. */
    long describedBytes() {
        return describedBytes;
    }

    /** Notes the memory of what heartbeats said. */
    void describedBytes(long bytes) {
        describedBytes = bytes;
    }

    void describe(ConsumerData data) {
        consumeType = data.consumeType();
        messageModel = data.messageModel();
        consumeFromWhere = data.consumeFromWhere();
    }

    /** Replaces the subscriptions; an older version of one never replaces a newer. Says whether the topics changed. */
    boolean subscribe(List<SubscriptionData> wanted) {
        Set<String> topics = new HashSet<>();
        boolean changed = false;
        for (SubscriptionData subscription : wanted) {
            if (topics.size() < TOPICS_MAX && topics.add(subscription.topic())) {
                SubscriptionData known = subscriptions.get(subscription.topic());
                changed |= known == null;
                if (known == null || subscription.subVersion() > known.subVersion()) {
                    subscriptions.put(subscription.topic(), subscription);
                }
            }
        }
        return subscriptions.keySet().retainAll(topics) || changed;
    }

    ClientChannel remove(Connection connection) {
        return members.remove(connection);
    }

    boolean isEmpty() {
        return members.isEmpty();
    }
}
