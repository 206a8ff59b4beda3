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
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/**
 * Client with one connection per address, opened on first use and again after a loss. Threads net-client[-n]. Calls
 * made while a connection is being opened may overtake each other.
 */
public final class NettyRemotingClient implements RemotingClient {

    private static final Logger log = LoggerFactory.getLogger(NettyRemotingClient.class);
    private static final int CONNECT_TIMEOUT_MS = 3000;
    private static final long SWEEP_MS_MAX = 5000;
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

    private final NettySettings settings;
    private final NettyTransport transport;
    private final ConnectionWatch watch;
    private final RequestDispatcher processors;
    private final Map<String, CompletableFuture<NettyConnection>> connections = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * Creates a client without a connection.
     *
     * @param settings limits and sizes
     */
    public NettyRemotingClient(NettySettings settings) {
        this.settings = settings;
        this.processors = new RequestDispatcher(new ConnectionWatch.LogLimit(System::nanoTime),
            settings.waitingBytesMax());
        this.transport = new NettyTransport(settings.ioThreads(), "net-client", true);
        this.watch = new ConnectionWatch(settings, NOBODY, System::nanoTime);
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

    private void connect(String address, CompletableFuture<NettyConnection> opened) {
        int colon = address.lastIndexOf(':');
        try {
            if (closed) {
                throw new RemotingException("client is closed");
            }
            InetSocketAddress target = InetSocketAddress.createUnresolved(address.substring(0, colon),
                Integer.parseInt(address.substring(colon + 1)));
            ConnectionHandler handler = new ConnectionHandler(settings, processors, watch, System::nanoTime);
            ChannelFuture connecting = bootstrap(handler).connect(target);
            connecting.addListener(done -> {
                if (done.isSuccess()) {
                    // behind channelActive, which makes the connection on this loop
                    connecting.channel().eventLoop().execute(() -> hand(handler, address, opened));
                } else {
                    opened.completeExceptionally(new RemotingException("can't connect to " + address + ": "
                        + done.cause().getMessage(), done.cause()));
                }
            });
        } catch (RuntimeException failed) {
            opened.completeExceptionally(failed instanceof RemotingException ? failed
                : new RemotingException("no address that can be connected to, host:port expected: " + address, failed));
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
        closed = true;
        watch.closeAll("client is closed");
        NettyTransport.close(transport.io());
    }
}
