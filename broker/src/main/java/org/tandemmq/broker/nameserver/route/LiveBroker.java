/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.body.DataVersion;

/**
 * A broker that is alive as far as the name service knows; replaced as a whole at every sign of life.
 *
 * @param cluster cluster name
 * @param brokerName name of the group
 * @param brokerId 0 for the master
 * @param address address for clients
 * @param haAddress address for slaves
 * @param actingMaster whether it wants a slave to stand in for a lost master
 * @param version version of the topic table as last registered
 * @param timeoutMs milliseconds of silence that are allowed
 * @param lastHeardMs elapsed-time clock at the last sign of life
 * @param intervalMs milliseconds between the last two signs of life
 * @param connection the connection whose loss means the loss of the broker
 */
record LiveBroker(String cluster, String brokerName, long brokerId, String address, String haAddress,
                  boolean actingMaster, DataVersion version, long timeoutMs, long lastHeardMs, long intervalMs,
                  Connection connection) {

    /** Shortest silence after which a broker's place may be taken. */
    private static final long CONFLICT_WINDOW_MIN_MS = 10_000;
    private static final int INTERVALS_MISSED = 3;

    static LiveBroker of(Registration from, LiveBroker before, long nowMs) {
        long intervalMs = before == null ? BrokerRegistry.CONFLICT_WINDOW_MS : nowMs - before.lastHeardMs;
        DataVersion version = toldWhole(from, before) ? from.version() : DataVersion.NONE;
        return new LiveBroker(from.cluster(), from.brokerName(), from.brokerId(), from.address(), from.haAddress(),
            from.wantsActingMaster(), version, from.heartbeatTimeoutMs(), nowMs, intervalMs, from.connection());
    }

    LiveBroker heard(long nowMs) {
        return new LiveBroker(cluster, brokerName, brokerId, address, haAddress, actingMaster, version, timeoutMs,
            nowMs, nowMs - lastHeardMs, connection);
    }

    /**
     * Whether all topics are known. A broker that is new here may have come with a topic that it has just made, and
     * with the version of all: one that asks for the version before it registers would never tell the others.
     */
    private static boolean toldWhole(Registration from, LiveBroker before) {
        return from.topics().size() != 1 || before != null && !before.version.equals(DataVersion.NONE);
    }

    /** Whether the connection is gone or nothing was heard for too long. */
    boolean isDead(long nowMs) {
        return !connection.isOpen() || nowMs - lastHeardMs > timeoutMs;
    }

    /** Whether it gave a sign of life so lately, by its own habit, that no other process can have taken its place. */
    boolean isSurelyAlive(long nowMs) {
        long habitMs = Math.max(CONFLICT_WINDOW_MIN_MS, INTERVALS_MISSED * intervalMs);
        long windowMs = Math.min(timeoutMs, Math.min(habitMs, BrokerRegistry.CONFLICT_WINDOW_MS));
        return connection.isOpen() && nowMs - lastHeardMs <= windowMs;
    }

    String describe() {
        return "cluster " + cluster + ", broker " + brokerName + ", id " + brokerId + " at " + address;
    }
}
