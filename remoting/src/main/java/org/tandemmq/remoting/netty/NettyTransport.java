/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.remoting.netty.loop.YieldingSelect;

/** Event loops and memory of one server or client: epoll where the machine has it, else NIO. */
final class NettyTransport {

    private static final int PAGE_BYTES = 8192;
    private static final int CHUNK_ORDER = 8;
    private static final int SMALL_BUFFERS_KEPT = 64;
    private static final int NORMAL_BUFFERS_KEPT = 32;

    /** As many events at once as there are: the array grows. */
    private static final int GROWING_EVENTS = 0;

    private static final int READ_BYTES_MIN = 1024;
    private static final int READ_BYTES_FIRST = 8192;
    private static final int READ_BYTES_MAX = 131_072;
    private static final int READS_PER_BATCH = 4;

    private final boolean epoll;
    private final EventLoopGroup io;
    private final ByteBufAllocator allocator;

    NettyTransport(int ioThreads, String threadName, boolean nativeWanted) {
        this.epoll = nativeWanted && Epoll.isAvailable();
        this.io = group(ioThreads, threadName);
        this.allocator = new PooledByteBufAllocator(true, 0, ioThreads, PAGE_BYTES, CHUNK_ORDER, SMALL_BUFFERS_KEPT,
            NORMAL_BUFFERS_KEPT, false);
    }

    /** More event loops of the same kind, to be closed by the caller. */
    EventLoopGroup group(int threads, String threadName) {
        IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory(GROWING_EVENTS, YieldingSelect::new)
            : NioIoHandler.newFactory(SelectorProvider.provider(), YieldingSelect::new);
        AtomicInteger count = new AtomicInteger();
        return new MultiThreadIoEventLoopGroup(threads, work -> {
            String number = threads == 1 ? "" : "-" + count.incrementAndGet();
            return new FastThreadLocalThread(work, threadName + number);
        }, handlers);
    }

    EventLoopGroup io() {
        return io;
    }

    ByteBufAllocator allocator() {
        return allocator;
    }

    Class<? extends ServerChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends Channel> channel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** How much is read at once, by what came before. */
    static RecvByteBufAllocator receiveBuffers() {
        return new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_FIRST, READ_BYTES_MAX)
            .maxMessagesPerRead(READS_PER_BATCH);
    }

    /** Stops a group and waits for its threads to end, at most two seconds. */
    static void close(EventLoopGroup group) {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
