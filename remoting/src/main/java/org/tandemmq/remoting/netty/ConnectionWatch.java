/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.net.SocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.netty.limit.AcceptGate;
import org.tandemmq.remoting.protocol.ForeignProtocol;
import org.tandemmq.remoting.protocol.FrameDecodeException;

/**
 * All connections of a server or client: how many, whether silent for too long, what went wrong on them. Connections
 * come and go on their event loops; {@link #sweep} is called by one thread.
 */
final class ConnectionWatch implements AcceptGate.Admission {

    private static final Logger log = LoggerFactory.getLogger(ConnectionWatch.class);

    /** Unsent bytes that stop the reading of a connection while all of them hold many. */
    private static final int NARROW_BYTES = 65_536;

    private final int connectionsMax;
    private final long idleCloseMs;
    private final int unsentBytesMax;
    private final LongSupplier nanoClock;
    private final Held input;
    private final Held unsent;
    private final ConnectionListener listener;
    private final LogLimit badFrames;
    private final LogLimit tooMany;
    private final LogLimit noMemory;
    private final Set<NettyConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger admitted = new AtomicInteger();

    ConnectionWatch(NettySettings settings, ConnectionListener listener, LongSupplier nanoClock) {
        this.connectionsMax = settings.connectionsMax();
        this.idleCloseMs = settings.idleCloseMs();
        this.unsentBytesMax = settings.unsentBytesMax();
        this.nanoClock = nanoClock;
        this.input = new Held("unfinished frames", settings.inputBytesMax()) {
            @Override
            Holder of(NettyConnection connection, long nowNs) {
                return new Holder(connection, connection.holdings().inputBytes, connection.holdings().inputSinceNs);
            }
        };
        this.unsent = new Held("answers that are not read", settings.unsentCopiesMax()) {
            @Override
            Holder of(NettyConnection connection, long nowNs) {
                long sinceNs = connection.holdings().unsentSinceNs(connection.unsentBytes(), nowNs);
                return new Holder(connection, connection.unsentCopies(), sinceNs);
            }
        };
        this.listener = listener;
        this.badFrames = new LogLimit(nanoClock);
        this.tooMany = new LogLimit(nanoClock);
        this.noMemory = new LogLimit(nanoClock);
    }

    /**
     * Whether one more that was accepted may stay. Asked where connections are accepted: event loops come to them
     * later, and until then many more could be there.
     */
    @Override
    public boolean admits(SocketAddress peer) {
        if (admitted.incrementAndGet() <= connectionsMax) {
            return true;
        }
        admitted.decrementAndGet();
        if (tooMany.permits()) {
            log.warn("{}: connection is closed, there are {} already, the limit{}", peer, connectionsMax,
                tooMany.suppressed());
        }
        return false;
    }

    /** One that was admitted is closed. */
    @Override
    public void gone() {
        admitted.decrementAndGet();
    }

    /** A connection is there. */
    void opened(NettyConnection connection) {
        connections.add(connection);
        log.debug("{}: connected, {} connections", connection, count());
        listener.opened(connection);
    }

