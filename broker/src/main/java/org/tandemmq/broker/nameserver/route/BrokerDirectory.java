/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tandemmq.remoting.protocol.body.BrokerData;

/**
 * All groups of brokers with their addresses at one moment. Immutable: a change makes a new one, so that its identity
 * tells whether an encoded route is still right.
 */
final class BrokerDirectory {

    /** The directory of a name service that was just started. */
    static final BrokerDirectory EMPTY = new BrokerDirectory(new TreeMap<>());

    private final SortedMap<String, BrokerData> groups;

    private BrokerDirectory(SortedMap<String, BrokerData> groups) {
        this.groups = Collections.unmodifiableSortedMap(groups);
    }

    /** The group of a name, or null. */
    BrokerData group(String brokerName) {
        return groups.get(brokerName);
    }

    SortedMap<String, BrokerData> groups() {
        return groups;
    }

    /** Names of the groups of each cluster. */
    SortedMap<String, SortedSet<String>> clusters() {
        SortedMap<String, SortedSet<String>> clusters = new TreeMap<>();
        groups.forEach((name, group) ->
            clusters.computeIfAbsent(group.cluster(), any -> new TreeSet<>()).add(name));
        return clusters;
    }

    /** A directory in which the broker of this registration stands under its id and no other. */
    BrokerDirectory with(Registration registration) {
        BrokerData old = groups.get(registration.brokerName());
        SortedMap<Long, String> addresses = new TreeMap<>();
        if (old != null) {
            addresses.putAll(old.brokerAddrs());
            addresses.values().removeIf(registration.address()::equals);
        }
        addresses.put(registration.brokerId(), registration.address());
        BrokerData group = new BrokerData(registration.cluster(), registration.brokerName(), addresses,
            registration.wantsActingMaster(), registration.zone());
        return group.equals(old) ? this : replaced(group);
    }

    /** A directory without these brokers; a group without addresses is left out. */
    BrokerDirectory without(Collection<LiveBroker> gone) {
        SortedMap<String, BrokerData> changed = new TreeMap<>(groups);
        for (LiveBroker broker : gone) {
            BrokerData old = changed.get(broker.brokerName());
            if (old != null) {
                SortedMap<Long, String> addresses = new TreeMap<>(old.brokerAddrs());
                addresses.values().removeIf(broker.address()::equals);
                put(changed, new BrokerData(old.cluster(), old.brokerName(), addresses, old.enableActingMaster(),
                    old.zoneName()));
            }
        }
        return changed.equals(groups) ? this : new BrokerDirectory(changed);
    }

    private BrokerDirectory replaced(BrokerData group) {
        SortedMap<String, BrokerData> changed = new TreeMap<>(groups);
        put(changed, group);
        return new BrokerDirectory(changed);
    }

    private static void put(SortedMap<String, BrokerData> groups, BrokerData group) {
        if (group.brokerAddrs().isEmpty()) {
            groups.remove(group.brokerName());
        } else {
            groups.put(group.brokerName(), group);
        }
    }
}
