/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

/** Whose broker it is. */
public enum Product {
    /** The one under test. */
    OURS,
    /** Apache RocketMQ of the current line. */
    PEER;

    /** A broker that registers with these name servers; not started yet. */
    public Broker broker(BrokerSettings settings, String nameServers) {
        return this == OURS ? new OurBroker(settings, nameServers) : new PeerBroker(settings, nameServers);
    }
}
