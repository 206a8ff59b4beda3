/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.LogLimit;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/**
 * Client with one connection per address, opened on first use and again after a loss. Threads net-client[-n]. Calls
 * made while a connection is being opened may overtake each other.
 *
 * <p>Host names are looked up anew for each connection, on threads of their own (net-client-lookup), because a
 * resolver may take half a minute: calls to other addresses go on meanwhile, and a call that waits for a name ends at
 * its own deadline.
 */
public final class NettyRemotingClient implements RemotingClient {

    private static final Logger log = LoggerFactory.getLogger(NettyRemotingClient.class);
    private static final int CONNECT_TIMEOUT_MS = 3000;
    private static final long SWEEP_MS_MAX = 5000;
    /** Names that are looked up at the same time, and more that wait for it. */
    private static final int LOOK_UPS = 4;
    private static final int LOOK_UPS_WAITING = 64;
    private static final long LOOK_UP_IDLE_S = 5;
    private static final ConnectionListener NOBODY = new ConnectionListener() {
        @Override
        public void opened(Connection connection) {
            // a client has no one to tell
        }

        @Override
        public void closed(Connection connection, String reason) {
            // a client has no one to tell
        }
    };

    /** Finds the address of a name; may take its time. */
    interface HostLookUp {

        /**
         * Looks a name up.
         *
         * @param host name or literal address
         * @return its address
         * @throws UnknownHostException when there is none
         */
        InetAddress byName(String host) throws UnknownHostException;
    }

    private final NettySettings settings;
    private final HostLookUp hosts;
    private final ExecutorService lookUps = lookUps();
    private final NettyTransport transport;
    private final ConnectionWatch watch;
    private final RequestDispatcher processors;
    private final Map<String, CompletableFuture<NettyConnection>> connections = new ConcurrentHashMap<>();
    /** Held while a connection is begun: an event loop that has ended logs an error of its own. */
    private final Object beginning = new Object();
    private volatile boolean closed;

    /**
     * Creates a client without a connection.
     *
     * @param settings limits and sizes
     */
    public NettyRemotingClient(NettySettings settings) {
        this(settings, InetAddress::getByName);
    }

    NettyRemotingClient(NettySettings settings, HostLookUp hosts) {
        this.settings = settings;
        this.hosts = hosts;
        this.watch = new ConnectionWatch(settings, NOBODY, System::nanoTime);
        this.processors = new RequestDispatcher(new LogLimit(System::nanoTime),
            settings.waitingBytesMax(), watch::isClogged);
        this.transport = new NettyTransport(settings.ioThreads(), "net-client", true);
        long sweepMs = Math.max(1, Math.min(SWEEP_MS_MAX, settings.idleCloseMs() / 10));
        transport.io().scheduleWithFixedDelay(() -> watch.sweep(System.nanoTime()), sweepMs, sweepMs,
            TimeUnit.MILLISECONDS);
    }

    @Override
    public CompletableFuture<RemotingCommand> call(String address, int code, CommandHeader header, Payload payload,
                                                   long timeoutMs) {
        CompletableFuture<NettyConnection> connecting = connectionTo(address);
        if (connecting.isDone() && !connecting.isCompletedExceptionally()) {
            return connecting.join().call(code, header, payload, timeoutMs);
        }
        String what = "request " + code + " to " + address + " within " + timeoutMs + " ms";
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        CompletableFuture<RemotingCommand> answer = new CompletableFuture<>();
        schedule(() -> answer.completeExceptionally(new RemotingTimeoutException(what + ": not connected in time")),
            timeoutMs, connecting);
        connecting.whenComplete((connection, failure) -> {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            if (failure != null || leftMs <= 0) {
                close(payload);
                answer.completeExceptionally(failure == null ? new RemotingTimeoutException(what + ": no time left")
                    : new RemotingException(what + ": " + failure.getMessage(), failure));
            } else {
                connection.call(code, header, payload, leftMs).whenComplete((reply, lost) -> {
                    if (lost == null) {
                        answer.complete(reply);
                    } else {
                        answer.completeExceptionally(lost);
                    }
                });
            }
        });
        return answer;
    }

