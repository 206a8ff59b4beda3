/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.store.config.AllowedPeers;

/**
 * Lets requests through from this machine and from the peers that a setting names, those of administration from
 * {@code adminAllowedPeers}; all others are answered with 16. There are no accounts: an address is all that tells an
 * administrator, or a slave. An empty list allows anybody, as RocketMQ does.
 */
public final class GuardedProcessor implements RequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(GuardedProcessor.class);
    private static final long LOG_EVERY_MS = 60_000;

    private final AllowedPeers peers;
    private final RequestProcessor behind;
    private final LongSupplier elapsedMs;
    private final AtomicLong nextLogMs = new AtomicLong(Long.MIN_VALUE);

    /**
     * Creates the guard.
     *
     * @param peers who may pass besides this machine
     * @param behind carries out what passes
     * @param elapsedMs elapsed-time clock
     */
    public GuardedProcessor(AllowedPeers peers, RequestProcessor behind, LongSupplier elapsedMs) {
        this.peers = peers;
        this.behind = behind;
        this.elapsedMs = elapsedMs;
    }

    @Override
    public void process(Connection connection, RemotingCommand request, Reply reply) {
        if (passes(connection)) {
            behind.process(connection, request, reply);
            return;
        }
        logRefusal(connection, request.code());
        reply.send(ResponseCode.NO_PERMISSION, "request code " + request.code() + " is not for "
            + connection.remoteAddress().getAddress().getHostAddress() + ": " + peers.key() + " does not name it");
    }

    private boolean passes(Connection connection) {
        InetAddress from = connection.remoteAddress().getAddress();
        return peers.contains(from) || from.isLoopbackAddress()
            || from.equals(connection.localAddress().getAddress());
    }

    private void logRefusal(Connection connection, int code) {
        long now = elapsedMs.getAsLong();
        long next = nextLogMs.get();
        if (now >= next && nextLogMs.compareAndSet(next, now + LOG_EVERY_MS)) {
            log.warn("Request code {} of {} refused: {} does not name it (told once a minute)", code,
                connection.remoteAddress(), peers.key());
        }
    }
}
