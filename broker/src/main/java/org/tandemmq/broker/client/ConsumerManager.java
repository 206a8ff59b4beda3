/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;

/**
 * Consumers by group, as heartbeats told (wire-protocol 2.6). A group is here as long as it has a member. Any thread
 * may call; a group changes under its own lock alone.
 */
public final class ConsumerManager {

    /** Most consumer groups online at once. */
    public static final int GROUPS_MAX = 200_000;

    private final ClientMemory memory;
    private final Map<String, ConsumerGroup> groups = new ConcurrentHashMap<>();
    private final Map<String, Integer> memberships = new ConcurrentHashMap<>();

    /**
     * Creates the table without any group.
     *
     * @param memory what clients online may take
     */
    public ConsumerManager(ClientMemory memory) {
        this.memory = memory;
    }

    /**
     * Adds a member or renews it, and takes over what its group wants.
     *
     * @param client member
     * @param data its heartbeat about this group
     * @param keepSubscriptions whether the heartbeat left the subscriptions out
     * @return whether the other members have to be told
     * @throws ClientsFullException when there is no room for it
     */
    public boolean register(ClientChannel client, ConsumerData data, boolean keepSubscriptions) {
        if (groups.size() >= GROUPS_MAX && !groups.containsKey(data.groupName())) {
            throw new ClientsFullException("[OVERLOAD] no room for a consumer group: there are " + groups.size()
                + ", the limit is " + GROUPS_MAX);
        }
        boolean[] changed = new boolean[1];
        groups.compute(data.groupName(), (name, known) -> {
            ConsumerGroup group = known == null ? new ConsumerGroup(name) : known;
            makeRoom(group, known == null, client, data, keepSubscriptions);
            group.describe(data);
            boolean otherTopics = !keepSubscriptions && group.subscribe(data.subscriptions());
            ClientChannel before = group.member(client.connection());
            boolean joined = group.put(client);
            if (joined) {
                memberships.merge(client.clientId(), 1, Integer::sum);
                left(before);
            }
            changed[0] = joined || otherTopics;
            return group;
        });
        ConnectionGroups.add(this, client.connection(), data.groupName());
        return changed[0];
    }

    /** Counts what is about to be registered; before anything is changed. */
    private void makeRoom(ConsumerGroup group, boolean isNew, ClientChannel client, ConsumerData data,
                          boolean keepSubscriptions) {
        long described = keepSubscriptions ? Math.max(group.describedBytes(), ClientMemory.of(data))
            : ClientMemory.of(data);
        ClientChannel before = group.member(client.connection());
        long more = described - group.describedBytes() + (isNew ? ClientMemory.ofGroup(group.name()) : 0)
            + ClientMemory.ofMember(client) - (before == null ? 0 : ClientMemory.ofMember(before));
        if (more > 0) {
            memory.take(more, "consumer group " + group.name());
        } else {
            memory.giveBack(-more);
        }
        group.describedBytes(described);
    }

    /**
     * Removes a connection from a group.
     *
     * @param group group
     * @param connection the member's connection
     * @return the member that was removed, or null
     */
    public ClientChannel unregister(String group, Connection connection) {
        ClientChannel[] gone = new ClientChannel[1];
        groups.computeIfPresent(group, (name, known) -> {
            gone[0] = known.remove(connection);
            left(gone[0]);
            memory.giveBack((gone[0] == null ? 0 : ClientMemory.ofMember(gone[0]))
                + (known.isEmpty() ? ClientMemory.ofGroup(name) + known.describedBytes() : 0));
            return known.isEmpty() ? null : known;
        });
        ConnectionGroups.remove(this, connection, group);
        return gone[0];
    }

    /**
     * Names of the groups a connection is in.
     *
     * @param connection a connection
     * @return copy of the names
     */
    public List<String> groupsOf(Connection connection) {
        return List.copyOf(ConnectionGroups.of(this, connection));
    }

    /**
     * A group.
     *
     * @param group name
     * @return the group, or null when no member is online
     */
    public ConsumerGroup group(String group) {
        return groups.get(group);
    }

    /** Names of all groups online. */
    public Set<String> groups() {
        return Set.copyOf(groups.keySet());
    }

    /**
     * What a group wants of a topic.
     *
     * @param group group
     * @param topic topic
     * @return the subscription, or null when the group is offline or does not want the topic
     */
    public SubscriptionData subscription(String group, String topic) {
        ConsumerGroup known = groups.get(group);
        return known == null ? null : known.subscription(topic);
    }

    /**
     * Shows what every group online wants.
     *
     * @param taker gets names of groups, each with one of its subscriptions
     */
    public void eachSubscription(BiConsumer<String, SubscriptionData> taker) {
        groups.forEach((name, group) -> group.subscriptions().values().forEach(each -> taker.accept(name, each)));
    }

    /**
     * Groups online that want a topic.
     *
     * @param topic topic
     * @return their names
     */
    public Set<String> groupsSubscribedTo(String topic) {
        Set<String> names = new TreeSet<>();
        groups.forEach((name, group) -> {
            if (group.subscription(topic) != null) {
                names.add(name);
            }
        });
        return names;
    }

    /**
     * Whether a client is a member of any group.
     *
     * @param clientId id of the instance
     * @return true while one of its connections is registered
     */
    public boolean isOnline(String clientId) {
        return memberships.containsKey(clientId);
    }

    private void left(ClientChannel member) {
        if (member != null) {
            memberships.computeIfPresent(member.clientId(), (id, count) -> count == 1 ? null : count - 1);
        }
    }

    /**
     * Members that fulfil a condition, of all groups.
     *
     * @param condition which
     * @return the members
     */
    List<ClientChannel> find(Predicate<ClientChannel> condition) {
        return groups.values().stream().flatMap(group -> group.members().stream()).filter(condition).toList();
    }
}
