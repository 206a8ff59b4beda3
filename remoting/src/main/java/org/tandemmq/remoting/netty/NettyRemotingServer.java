/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.netty.limit.AcceptGate;
import org.tandemmq.remoting.netty.loop.ReadRound;

/**
 * Server on one or more ports with the same processors behind them. Assembled and closed by one thread; threads
 * net-accept and net-io-1 to n.
 */
public final class NettyRemotingServer implements RemotingServer {

    private static final Logger log = LoggerFactory.getLogger(NettyRemotingServer.class);
    private static final int BACKLOG = 1024;
    private static final long SWEEP_MS_MAX = 5000;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final NettySettings settings;
    private final List<ListenPort> ports;
    private final NettyTransport transport;
    private final EventLoopGroup acceptors;
    private final RequestDispatcher processors;
    private final List<ConnectionListener> listeners = new ArrayList<>();
    private final List<Channel> listening = new ArrayList<>();
    private final ConnectionWatch watch;
    private boolean closed;

    /**
     * Creates a server that does not listen yet.
     *
     * @param settings limits and sizes
     * @param ports where to listen, the main port first
     */
    public NettyRemotingServer(NettySettings settings, List<ListenPort> ports) {
        this(settings, ports, true);
    }

    NettyRemotingServer(NettySettings settings, List<ListenPort> ports, boolean nativeTransport) {
        this.settings = settings;
        this.ports = List.copyOf(ports);
        this.transport = new NettyTransport(settings.ioThreads(), "net-io", nativeTransport);
        this.watch = new ConnectionWatch(settings, new AllListeners(), System::nanoTime);
        this.processors = new RequestDispatcher(new LogLimit(System::nanoTime),
            settings.waitingBytesMax(), watch::isClogged);
        this.acceptors = transport.group(1, "net-accept");
    }

    @Override
    public void register(int code, RequestProcessor processor, Executor executor) {
        requireNotStarted();
        processors.register(code, processor, executor);
    }

    @Override
    public void onConnections(ConnectionListener listener) {
        requireNotStarted();
        listeners.add(listener);
    }

    @Override
    public boolean afterRequests(Runnable work) {
        return ReadRound.runAtEnd(work);
    }

    private void requireNotStarted() {
        if (closed || !listening.isEmpty()) {
            throw new IllegalStateException("server was started already");
        }
    }

    @Override
    public void start() {
        requireNotStarted();
        try {
            for (ListenPort port : ports) {
                listening.add(bind(port));
            }
        } catch (RemotingException taken) {
            close();
            throw taken;
        }
        long sweepMs = Math.max(1, Math.min(SWEEP_MS_MAX, settings.idleCloseMs() / 10));
        acceptors.scheduleWithFixedDelay(() -> watch.sweep(System.nanoTime()), sweepMs, sweepMs,
            TimeUnit.MILLISECONDS);
    }

    private Channel bind(ListenPort port) {
        InetSocketAddress address = port.host() == null ? new InetSocketAddress(port.port())
            : new InetSocketAddress(port.host(), port.port());
        RequestDispatcher dispatcher = processors.without(port.excludedCodes());
        ServerBootstrap bootstrap = new ServerBootstrap().group(acceptors, transport.io())
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOCATOR, transport.allocator())
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, NettyTransport.receiveBuffers())
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(settings.unsentBytesMax() / 2, settings.unsentBytesMax()))
            .handler(new AcceptGate(watch, ConnectionHandler::broken, new LogLimit(System::nanoTime)))
            .childHandler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new ConnectionHandler(settings, dispatcher, watch, System::nanoTime));
                }
            });
        try {
            Channel channel = bootstrap.bind(address).syncUninterruptibly().channel();
            log.info("listening on {} ({})", channel.localAddress(), port.meaning());
            return channel;
        } catch (Exception failed) {
            throw new RemotingException("can't listen on port " + port.port() + " (" + port.meaning() + ")"
                + (port.host() == null ? "" : " of " + port.host()) + ": " + failed.getMessage(), failed);
        }
    }

    @Override
    public int port() {
        return port(0);
    }

    /**
     * A port that was bound.
     *
     * @param index place in the list given to the constructor
     * @return the port
     */
    public int port(int index) {
        return ((InetSocketAddress) listening.get(index).localAddress()).getPort();
    }

    /** Number of open connections. */
    public int connectionCount() {
        return watch.count();
    }

    /** Memory of the connections, for tests that count what was not given back. */
    ByteBufAllocator allocator() {
        return transport.allocator();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (Channel channel : listening) {
            channel.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
        watch.stopReading();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.closeWaitMs());
        while (watch.isBusy() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NS);
        }
        int unanswered = watch.requestsInFlight();
        if (unanswered > 0) {
            log.info("closing with {} requests unanswered after {} ms", unanswered, settings.closeWaitMs());
        }
        watch.closeAll("server stops");
        NettyTransport.close(acceptors);
        NettyTransport.close(transport.io());
    }

    /** Tells every listener. */
    private final class AllListeners implements ConnectionListener {
        @Override
        public void opened(Connection connection) {
            listeners.forEach(listener -> listener.opened(connection));
        }

        @Override
        public void closed(Connection connection, String reason) {
            listeners.forEach(listener -> listener.closed(connection, reason));
        }
    }
}
