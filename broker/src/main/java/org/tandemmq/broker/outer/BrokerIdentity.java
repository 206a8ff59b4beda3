/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

/**
 * Under which name this broker appears at name servers.
 *
 * @param cluster {@code brokerClusterName}
 * @param name {@code brokerName}
 * @param id {@code brokerId}, 0 for a master
 * @param address {@code host:port} for clients
 * @param haAddress {@code host:port} for slaves
 */
public record BrokerIdentity(String cluster, String name, long id, String address, String haAddress) {

    /** Whether this is a master. */
    public boolean isMaster() {
        return id == 0;
    }
}
