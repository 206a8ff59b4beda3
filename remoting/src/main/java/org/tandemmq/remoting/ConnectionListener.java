/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

/** Told about the life of a server's connections, on the event loop of the connection concerned. */
public interface ConnectionListener {

    /**
     * A connection was accepted.
     *
     * @param connection the new connection
     */
    void opened(Connection connection);

    /**
     * A connection is gone.
     *
     * @param connection the connection that was closed
     * @param reason why, for the log
     */
    void closed(Connection connection, String reason);
}
