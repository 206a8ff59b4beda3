/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tandemmq.remoting.protocol.body.QueueData;

/**
 * Topics and their queues. Written only by {@link BrokerRegistry} under its lock; read by any thread, where a reader
 * sees each topic as it was at one moment.
 */
final class RouteTable {

    private static final int PERM_WRITE = 2;

    /** Estimated memory of a topic without its name, and of the queues of one broker. */
    private static final int TOPIC_BYTES = 350;
    private static final int QUEUES_BYTES = 250;

    private final Map<String, TopicRoute> topics = new ConcurrentHashMap<>();
    private long bytes;

    private static long bytesOf(String topic, TopicRoute route) {
        return route == null ? 0 : TOPIC_BYTES + topic.length() + (long) QUEUES_BYTES * route.queues().size();
    }

    /** Memory of all topics, estimated. */
    long bytes() {
        return bytes;
    }

    /** Memory that the queues of a broker would take beyond what there is. */
    long growth(Map<String, QueueData> told) {
        long more = 0;
        for (Map.Entry<String, QueueData> one : told.entrySet()) {
            TopicRoute known = topics.get(one.getKey());
            if (known == null) {
                more += TOPIC_BYTES + one.getKey().length() + QUEUES_BYTES;
            } else if (!known.queues().containsKey(one.getValue().brokerName())) {
                more += QUEUES_BYTES;
            }
        }
        return more;
    }

    private void set(String topic, TopicRoute old, TopicRoute changed) {
        bytes += bytesOf(topic, changed) - bytesOf(topic, old);
        if (changed == null) {
            topics.remove(topic);
        } else {
            topics.put(topic, changed);
        }
    }

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
                set(topic, old, (old == null ? new TopicRoute(new TreeMap<>()) : old).with(wanted));
            }
        });
    }

    /** Takes the queues of these brokers out of all topics in one pass; a topic without queues is gone. */
    void removeBrokers(Set<String> brokerNames) {
        topics.forEach((topic, route) -> remove(topic, route, brokerNames));
    }

    /** Takes the brokers that match out of one topic; a topic without queues is gone. */
    void removeTopic(String topic, Predicate<String> brokers) {
        TopicRoute route = topics.get(topic);
        if (route != null) {
            remove(topic, route, route.queues().keySet().stream().filter(brokers).collect(Collectors.toSet()));
        }
    }

    private void remove(String topic, TopicRoute route, Set<String> brokerNames) {
        if (Collections.disjoint(route.queues().keySet(), brokerNames)) {
            return;
        }
        set(topic, route, route.without(brokerNames));
    }

    /** Takes the write bit from all queues of these brokers in one pass; gives the number of topics. */
    int wipeWrite(Set<String> brokerNames) {
        return changePerm(brokerNames, perm -> perm & ~PERM_WRITE);
    }

    /** Gives all queues of a broker this permission; gives the number of topics. */
    int setPerm(String brokerName, int perm) {
        return changePerm(Set.of(brokerName), any -> perm);
    }

    private int changePerm(Set<String> brokerNames, IntUnaryOperator change) {
        int[] count = {0};
        topics.replaceAll((topic, route) -> {
            if (Collections.disjoint(route.queues().keySet(), brokerNames)) {
                return route;
            }
            count[0]++;
            TopicRoute changed = route;
            for (QueueData data : route.queues().values()) {
                int perm = change.applyAsInt(data.perm());
                if (perm != data.perm() && brokerNames.contains(data.brokerName())) {
                    changed = changed.with(data.withPerm(perm));
                }
            }
            return changed;
        });
        return count[0];
    }
}
