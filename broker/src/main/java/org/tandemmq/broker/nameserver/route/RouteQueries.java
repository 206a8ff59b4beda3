/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.tandemmq.remoting.protocol.body.BrokerData;
import org.tandemmq.remoting.protocol.body.ClusterInfo;
import org.tandemmq.remoting.protocol.body.QueueData;
import org.tandemmq.remoting.protocol.body.TopicList;
import org.tandemmq.remoting.protocol.body.TopicRouteData;

/** Answers about routes, topics and brokers; any thread, no lock. */
public final class RouteQueries {

    private static final int FLAG_UNIT = 1;
    private static final int FLAG_UNIT_SUB = 2;

    private final Supplier<BrokerDirectory> brokers;
    private final RouteTable routes;

    RouteQueries(Supplier<BrokerDirectory> brokers, RouteTable routes) {
        this.brokers = brokers;
        this.routes = routes;
    }

    /**
     * Encoded route of a topic (105); kept until the topic or a broker changes.
     *
     * @param topic topic
     * @param orderConfig order configuration to put in, or null
     * @param quotedKeys whether broker ids are written as strings
     * @return body, or null when there is no route
     */
    public byte[] route(String topic, String orderConfig, boolean quotedKeys) {
        TopicRoute route = routes.route(topic);
        return route == null ? null : route.encoded(brokers.get(), orderConfig, quotedKeys);
    }

    /**
     * Route of a topic without the brokers of other zones: those that have a master and another zone name go.
     *
     * @param topic topic
     * @param orderConfig order configuration to put in, or null
     * @param zone name of the caller's zone
     * @return the route, or null when there is none at all
     */
    public TopicRouteData routeInZone(String topic, String orderConfig, String zone) {
        TopicRoute route = routes.route(topic);
        TopicRouteData all = route == null ? null : route.data(brokers.get(), orderConfig);
        if (all == null) {
            return null;
        }
        Predicate<BrokerData> stays = group -> !group.brokerAddrs().containsKey(Registration.MASTER_ID)
            || zone.equalsIgnoreCase(group.zoneName());
        List<BrokerData> groups = all.brokerDatas().stream().filter(stays).toList();
        List<QueueData> queues = all.queueDatas().stream()
            .filter(data -> groups.stream().anyMatch(group -> group.brokerName().equals(data.brokerName()))).toList();
        return new TopicRouteData(orderConfig, queues, groups);
    }

    /** All clusters, groups and addresses (106). */
    public ClusterInfo clusters() {
        BrokerDirectory now = brokers.get();
        return new ClusterInfo(now.groups(), now.clusters());
    }

    /**
     * Members of a group (901).
     *
     * @param cluster cluster name
     * @param brokerName name of the group
     * @return the group, without addresses when it is not known
     */
    public BrokerData group(String cluster, String brokerName) {
        BrokerData group = brokers.get().group(brokerName);
        boolean known = group != null && (cluster == null || group.cluster().equals(cluster));
        return known ? group : BrokerData.withoutAddresses(cluster, brokerName);
    }

    /** All topics (206). */
    public TopicList topics() {
        return new TopicList(routes.topics(any -> true, any -> true), null);
    }

    /**
     * Topics of a cluster (224).
     *
     * @param cluster cluster name; an unknown one has no topics
     */
    public TopicList topicsOf(String cluster) {
        Set<String> names = brokers.get().clusters().get(cluster);
        return new TopicList(names == null ? List.of() : routes.topics(names::contains, any -> true), null);
    }

    /** Topics of a unit (311). */
    public TopicList unitTopics() {
        return flagged(flags -> (flags & FLAG_UNIT) != 0);
    }

    /** Topics that a unit subscribes (312). */
    public TopicList unitSubTopics() {
        return flagged(flags -> (flags & FLAG_UNIT_SUB) != 0);
    }

    /** Topics that a unit subscribes and that are not of a unit (313). */
    public TopicList unitSubNotUnitTopics() {
        return flagged(flags -> (flags & FLAG_UNIT) == 0 && (flags & FLAG_UNIT_SUB) != 0);
    }

    private TopicList flagged(Predicate<Integer> wanted) {
        return new TopicList(routes.topics(any -> true, data -> wanted.test(data.topicSysFlag())), null);
    }

    /** Names of clusters and groups, and an address where the caller may ask for more (304). */
    public TopicList systemTopics() {
        BrokerDirectory now = brokers.get();
        List<String> names = new ArrayList<>(now.clusters().keySet());
        now.groups().keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
        String address = now.groups().values().stream()
            .flatMap(group -> group.brokerAddrs().values().stream()).findFirst().orElse(null);
        return new TopicList(names, address);
    }
}
