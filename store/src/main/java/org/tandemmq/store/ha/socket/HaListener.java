/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.config.AllowedPeers;
import org.tandemmq.store.ha.master.HaService;

/**
 * The master's replication port: lets in whom it may, and drives the selector and {@link HaService}. The socket is
 * bound by the constructor; all else happens on the agent's thread.
 */
public final class HaListener implements Agent {

    private static final Logger log = LoggerFactory.getLogger(HaListener.class);
    /** Connections taken in one turn, so that a flood of them leaves time for the slaves. */
    private static final int ACCEPTS_MAX = 64;
    private static final int BACKLOG = 128;
    /** A connection that can't be taken stays where it is, and would be found again at once. */
    private static final long PAUSE_MS = 1_000;

    private final ServerSocketChannel server;
    private final SelectionKey key;
    private final HaSelector selector;
    private final AllowedPeers allowed;
    private final HaService service;
    private boolean paused;
    private long pausedMs;
    private String failure = "";

    /**
     * Binds the port.
     *
     * @param address where to listen; port 0 takes a free one
     * @param selector watches all sockets; closed with the listener
     * @param allowed who may connect
     * @param service takes the connections; closed with the listener
     */
    public HaListener(InetSocketAddress address, HaSelector selector, AllowedPeers allowed, HaService service) {
        this.selector = selector;
        this.allowed = allowed;
        this.service = service;
        try {
            this.server = open(address);
            this.key = watch(server, selector);
        } catch (IOException e) {
            throw new UncheckedIOException("replication port " + address + " can't be opened", e);
        }
        if (allowed.isAny() && !address.getAddress().isLoopbackAddress()) {
            log.warn("Replication port {} lets any peer read the whole log: haAllowedPeers names none", address());
        }
    }

    private static ServerSocketChannel open(InetSocketAddress address) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return server.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static SelectionKey watch(ServerSocketChannel server, HaSelector selector) throws IOException {
        try {
            return selector.watchAccept(server);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Where the listener is bound. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) server.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException("replication port is closed", e);
        }
    }

    @Override
    public String name() {
        return service.name();
    }

    @Override
    public int doWork(long nowMs) {
        if (paused && nowMs - pausedMs >= PAUSE_MS) {
            paused = false;
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
        selector.poll();
        int accepted = 0;
        if (selector.takeAcceptable()) {
            accepted = acceptSome(nowMs);
        }
        return accepted + service.doWork(nowMs);
    }

    private int acceptSome(long nowMs) {
        int accepted = 0;
        try {
            SocketChannel socket = server.accept();
            while (socket != null) {
                accepted++;
                admit(socket, nowMs);
                socket = accepted < ACCEPTS_MAX ? server.accept() : null;
            }
            failure = "";
        } catch (IOException e) {
            pause(e.toString(), nowMs);
        }
        return accepted;
    }

    private void pause(String cause, long nowMs) {
        if (!failure.equals(cause)) {
            log.warn("Accepting on the replication port failed, tried again every {} ms: {}", PAUSE_MS, cause);
        }
        failure = cause;
        paused = true;
        pausedMs = nowMs;
        key.interestOps(0);
    }

    private void admit(SocketChannel socket, long nowMs) throws IOException {
        try {
            SocketHaChannel channel = SocketHaChannel.accepted(socket, selector);
            if (allowed.contains(channel.peer().getAddress())) {
                service.accept(channel, nowMs);
            } else {
                service.refuse(channel, "not among haAllowedPeers", nowMs);
            }
        } catch (IOException e) {
            log.debug("Connection gone before it was taken: {}", e.toString());
            socket.close();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.warn("Closing the replication port failed: {}", e.toString());
        }
        service.close();
        selector.close();
    }
}
