/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.tandemmq.remoting.Connection;

/**
 * Producers by group, as heartbeats told (wire-protocol 2.6). A group exists as long as it has a member. Any thread may
 * call; an entry changes under the lock of its group alone.
 */
public final class ProducerManager {

    /** Most producer groups; members of further ones can't be asked about transactions. */
    public static final int GROUPS_MAX = 200_000;

    private final ClientMemory memory;
    private final Map<String, Map<Connection, ClientChannel>> groups = new ConcurrentHashMap<>();
    private final Map<String, ClientChannel> byClientId = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * Creates the table without any group.
     *
     * @param memory what clients online may take
     */
    public ProducerManager(ClientMemory memory) {
        this.memory = memory;
    }

    /**
     * Adds a member or renews it.
     *
     * @param group producer group
     * @param client member
     * @throws ClientsFullException when there is no room for it
     */
    public void register(String group, ClientChannel client) {
        if (groups.size() >= GROUPS_MAX && !groups.containsKey(group)) {
            throw new ClientsFullException("[OVERLOAD] no room for a producer group: there are " + groups.size()
                + ", the limit is " + GROUPS_MAX);
        }
        groups.compute(group, (name, members) -> {
            Map<Connection, ClientChannel> present = members == null ? new ConcurrentHashMap<>() : members;
            ClientChannel known = present.get(client.connection());
            if (known == null || !known.clientId().equals(client.clientId())) {
                memory.take(ClientMemory.ofMember(client) + (members == null ? ClientMemory.ofGroup(name) : 0),
                    "producer group " + name);
                present.put(client.connection(), client);
                renamed(known);
            } else {
                known.seen(client);
            }
            return present;
        });
        byClientId.put(client.clientId(), client);
        ConnectionGroups.add(this, client.connection(), group);
    }

    /**
     * Removes a connection from a group.
     *
     * @param group producer group
     * @param connection the member's connection
     */
    public void unregister(String group, Connection connection) {
        groups.compute(group, (name, members) -> {
            ConnectionGroups.remove(this, connection, group);
            if (members == null) {
                return null;
            }
            ClientChannel gone = members.remove(connection);
            left(gone);
            memory.giveBack(gone != null && members.isEmpty() ? ClientMemory.ofGroup(name) : 0);
            return members.isEmpty() ? null : members;
        });
    }

    /** Replies reach a client until it leaves the last of its groups: one of several producers of a process may end. */
    private void left(ClientChannel gone) {
        if (gone == null) {
            return;
        }
        memory.giveBack(ClientMemory.ofMember(gone));
        if (ConnectionGroups.of(this, gone.connection()).isEmpty()) {
            forget(gone);
        }
    }

    private void renamed(ClientChannel former) {
        if (former != null) {
            memory.giveBack(ClientMemory.ofMember(former));
            forget(former);
        }
    }

    private void forget(ClientChannel gone) {
        byClientId.computeIfPresent(gone.clientId(), (id, channel) ->
            channel.connection() == gone.connection() ? null : channel);
    }

    /**
     * Removes a connection from all groups.
     *
     * @param connection a closed connection
     */
    public void closed(Connection connection) {
        List.copyOf(ConnectionGroups.of(this, connection)).forEach(group -> unregister(group, connection));
    }

    /**
     * Next member of a group whose connection is open, in turn.
     *
     * @param group producer group
     * @return a member or null
     */
    public ClientChannel next(String group) {
        Map<Connection, ClientChannel> members = groups.get(group);
        if (members == null) {
            return null;
        }
        List<ClientChannel> open = members.values().stream().filter(member -> member.connection().isOpen()).toList();
        return open.isEmpty() ? null : open.get(Math.floorMod(turn.getAndIncrement(), open.size()));
    }

    /**
     * A producer by its client id.
     *
     * @param clientId id of the instance
     * @return its newest channel or null
     */
    public ClientChannel client(String clientId) {
        return byClientId.get(clientId);
    }

    /**
     * Members of a group.
     *
     * @param group producer group
     * @return the members, empty for an unknown group
     */
    public Collection<ClientChannel> members(String group) {
        return List.copyOf(groups.getOrDefault(group, Map.of()).values());
    }

    /** Names of all groups. */
    public Set<String> groups() {
        return Set.copyOf(groups.keySet());
    }

    /** All groups with their members at this moment. */
    public Map<String, Collection<ClientChannel>> table() {
        Map<String, Collection<ClientChannel>> all = new TreeMap<>();
        groups.forEach((group, members) -> all.put(group, List.copyOf(members.values())));
        return all;
    }

    /**
     * Members that fulfil a condition, of all groups.
     *
     * @param condition which
     * @return the members
     */
    List<ClientChannel> find(Predicate<ClientChannel> condition) {
        return groups.values().stream().flatMap(members -> members.values().stream()).filter(condition).toList();
    }
}
