/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.tandemmq.store.ha.HaChannel;

/** Makes channels to a master. Used by the slave's replication thread. */
public interface HaConnector extends AutoCloseable {

    /**
     * Begins to connect.
     *
     * @param peer resolved address
     * @return a channel that may not be connected yet
     * @throws IOException when it fails at once
     */
    HaChannel connect(InetSocketAddress peer) throws IOException;

    /** Takes notice of what became ready, without waiting. */
    void poll();

    /** Gives everything back. */
    @Override
    void close();
}
