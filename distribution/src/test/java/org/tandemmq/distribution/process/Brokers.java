/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

/**
 * Which product a process test drives: ours, or with {@code -Dtandemmq.target=peer} the peer, which shows that a test
 * asks for nothing that a stock broker does not do.
 */
public final class Brokers {
    private Brokers() {
    }

    /** Whether the tests run against the peer. */
    public static boolean peer() {
        return "peer".equals(System.getProperty("tandemmq.target"));
    }

    /** A started broker with a name server of its own. */
    public static Broker started(BrokerSettings settings) {
        Broker broker = peer() ? new PeerBroker(settings) : new OurBroker(settings);
        broker.start();
        return broker;
    }

    /** A started broker that registers with these name servers. */
    public static Broker started(BrokerSettings settings, String nameServers) {
        Broker broker = peer() ? new PeerBroker(settings, nameServers) : new OurBroker(settings, nameServers);
        broker.start();
        return broker;
    }
}
