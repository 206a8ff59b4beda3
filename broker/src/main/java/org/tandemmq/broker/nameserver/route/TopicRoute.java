/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tandemmq.remoting.protocol.body.BrokerData;
import org.tandemmq.remoting.protocol.body.QueueData;
import org.tandemmq.remoting.protocol.body.TopicRouteData;

/**
 * Queues of one topic at one moment, with the answers that were encoded from them. Immutable but for that cache: a
 * change of the topic makes a new object, a change of the brokers or of the order configuration is seen by comparing.
 * The cache gives way when the heap is full.
 */
final class TopicRoute {

    private final Map<String, QueueData> queues;
    private volatile SoftReference<Encoded> quoted = new SoftReference<>(null);
    private volatile SoftReference<Encoded> bare = new SoftReference<>(null);

    TopicRoute(Map<String, QueueData> queues) {
        this.queues = Collections.unmodifiableMap(queues);
    }

    /** Queues by broker name, ordered. */
    Map<String, QueueData> queues() {
        return queues;
    }

    TopicRoute with(QueueData data) {
        Map<String, QueueData> changed = new TreeMap<>(queues);
        changed.put(data.brokerName(), data);
        return new TopicRoute(changed);
    }

    /** A route without these brokers, or null when nothing is left. */
    TopicRoute without(Set<String> brokerNames) {
        Map<String, QueueData> changed = new TreeMap<>(queues);
        changed.keySet().removeAll(brokerNames);
        return changed.isEmpty() ? null : new TopicRoute(changed);
    }

    /**
     * The route as seen with these brokers.
     *
     * @return null when none of the brokers is known
     */
    TopicRouteData data(BrokerDirectory brokers, String orderConfig) {
        List<QueueData> known = new ArrayList<>(queues.size());
        List<BrokerData> groups = new ArrayList<>(queues.size());
        for (QueueData data : queues.values()) {
            BrokerData group = brokers.group(data.brokerName());
            if (group != null) {
                known.add(data);
                groups.add(group);
            }
        }
        return groups.isEmpty() ? null : new TopicRouteData(orderConfig, known, groups);
    }

    /**
     * The route as bytes of a body; encoded once per change.
     *
     * @return null when none of the brokers is known
     */
    byte[] encoded(BrokerDirectory brokers, String orderConfig, boolean quotedKeys) {
        Encoded cached = quotedKeys ? quoted.get() : bare.get();
        if (cached == null || !cached.isOf(brokers, orderConfig)) {
            TopicRouteData data = data(brokers, orderConfig);
            cached = new Encoded(brokers, orderConfig, data == null ? null : data.encode(quotedKeys));
            if (quotedKeys) {
                quoted = new SoftReference<>(cached);
            } else {
                bare = new SoftReference<>(cached);
            }
        }
        return cached.body;
    }

    private record Encoded(BrokerDirectory brokers, String orderConfig, byte[] body) {
        boolean isOf(BrokerDirectory otherBrokers, String otherConfig) {
            return brokers == otherBrokers
                && (orderConfig == null ? otherConfig == null : orderConfig.equals(otherConfig));
        }
    }
}
