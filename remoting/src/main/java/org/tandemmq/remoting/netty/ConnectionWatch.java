/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.protocol.ForeignProtocol;
import org.tandemmq.remoting.protocol.FrameDecodeException;

/**
 * All connections of a server or client: how many, whether silent for too long, what went wrong on them. Connections
 * come and go on their event loops; {@link #sweep} is called by one thread.
 */
final class ConnectionWatch {

    private static final Logger log = LoggerFactory.getLogger(ConnectionWatch.class);

    /** Bytes of an unfinished frame that a connection may always hold. */
    private static final int PARTIAL_BYTES_FREE = 65_536;

    private final int connectionsMax;
    private final long idleCloseMs;
    private final long partialBytesMax;
    private final AtomicLong partialBytes = new AtomicLong();
    private final ConnectionListener listener;
    private final LogLimit badFrames;
    private final LogLimit tooMany;
    private final Set<NettyConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    ConnectionWatch(NettySettings settings, ConnectionListener listener, LongSupplier nanoClock) {
        this.connectionsMax = settings.connectionsMax();
        this.idleCloseMs = settings.idleCloseMs();
        this.partialBytesMax = settings.partialBytesMax();
        this.listener = listener;
        this.badFrames = new LogLimit(nanoClock);
        this.tooMany = new LogLimit(nanoClock);
    }

    /** A connection is there; closed at once when there are too many. */
    void opened(NettyConnection connection) {
        int open = count.incrementAndGet();
        if (open > connectionsMax) {
            count.decrementAndGet();
            if (tooMany.permits()) {
                log.warn("{}: connection is closed, there are {} already, the limit{}", connection, connectionsMax,
                    tooMany.suppressed());
            }
            connection.close("more than " + connectionsMax + " connections");
            return;
        }
        connections.add(connection);
        log.debug("{}: connected, {} connections", connection, open);
        listener.opened(connection);
    }

    /** A connection is gone. */
    void closed(NettyConnection connection) {
        if (connections.remove(connection)) {
            int open = count.decrementAndGet();
            log.debug("{}: closed ({}), {} connections", connection, connection.closeReason(), open);
            listener.closed(connection, connection.closeReason());
        }
    }

    /** A connection sent what is no frame; one line says what it looks like. */
    void refused(NettyConnection connection, FrameDecodeException notOurs) {
        if (badFrames.permits()) {
            log.warn("{} on port {}: connection is closed, its bytes are no frame: {}{}{}", connection,
                connection.localAddress().getPort(), ForeignProtocol.describe(notOurs.start()), notOurs.getMessage(),
                badFrames.suppressed());
        }
    }

    /**
     * Notes how much a connection holds of a frame that is not whole yet. False when all connections together hold too
     * much and this one does not hold little.
     */
    boolean holds(NettyConnection connection, int bytesBefore, int bytes) {
        long sum = partialBytes.addAndGet((long) bytes - bytesBefore);
        if (bytes <= PARTIAL_BYTES_FREE || sum <= partialBytesMax) {
            return true;
        }
        if (tooMany.permits()) {
            log.warn("{}: connection is closed, all connections hold {} bytes of unfinished frames, this one {}, the "
                + "limit is {}{}", connection, sum, bytes, partialBytesMax, tooMany.suppressed());
        }
        return false;
    }

    /** Closes connections without traffic. */
    void sweep(long nowNs) {
        for (NettyConnection connection : connections) {
            long idleMs = TimeUnit.NANOSECONDS.toMillis(connection.idleNs(nowNs));
            if (idleMs >= idleCloseMs) {
                log.info("{}: connection is closed, no byte for {} ms, the limit is {} ms", connection, idleMs,
                    idleCloseMs);
                connection.close("idle for " + idleMs + " ms");
            }
        }
    }

    /** Number of connections. */
    int count() {
        return count.get();
    }

    /** Requests that were not answered yet, over all connections. */
    int requestsInFlight() {
        int sum = 0;
        for (NettyConnection connection : connections) {
            sum += connection.requestsInFlight();
        }
        return sum;
    }

    /** Whether an answer is still to be given or to be sent. */
    boolean isBusy() {
        for (NettyConnection connection : connections) {
            if (connection.requestsInFlight() > 0 || connection.unsentBytes() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Reads no more requests. */
    void stopReading() {
        connections.forEach(NettyConnection::stopReading);
    }

    /** Closes all. */
    void closeAll(String reason) {
        for (NettyConnection connection : connections) {
            connection.close(reason);
        }
    }

    /** Lets a few lines of one cause through in each period and counts the others. Any thread. */
    static final class LogLimit {

        private static final int LINES = 5;
        private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

        private final LongSupplier nanoClock;
        private final AtomicLong periodEndNs;
        private final AtomicInteger lines = new AtomicInteger();
        private final AtomicLong suppressed = new AtomicLong();

        LogLimit(LongSupplier nanoClock) {
            this.nanoClock = nanoClock;
            this.periodEndNs = new AtomicLong(nanoClock.getAsLong());
        }

        /** Whether a line may be written now. */
        boolean permits() {
            long now = nanoClock.getAsLong();
            long end = periodEndNs.get();
            if (now - end >= 0 && periodEndNs.compareAndSet(end, now + PERIOD_NS)) {
                lines.set(0);
            }
            if (lines.incrementAndGet() <= LINES) {
                return true;
            }
            suppressed.incrementAndGet();
            return false;
        }

        /** Text to append to a line: how many were left out before it, if any. */
        String suppressed() {
            long left = suppressed.getAndSet(0);
            return left == 0 ? "" : " (" + left + " more such lines were left out)";
        }
    }
}
