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
 * @param connection the connection whose loss means the loss of the broker
 */
record LiveBroker(String cluster, String brokerName, long brokerId, String address, String haAddress,
                  boolean actingMaster, DataVersion version, long timeoutMs, long lastHeardMs,
                  Connection connection) {

    static LiveBroker of(Registration from, long nowMs) {
        return new LiveBroker(from.cluster(), from.brokerName(), from.brokerId(), from.address(), from.haAddress(),
            from.wantsActingMaster(), from.version(), from.heartbeatTimeoutMs(), nowMs, from.connection());
    }

    LiveBroker heard(long nowMs) {
        return new LiveBroker(cluster, brokerName, brokerId, address, haAddress, actingMaster, version, timeoutMs,
            nowMs, connection);
    }

    /** Whether the connection is gone or nothing was heard for too long. */
    boolean isDead(long nowMs) {
        return !connection.isOpen() || nowMs - lastHeardMs > timeoutMs;
    }

    /** Whether it gave a sign of life so lately that another process can't have taken its place. */
    boolean isSurelyAlive(long nowMs) {
        return connection.isOpen() && nowMs - lastHeardMs <= Math.min(timeoutMs, BrokerRegistry.CONFLICT_WINDOW_MS);
    }

    String describe() {
        return "cluster " + cluster + ", broker " + brokerName + ", id " + brokerId + " at " + address;
    }
}
