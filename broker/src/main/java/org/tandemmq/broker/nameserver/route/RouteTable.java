/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.tandemmq.remoting.protocol.body.QueueData;

/**
 * Topics and their queues. Written only by {@link BrokerRegistry} under its lock; read by any thread, where a reader
 * sees each topic as it was at one moment.
 */
final class RouteTable {

    private static final int PERM_WRITE = 2;

    private final Map<String, TopicRoute> topics = new ConcurrentHashMap<>();

    /** Number of topics. */
    int size() {
        return topics.size();
    }

    /** The route of a topic, or null. */
    TopicRoute route(String topic) {
        return topics.get(topic);
    }

    /**
     * Topics with a queue entry that is wanted.
     *
     * @param wanted decides by the first entry that belongs to one of the brokers
     * @param brokers which brokers count
     */
    List<String> topics(Predicate<String> brokers, Predicate<QueueData> wanted) {
        List<String> found = new ArrayList<>();
        topics.forEach((topic, route) -> route.queues().values().stream()
            .filter(data -> brokers.test(data.brokerName()))
            .findFirst().filter(wanted).ifPresent(data -> found.add(topic)));
        return found;
    }

    /**
     * Takes over the queues that a broker told.
     *
     * @param told queues by topic
     * @param onlyMissing leaves topics as they are that have an entry of this broker
     * @param readOnly takes the write bit away
     */
    void apply(Map<String, QueueData> told, boolean onlyMissing, boolean readOnly) {
        told.forEach((topic, data) -> {
            TopicRoute old = topics.get(topic);
            QueueData known = old == null ? null : old.queues().get(data.brokerName());
            QueueData wanted = readOnly ? data.withPerm(data.perm() & ~PERM_WRITE) : data;
            boolean keep = known != null && (onlyMissing || known.equals(wanted));
            if (!keep) {
                topics.put(topic, (old == null ? new TopicRoute(new TreeMap<>()) : old).with(wanted));
            }
        });
    }

    /** Takes a broker's queues out of all topics; a topic without queues is gone. */
    void removeBroker(String brokerName) {
        topics.forEach((topic, route) -> remove(topic, route, brokerName));
    }

    /** Takes the brokers that match out of one topic; a topic without queues is gone. */
    void removeTopic(String topic, Predicate<String> brokers) {
        TopicRoute route = topics.get(topic);
        if (route != null) {
            route.queues().keySet().stream().filter(brokers).forEach(name -> remove(topic, topics.get(topic), name));
        }
    }

    private void remove(String topic, TopicRoute route, String brokerName) {
        if (route == null || !route.queues().containsKey(brokerName)) {
            return;
        }
        TopicRoute changed = route.without(brokerName);
        if (changed == null) {
            topics.remove(topic);
        } else {
            topics.put(topic, changed);
        }
    }

    /** Takes the write bit from all queues of a broker; gives the number of topics. */
    int wipeWrite(String brokerName) {
        return changePerm(brokerName, perm -> perm & ~PERM_WRITE);
    }

    /** Gives all queues of a broker this permission; gives the number of topics. */
    int setPerm(String brokerName, int perm) {
        return changePerm(brokerName, any -> perm);
    }

    private int changePerm(String brokerName, IntUnaryOperator change) {
        int[] count = {0};
        topics.replaceAll((topic, route) -> {
            QueueData data = route.queues().get(brokerName);
            if (data == null) {
                return route;
            }
            count[0]++;
            int perm = change.applyAsInt(data.perm());
            return perm == data.perm() ? route : route.with(data.withPerm(perm));
        });
        return count[0];
    }
}
