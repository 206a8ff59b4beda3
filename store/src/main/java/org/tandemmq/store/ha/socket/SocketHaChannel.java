/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.ha.HaChannel;

/**
 * A TCP connection watched by a {@link HaSelector}. Asks the socket only when the selector said that there is
 * something to get, and asks to be told of room only after a write did not fit.
 */
public final class SocketHaChannel implements HaChannel, HaSelector.Ready {

    private static final Logger log = LoggerFactory.getLogger(SocketHaChannel.class);

    private final SocketChannel socket;
    private final InetSocketAddress peer;
    private final SelectionKey key;
    private boolean readable;
    /** Set by who writes, which may be an appender; taken back by the selector's owner. */
    private volatile boolean blocked;

    private SocketHaChannel(SocketChannel socket, InetSocketAddress peer, HaSelector selector, int ops)
        throws IOException {
        this.socket = socket;
        this.peer = peer;
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = selector.register(socket, ops, this);
    }

    /**
     * Begins to connect.
     *
     * @param peer resolved address
     * @param selector watches the socket
     * @return a channel that may not be connected yet
     * @throws IOException when it fails at once
     */
    public static SocketHaChannel connect(InetSocketAddress peer, HaSelector selector) throws IOException {
        SocketChannel socket = SocketChannel.open();
        try {
            SocketHaChannel channel = new SocketHaChannel(socket, peer, selector, SelectionKey.OP_CONNECT);
            if (socket.connect(peer)) {
                channel.key.interestOps(SelectionKey.OP_READ);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Wraps an accepted socket.
     *
     * @param socket the socket
     * @param selector watches it
     * @return the channel
     * @throws IOException when the socket is gone already
     */
    public static SocketHaChannel accepted(SocketChannel socket, HaSelector selector) throws IOException {
        InetSocketAddress peer = (InetSocketAddress) socket.getRemoteAddress();
        if (peer == null) {
            throw new IOException("gone before it was accepted");
        }
        return new SocketHaChannel(socket, peer, selector, SelectionKey.OP_READ);
    }

    @Override
    public void ready(int readyOps) {
        if ((readyOps & SelectionKey.OP_READ) != 0) {
            readable = true;
        }
        if ((readyOps & SelectionKey.OP_WRITE) != 0) {
            // in this order: who finds it open may ask for the next sign at once
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
            blocked = false;
        }
        if ((readyOps & SelectionKey.OP_CONNECT) != 0) {
            key.interestOpsAnd(~SelectionKey.OP_CONNECT);
        }
    }

    @Override
    public boolean isConnected() throws IOException {
        if (socket.isConnected()) {
            return true;
        }
        if (!socket.finishConnect()) {
            return false;
        }
        key.interestOps(SelectionKey.OP_READ);
        return true;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        if (!readable) {
            return 0;
        }
        int room = to.remaining();
        int bytes = socket.read(to);
        if (bytes < room) {
            readable = bytes < 0;
        }
        return bytes;
    }

    @Override
    public long write(ByteBuffer[] from, int first, int count) throws IOException {
        if (blocked) {
            return 0;
        }
        long bytes = socket.write(from, first, count);
        if (from[first + count - 1].hasRemaining()) {
            blocked = true;
            key.interestOpsOr(SelectionKey.OP_WRITE);
        }
        return bytes;
    }

    @Override
    public InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) socket.getLocalAddress();
        } catch (IOException e) {
            log.debug("Local address of the channel to {}: {}", peer, e.toString());
            return null;
        }
    }

    @Override
    public InetSocketAddress peer() {
        return peer;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            log.warn("Closing the channel to {} failed: {}", peer, e.toString());
        }
    }
}
