/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver.route;

import java.util.Map;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.QueueData;

/**
 * What a broker says about itself in one registration (nameserver-and-admin 1.4), as a value.
 *
 * @param cluster cluster name
 * @param brokerName name of the group
 * @param brokerId 0 for the master
 * @param address {@code host:port} for clients
 * @param haAddress {@code host:port} for slaves
 * @param heartbeatTimeoutMs milliseconds without a sign of life after which the broker is dropped
 * @param actingMaster whether the sender wants a slave to stand in for the master; null when it did not say (4.x)
 * @param zone zone name or null
 * @param version version of the sender's topic table
 * @param topics queues of each topic that is told, all of the table or some of it
 * @param connection where the registration came from
 */
public record Registration(String cluster, String brokerName, long brokerId, String address, String haAddress,
                           long heartbeatTimeoutMs, Boolean actingMaster, String zone, DataVersion version,
                           Map<String, QueueData> topics, Connection connection) {

    /** Most characters of each name and address, and of a topic. */
    public static final int NAME_CHARS_MAX = 255;
    /** Id of a master. */
    public static final long MASTER_ID = 0;
    /** Milliseconds without a sign of life where the broker does not name its own limit. */
    public static final long HEARTBEAT_TIMEOUT_MS = 120_000;

    /** Whether this is a master. */
    public boolean isMaster() {
        return brokerId == MASTER_ID;
    }

    /** Whether the sender wants a slave to stand in for a lost master. */
    public boolean wantsActingMaster() {
        return actingMaster != null && actingMaster;
    }
}
