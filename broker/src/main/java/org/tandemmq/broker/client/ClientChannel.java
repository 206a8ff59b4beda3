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

    /**
     * Creates the entry of a heartbeat.
     *
     * @param connection where the heartbeat came from
     * @param clientId id of the instance
     * @param language language byte of the frame
     * @param version version ordinal of the frame
     * @param nowMs wall clock in epoch milliseconds
     */
    public ClientChannel(Connection connection, String clientId, int language, int version, long nowMs) {
        this.connection = connection;
        this.clientId = clientId;
        this.language = language;
        this.version = version;
        this.lastSeenMs = nowMs;
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

    void seen(long nowMs) {
        lastSeenMs = nowMs;
    }
}
