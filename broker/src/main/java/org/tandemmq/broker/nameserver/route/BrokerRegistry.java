/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.body.BrokerData;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.QueueData;

/**
 * Which brokers live and which topics they have: the state of the name service. Changes are made under one lock, each
 * short and in memory; readers take no lock and see brokers before topics when something comes, topics before brokers
 * when something goes, so that a route never names a broker without address.
 *
 * <pre>
 *   103, 104, 322, 904 ──┐                      ┌── brokers: BrokerDirectory (immutable, replaced)  ──┐
 *   connection lost  ────┼─► lock ─► live table ─┤                                                    ├─► 105, 106, …
 *   expiry scan      ────┘                      └── RouteTable: topic → TopicRoute (immutable)      ──┘
 * </pre>
 *
 * Two processes under one name and id: the one that was there keeps its place as long as it gives signs of life, the
 * newcomer is refused and told the other's address. When the first has missed three signs of its own rhythm (10 s at
 * least, {@link #CONFLICT_WINDOW_MS} at most) or its connection is gone, the newcomer is taken at its next try, so that
 * a broker that moved is never locked out.
 */
public final class BrokerRegistry {

    /** Silence in milliseconds after which a broker's place may be taken: longer than the longest register period. */
    public static final long CONFLICT_WINDOW_MS = 65_000;
    /** Most brokers that are kept; a further one is refused. */
    public static final int BROKERS_MAX = 10_000;
    /** Permission that 327 gives: read and write. */
    private static final int PERM_READ_WRITE = 6;

    private static final Logger log = LoggerFactory.getLogger(BrokerRegistry.class);

    private final LongSupplier elapsedMs;
    private final Map<String, LiveBroker> live = new HashMap<>();
    private final Admission admission;
    private final long routesBytesMax;
    private final RouteTable routes = new RouteTable();
    private volatile BrokerDirectory brokers = BrokerDirectory.EMPTY;

    /**
     * Creates an empty registry.
     *
     * @param elapsedMs clock in milliseconds that never goes back
     * @param routesBytesMax most bytes of memory of all topics; a registration that would bring more is refused
     */
    public BrokerRegistry(LongSupplier elapsedMs, long routesBytesMax) {
        this.elapsedMs = elapsedMs;
        this.routesBytesMax = routesBytesMax;
        this.admission = new Admission(live, routesBytesMax);
    }

    /**
     * Takes a registration.
     *
     * @param from what the broker says about itself
     * @return refusal, or what a slave has to know about its master
     */
    public synchronized RegistrationResult register(Registration from) {
        long nowMs = elapsedMs.getAsLong();
        LiveBroker before = live.get(from.address());
        String refusal = admission.refusal(from, brokers, routes, nowMs);
        if (refusal != null) {
            return RegistrationResult.refused(refusal);
        }
        if (before != null && !before.brokerName().equals(from.brokerName())) {
            drop(List.of(before), "it came back as " + from.brokerName());
            before = null;
        }
        dropReplaced(from);
        if (before == null) {
            log.info("broker registered: {}, {} topics", LiveBroker.of(from, null, nowMs).describe(),
                from.topics().size());
        }
        BrokerDirectory joined = brokers.with(from);
        if (givesTopics(from, joined)) {
            boolean sameVersion = before != null && before.brokerId() == from.brokerId()
                && before.version().equals(from.version());
            routes.apply(from.topics(), sameVersion, !from.isMaster() && from.wantsActingMaster());
        }
        // after its topics: whoever finds the broker finds them as well
        brokers = joined;
        live.put(from.address(), LiveBroker.of(from, before, nowMs));
        return answer(from);
    }

    private void dropReplaced(Registration from) {
        BrokerData group = brokers.group(from.brokerName());
        if (group == null) {
            return;
        }
        for (String address : List.copyOf(group.brokerAddrs().values())) {
            LiveBroker other = live.get(address);
            boolean replaced = !address.equals(from.address()) && (other == null
                || other.brokerId() == from.brokerId() || !other.cluster().equals(from.cluster()));
            if (replaced && other != null) {
                log.warn("broker {} is replaced by {}", other.describe(), from.address());
                live.remove(address);
                brokers = brokers.without(List.of(other));
            }
        }
    }

    /** Topics come from the master, or from the first slave where there is none and the sender knows of that (5.x). */
    private static boolean givesTopics(Registration from, BrokerDirectory joined) {
        if (from.isMaster()) {
            return true;
        }
        return from.actingMaster() != null
            && joined.group(from.brokerName()).brokerAddrs().firstKey() == from.brokerId();
    }

    private RegistrationResult answer(Registration from) {
        if (from.isMaster()) {
            return new RegistrationResult(null, null, null);
        }
        String master = brokers.group(from.brokerName()).brokerAddrs().get(Registration.MASTER_ID);
        LiveBroker alive = master == null ? null : live.get(master);
        return alive == null ? new RegistrationResult(null, null, null)
            : new RegistrationResult(null, alive.address(), alive.haAddress());
    }