    private void schedule(Runnable onTimeout, long timeoutMs, CompletableFuture<NettyConnection> connecting) {
        try {
            transport.io().schedule(() -> {
                if (!connecting.isDone()) {
                    onTimeout.run();
                }
            }, timeoutMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            onTimeout.run();
        }
    }

    private static void close(Payload payload) {
        if (payload != null) {
            payload.close();
        }
    }

    @Override
    public void sendOneway(String address, int code, CommandHeader header, Payload payload) {
        connectionTo(address).whenComplete((connection, failure) -> {
            if (failure == null) {
                connection.sendOneway(code, header, payload);
            } else {
                log.info("one-way request {} to {} was not sent: {}", code, address, failure.getMessage());
                close(payload);
            }
        });
    }

    private CompletableFuture<NettyConnection> connectionTo(String address) {
        CompletableFuture<NettyConnection> known = connections.get(address);
        if (known != null && !isLost(known)) {
            return known;
        }
        if (known != null) {
            connections.remove(address, known);
        }
        CompletableFuture<NettyConnection> fresh = new CompletableFuture<>();
        CompletableFuture<NettyConnection> before = connections.putIfAbsent(address, fresh);
        if (before != null) {
            return before;
        }
        fresh.whenComplete((connection, failure) -> {
            if (failure != null) {
                connections.remove(address, fresh);
            } else {
                connection.onClose(() -> connections.remove(address, fresh));
            }
        });
        connect(address, fresh);
        return fresh;
    }

    private static boolean isLost(CompletableFuture<NettyConnection> known) {
        return known.isDone() && (known.isCompletedExceptionally() || !known.join().isOpen());
    }

    /** Threads end when no name is looked up. */
    private static ExecutorService lookUps() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(LOOK_UPS, LOOK_UPS, LOOK_UP_IDLE_S, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(LOOK_UPS_WAITING), work -> {
                Thread thread = new Thread(work, "net-client-lookup");
                thread.setDaemon(true);
                return thread;
            });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private void connect(String address, CompletableFuture<NettyConnection> opened) {
        int colon = address.lastIndexOf(':');
        try {
            String host = address.substring(0, colon);
            int port = Integer.parseInt(address.substring(colon + 1));
            InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
            if (literal != null) {
                connect(new InetSocketAddress(literal, port), address, opened);
            } else {
                lookUps.execute(() -> lookUp(host, port, address, opened));
            }
        } catch (RejectedExecutionException full) {
            opened.completeExceptionally(new RemotingException("can't look up " + address + ": "
                + (closed ? "client is closed" : LOOK_UPS_WAITING + " names are waiting"), full));
        } catch (RuntimeException wrong) {
            opened.completeExceptionally(
                new RemotingException("no address that can be connected to, host:port expected: " + address, wrong));
        }
    }

    private void lookUp(String host, int port, String address, CompletableFuture<NettyConnection> opened) {
        try {
            connect(new InetSocketAddress(hosts.byName(host), port), address, opened);
        } catch (UnknownHostException | RuntimeException unknown) {
            opened.completeExceptionally(new RemotingException("can't look up " + address + ": " + unknown, unknown));
        }
    }

    private void connect(InetSocketAddress target, String address, CompletableFuture<NettyConnection> opened) {
        try {
            ConnectionHandler handler = new ConnectionHandler(settings, processors, watch, System::nanoTime);
            ChannelFuture connecting = begin(bootstrap(handler), target);
            if (connecting == null) {
                opened.completeExceptionally(new RemotingException("client is closed"));
                return;
            }
            connecting.addListener(done -> {
                if (done.isSuccess()) {
                    // behind channelActive, which makes the connection on this loop
                    connecting.channel().eventLoop().execute(() -> hand(handler, address, opened));
                } else {
                    opened.completeExceptionally(new RemotingException("can't connect to " + address + ": "
                        + done.cause().getMessage(), done.cause()));
                }
            });
        } catch (RuntimeException ended) {
            opened.completeExceptionally(new RemotingException("can't connect to " + address + ": " + ended, ended));
        }
    }

    /** Begins to connect; null when this client is closed. */
    private ChannelFuture begin(Bootstrap bootstrap, InetSocketAddress target) {
        synchronized (beginning) {
            return closed ? null : bootstrap.connect(target);
        }
    }

    private static void hand(ConnectionHandler handler, String address, CompletableFuture<NettyConnection> opened) {
        if (handler.connection() != null) {
            opened.complete(handler.connection());
        } else {
            opened.completeExceptionally(new RemotingException("connection to " + address + " was closed at once"));
        }
    }

    private Bootstrap bootstrap(ConnectionHandler handler) {
        return new Bootstrap().group(transport.io()).channel(transport.channel())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
            .option(ChannelOption.ALLOCATOR, transport.allocator())
            .option(ChannelOption.RECVBUF_ALLOCATOR, NettyTransport.receiveBuffers())
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(settings.unsentBytesMax() / 2, settings.unsentBytesMax()))
            .handler(new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(handler);
                }
            });
    }

    /** Number of open connections. */
    public int connectionCount() {
        return watch.count();
    }

    @Override
    public void close() {
        synchronized (beginning) {
            closed = true;
        }
        lookUps.shutdownNow();
        connections.values().forEach(opening -> opening.completeExceptionally(new RemotingException("client closes")));
        watch.closeAll("client is closed");
        NettyTransport.close(transport.io());
    }
}
