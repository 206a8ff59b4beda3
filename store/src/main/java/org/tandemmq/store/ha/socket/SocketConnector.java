/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.slave.HaConnector;

/** Connects over TCP. */
public final class SocketConnector implements HaConnector {

    private final HaSelector selector;

    /**
     * Creates the connector.
     *
     * @param selector watches the sockets; closed with the connector
     */
    public SocketConnector(HaSelector selector) {
        this.selector = selector;
    }

    @Override
    public HaChannel connect(InetSocketAddress peer) throws IOException {
        return SocketHaChannel.connect(peer, selector);
    }

    @Override
    public void poll() {
        selector.poll();
    }

    @Override
    public void close() {
        selector.close();
    }
}