    /**
     * Takes a broker out at its own wish. A late request of a process whose successor registered already over another
     * connection changes nothing.
     *
     * @param brokerName name of the group
     * @param address the broker's address
     * @param connection where the request came from
     */
    public synchronized void unregister(String brokerName, String address, Connection connection) {
        LiveBroker broker = live.get(address);
        if (broker == null || !broker.brokerName().equals(brokerName)) {
            return;
        }
        if (broker.connection() != connection && broker.connection().isOpen()) {
            log.info("late unregister of {} ignored: it registered again over another connection", broker.describe());
            return;
        }
        drop(List.of(broker), "it unregistered");
    }

    /**
     * Takes out the brokers that registered over a connection, unless they registered again over another.
     *
     * @param connection the connection that was closed
     */
    public synchronized void connectionLost(Connection connection) {
        drop(live.values().stream().filter(broker -> broker.connection() == connection).toList(),
            "its connection was closed");
    }

    /**
     * Takes out brokers that were silent for too long.
     *
     * @return number of brokers taken out
     */
    public synchronized int expire() {
        long nowMs = elapsedMs.getAsLong();
        List<LiveBroker> dead = live.values().stream().filter(broker -> broker.isDead(nowMs)).toList();
        if (!dead.isEmpty()) {
            LiveBroker first = dead.get(0);
            drop(dead, "silent for " + (nowMs - first.lastHeardMs()) + " ms, limit " + first.timeoutMs());
        }
        return dead.size();
    }

    /** Takes out any number of brokers in one pass over the topics, with one line in the log. */
    private void drop(List<LiveBroker> gone, String reason) {
        if (gone.isEmpty()) {
            return;
        }
        log.info("{} broker(s) dropped, the first: {}: {}", gone.size(), reason, gone.get(0).describe());
        BrokerDirectory left = brokers.without(gone);
        Set<String> ended = new HashSet<>();
        Set<String> masterless = new HashSet<>();
        for (LiveBroker broker : gone) {
            live.remove(broker.address());
            BrokerData group = left.group(broker.brokerName());
            if (group == null) {
                ended.add(broker.brokerName());
            } else if (broker.actingMaster() && !group.brokerAddrs().containsKey(Registration.MASTER_ID)) {
                masterless.add(broker.brokerName());
            }
        }
        if (!ended.isEmpty()) {
            routes.removeBrokers(ended);
        }
        if (!masterless.isEmpty()) {
            routes.wipeWrite(masterless);
        }
        brokers = left;
    }

    /**
     * Notes a sign of life.
     *
     * @param address the broker's address
     * @return version of the topic table that the broker registered last, or null when it is not known
     */
    public synchronized DataVersion heard(String address) {
        LiveBroker broker = live.computeIfPresent(address, (any, known) -> known.heard(elapsedMs.getAsLong()));
        return broker == null ? null : broker.version();
    }

    /**
     * Takes over queues of one topic that a broker told on their own (217); nothing when one of the brokers is unknown.
     *
     * @param topic topic
     * @param queues its queues
     * @return refusal because of a limit, or null
     */
    public synchronized String registerTopic(String topic, List<QueueData> queues) {
        if (topic.length() > Registration.NAME_CHARS_MAX) {
            return "topic of " + topic.length() + " characters, the limit is " + Registration.NAME_CHARS_MAX;
        }
        if (routes.bytes() >= routesBytesMax) {
            return "name service is full: " + routes.size() + " topics with " + routes.bytes()
                + " bytes, the limit is " + routesBytesMax;
        }
        if (queues.stream().allMatch(data -> brokers.group(data.brokerName()) != null)) {
            queues.forEach(data -> routes.apply(Map.of(topic, data), false, false));
        }
        return null;
    }

    /**
     * Forgets a topic.
     *
     * @param topic topic
     * @param cluster only the brokers of this cluster, null for all
     */
    public synchronized void deleteTopic(String topic, String cluster) {
        log.info("topic {} deleted in the name service, cluster {}", topic, cluster == null ? "any" : cluster);
        routes.removeTopic(topic, inCluster(cluster));
    }

    /**
     * Makes all queues of a broker read-only until it registers a changed table.
     *
     * @param brokerName name of the group
     * @return number of topics
     */
    public synchronized int wipeWritePerm(String brokerName) {
        return routes.wipeWrite(Set.of(brokerName));
    }

    /**
     * Makes all queues of a broker readable and writable.
     *
     * @param brokerName name of the group
     * @return number of topics
     */
    public synchronized int addWritePerm(String brokerName) {
        return routes.setPerm(brokerName, PERM_READ_WRITE);
    }

    private Predicate<String> inCluster(String cluster) {
        BrokerDirectory now = brokers;
        return name -> cluster == null || now.group(name) != null && now.group(name).cluster().equals(cluster);
    }

    /** Reading side; it takes no lock. */
    public RouteQueries queries() {
        return new RouteQueries(() -> brokers, routes);
    }
}
