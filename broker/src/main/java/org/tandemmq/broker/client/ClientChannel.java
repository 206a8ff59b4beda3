/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.client;

import org.tandemmq.remoting.Connection;

/** One client instance on one connection, as its last heartbeat said. Safe for use by any thread. */
public final class ClientChannel {

    private final Connection connection;
    private final String clientId;
    private final int language;
    private final int version;
    private volatile long lastSeenMs;
    private volatile long heardMs;

    /**
     * Creates the entry of a heartbeat.
     *
     * @param connection where the heartbeat came from
     * @param clientId id of the instance
     * @param language language byte of the frame
     * @param version version ordinal of the frame
     * @param wallMs wall clock in epoch milliseconds, only ever shown: it may be set forward and back
     * @param nowMs elapsed-time clock in milliseconds, by which the entry expires
     */
    public ClientChannel(Connection connection, String clientId, int language, int version, long wallMs, long nowMs) {
        this.connection = connection;
        this.clientId = clientId;
        this.language = language;
        this.version = version;
        this.lastSeenMs = wallMs;
        this.heardMs = nowMs;
    }

    /** The connection. */
    public Connection connection() {
        return connection;
    }

    /** Id of the client instance. */
    public String clientId() {
        return clientId;
    }

    /** Language byte (wire-protocol 1.5). */
    public int language() {
        return language;
    }

    /** Version ordinal (wire-protocol 1.6). */
    public int version() {
        return version;
    }

    /** Wall clock of the last heartbeat in epoch milliseconds. */
    public long lastSeenMs() {
        return lastSeenMs;
    }

    /** Elapsed-time clock of the last heartbeat in milliseconds. */
    long heardMs() {
        return heardMs;
    }

    /** Another heartbeat of the same instance on the same connection came. */
    void seen(ClientChannel again) {
        lastSeenMs = again.lastSeenMs;
        heardMs = again.heardMs;
    }
}
