/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.protocol.body.BrokerData;

/**
 * Decides whether a registration is taken: room for it, nobody alive at its address under another name, nobody alive
 * under its name and id. It only reads; used by {@link BrokerRegistry} under its lock.
 */
final class Admission {

    /** Most brokers that one connection registers; a container of brokers has a few. */
    static final int CONNECTION_BROKERS_MAX = 64;

    private static final Logger log = LoggerFactory.getLogger(Admission.class);

    private final Map<String, LiveBroker> live;
    private final long routesBytesMax;
    private final LogLimit rivals = new LogLimit(System::nanoTime);

    /**
     * Creates the decision.
     *
     * @param live brokers by address, as they are at each question
     * @param routesBytesMax most bytes of memory of all topics
     */
    Admission(Map<String, LiveBroker> live, long routesBytesMax) {
        this.live = live;
        this.routesBytesMax = routesBytesMax;
    }

    /**
     * Decides about one registration.
     *
     * @param from the registration
     * @param brokers groups that are known
     * @param routes topics that are known
     * @param nowMs elapsed-time clock
     * @return why it is refused, or null when it is taken
     */
    String refusal(Registration from, BrokerDirectory brokers, RouteTable routes, long nowMs) {
        LiveBroker before = live.get(from.address());
        String reason = limitReached(from, before, routes);
        if (reason != null) {
            return reason;
        }
        reason = otherAtAddress(from, before, nowMs);
        return reason != null ? reason : rivalOf(from, brokers.group(from.brokerName()), nowMs);
    }

    private String limitReached(Registration from, LiveBroker before, RouteTable routes) {
        if (before == null && live.size() >= BrokerRegistry.BROKERS_MAX) {
            return "name service is full: " + BrokerRegistry.BROKERS_MAX + " brokers";
        }
        if ((before == null || before.connection() != from.connection()) && isConnectionFull(from)) {
            return "connection is full: it registered " + CONNECTION_BROKERS_MAX + " brokers, the most allowed";
        }
        long more = routes.growth(from.topics());
        return more > 0 && more > routesBytesMax - routes.bytes() ? "name service is full: " + from.topics().size()
            + " topics told that take " + more + " bytes more, " + routes.size() + " known with " + routes.bytes()
            + " bytes, the limit is " + routesBytesMax : null;
    }

    private boolean isConnectionFull(Registration from) {
        return live.values().stream().filter(broker -> broker.connection() == from.connection()).count()
            >= CONNECTION_BROKERS_MAX;
    }

    /** A broker changes its name over its own connection, or when that is gone; nobody else does it for a live one. */
    private String otherAtAddress(Registration from, LiveBroker before, long nowMs) {
        boolean foreign = before != null && !before.brokerName().equals(from.brokerName())
            && before.connection() != from.connection();
        if (!foreign || !before.isSurelyAlive(nowMs)) {
            return null;
        }
        String reason = "there is another one at this address alive: " + before.describe() + ", heard "
            + (nowMs - before.lastHeardMs()) + " ms ago over another connection; refused: " + from.brokerName();
        warn("at one address", reason);
        return reason;
    }

    private void warn(String where, String reason) {
        if (rivals.permits()) {
            log.warn("two brokers {}: {}{}", where, reason, rivals.suppressed());
        }
    }

    private String rivalOf(Registration from, BrokerData group, long nowMs) {
        if (group == null) {
            return null;
        }
        for (String address : group.brokerAddrs().values()) {
            LiveBroker other = live.get(address);
            boolean rival = other != null && !other.address().equals(from.address())
                && (other.brokerId() == from.brokerId() || !other.cluster().equals(from.cluster()));
            if (rival && other.isSurelyAlive(nowMs)) {
                String reason = "there is another one of this name alive: " + other.describe() + ", heard "
                    + (nowMs - other.lastHeardMs()) + " ms ago; refused: cluster " + from.cluster() + ", id "
                    + from.brokerId() + " at " + from.address();
                warn("under one name", reason);
                return reason;
            }
        }
        return null;
    }
}