    /** A connection is gone. */
    void closed(NettyConnection connection) {
        if (connections.remove(connection)) {
            log.debug("{}: closed ({}), {} connections", connection, connection.closeReason(), count());
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

    /** A connection ends because there was no memory outside of the heap for it. */
    void foundNoMemory(SocketAddress peer, Throwable cause) {
        if (noMemory.permits()) {
            log.error("{}: connection is closed, memory outside of the heap is used up: {}{}", peer,
                cause.getMessage(), noMemory.suppressed());
        }
    }

    /**
     * Notes how much memory a connection holds for what came in and is no request yet, and whether that is another
     * frame than before. Event loop of the connection.
     */
    void holdsInput(NettyConnection connection, int bytesBefore, int bytes, boolean begins) {
        if (begins) {
            connection.holdings().inputSinceNs = nanoClock.getAsLong();
        }
        connection.holdings().inputBytes = bytes;
        input.change(bytesBefore, bytes);
    }

    /**
     * Notes how many bytes of answers a connection holds that the socket does not take. At half of the limit it may
     * hold few only before no more requests are read from it. Event loop of the connection.
     */
    void holdsUnsent(NettyConnection connection, long bytesBefore, long bytes) {
        if (bytesBefore == 0) {
            connection.holdings().unsentSinceNs = nanoClock.getAsLong();
        }
        boolean narrow = unsent.change(bytesBefore, bytes) > unsent.maxBytes / 2 && bytes > 0;
        connection.narrow(narrow, narrow ? NARROW_BYTES : unsentBytesMax);
    }

    /** Whether a connection has to read its answers before more are made for it by an executor. */
    boolean isClogged(NettyConnection connection) {
        return unsent.bytes.get() > unsent.maxBytes / 2 && connection.unsentCopies() > 0;
    }

    /** Closes connections without traffic. */
    void sweep(long nowNs) {
        input.look(() -> nowNs);
        unsent.look(() -> nowNs);
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
        return connections.size();
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

    /** What one connection holds. Written on its event loop, read by any thread. */
    static final class Holdings {

        private volatile int inputBytes;
        private volatile long inputSinceNs;
        private volatile long unsentSinceNs;
        private long unsentAtLook;

        /** Since when none of the unsent bytes was taken by the socket, as far as was seen; one thread at a time. */
        private long unsentSinceNs(long unsentBytes, long nowNs) {
            if (unsentBytes < unsentAtLook) {
                unsentSinceNs = nowNs;
            }
            unsentAtLook = unsentBytes;
            return unsentSinceNs;
        }
    }

    /** What a connection holds of one kind, and since when without getting on. */
    private record Holder(NettyConnection connection, long bytes, long sinceNs) {
    }

    /**
     * Memory of one kind that all connections hold together. When it is too much, connections that hold some for the
     * longest time are closed: those of well-behaved peers come and go. What is younger than a moment is spared up to
     * one and a half times the limit. Any thread.
     */
    private abstract class Held {

        private static final long SCAN_NS = 5_000_000;
        private static final long SPARED_NS = 500_000_000;

        private final String what;
        private final long maxBytes;
        private final AtomicLong bytes = new AtomicLong();
        private long scannedNs = nanoClock.getAsLong() - SCAN_NS;

        Held(String what, long maxBytes) {
            this.what = what;
            this.maxBytes = maxBytes;
        }

        abstract Holder of(NettyConnection connection, long nowNs);

        long change(long before, long now) {
            long sum = bytes.addAndGet(now - before);
            if (now > before) {
                look(nanoClock);
            }
            return sum;
        }

        /** Makes room if it is time to; called when something grows, and by the sweep. */
        void look(LongSupplier clock) {
            if (bytes.get() > maxBytes) {
                makeRoom(clock.getAsLong());
            }
        }

        private synchronized void makeRoom(long nowNs) {
            if (nowNs - scannedNs < SCAN_NS) {
                return;
            }
            scannedNs = nowNs;
            List<Holder> holders = connections.stream().filter(connection -> !connection.isClosing())
                .map(connection -> of(connection, nowNs)).filter(holder -> holder.bytes > 0)
                .sorted(Comparator.comparingLong(Holder::sinceNs)).toList();
            long sum = holders.stream().mapToLong(Holder::bytes).sum();
            for (Holder holder : holders) {
                if (sum > maxBytes && (sum > maxBytes / 2 * 3 || nowNs - holder.sinceNs >= SPARED_NS)) {
                    close(holder, sum);
                    sum -= holder.bytes;
                }
            }
        }

        private void close(Holder holder, long sum) {
            if (tooMany.permits()) {
                log.warn("{}: connection is closed, all hold {} bytes of {}, this one {}, the limit is {}{}",
                    holder.connection, sum, what, holder.bytes, maxBytes, tooMany.suppressed());
            }
            holder.connection.close("too many bytes of " + what);
        }
    }
}
