/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.codec.FrameDecoder;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.codec.ReceivedFrame;
import org.tandemmq.remoting.netty.limit.DirectMemory;
import org.tandemmq.remoting.netty.loop.ReadRound;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.body.JsonMemory;

/**
 * Reads one connection: cuts the bytes into frames and hands them on, as long as the peer takes its answers. Above the
 * limits of unsent bytes or open requests it stops reading, with the bytes at hand kept, until they are below again.
 * Runs on the channel's event loop.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(ConnectionHandler.class);
    private static final FastThreadLocal<ReceivedFrame> FRAMES = new FastThreadLocal<>() {
        @Override
        protected ReceivedFrame initialValue() {
            return new ReceivedFrame();
        }
    };
    private static final FastThreadLocal<FrameEncoder> ENCODERS = new FastThreadLocal<>() {
        @Override
        protected FrameEncoder initialValue() {
            return new FrameEncoder();
        }
    };

    private final NettySettings settings;
    private final RequestDispatcher dispatcher;
    private final ConnectionWatch watch;
    private final LongSupplier nanoClock;
    private final Deque<ByteBuf> waiting = new ArrayDeque<>(2);
    private ChannelHandlerContext context;
    private ReceivedFrame frame;
    private ReadRound round;
    private FrameDecoder decoder;
    private NettyConnection connection;
    private int waitingBytes;
    private int heldBytes;
    private boolean frameDone;
    private long unsentCopies;
    private boolean consuming;
    private boolean resuming;

    ConnectionHandler(NettySettings settings, RequestDispatcher dispatcher, ConnectionWatch watch,
                      LongSupplier nanoClock) {
        this.settings = settings;
        this.dispatcher = dispatcher;
        this.watch = watch;
        this.nanoClock = nanoClock;
    }

    /** The connection, once the channel is active. */
    NettyConnection connection() {
        return connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (ctx.channel().remoteAddress() == null || ctx.channel().localAddress() == null) {
            ctx.close(); // gone before it was accepted
            return;
        }
        round = ReadRound.ofThisLoop();
        frame = FRAMES.get();
        decoder = new FrameDecoder(settings.frameBytesMax(), ctx.alloc(), frame);
        connection = new NettyConnection(ctx.channel(), ENCODERS.get(), nanoClock, this::resume);
        watch.opened(connection);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (connection == null || !ctx.channel().isActive()) {
            in.release();
            return;
        }
        waiting.add(in);
        waitingBytes += in.capacity();
        if (waiting.size() == 1) {
            beginRound();
            consume();
        }
    }

    private void beginRound() {
        round.begin();
        connection.outbound().beginBatch();
    }

    private void endRound() {
        try {
            connection.outbound().endBatch();
        } finally {
            round.end();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (connection != null) {
            connection.touch();
            endRound();
            JsonMemory.OF_PROCESS.release();
            noteUnsent();
            noteInput();
        }
    }

    /** What came in and is no request yet: a frame that is not whole, and reads that wait until answers are taken. */
    private void noteInput() {
        int now = decoder.heldBytes() + waitingBytes;
        if (now != heldBytes || frameDone && now > 0) {
            int before = heldBytes;
            heldBytes = now;
            watch.holdsInput(connection, before, now, before == 0 || frameDone);
            frameDone = false;
        }
    }

    private void noteUnsent() {
        long now = connection.unsentCopies();
        if (now != unsentCopies) {
            long before = unsentCopies;
            unsentCopies = now;
            watch.holdsUnsent(connection, before, now);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (connection != null) {
            resume();
        }
    }

    private boolean mayRead() {
        return connection.isReadable() && connection.requestsInFlight() < settings.requestsInFlightMax();
    }

    /** Goes on with bytes at hand, then with reading, if there was a pause and its cause is gone. */
    private void resume() {
        noteUnsent();
        if (consuming || resuming || context.channel().config().isAutoRead() || !mayRead()) {
            return;
        }
        resuming = true;
        try {
            do {
                beginRound();
                try {
                    consume();
                } finally {
                    endRound();
                }
                JsonMemory.OF_PROCESS.release();
            } while (!waiting.isEmpty() && mayRead());
        } catch (RuntimeException | Error failed) {
            exceptionCaught(context, failed); // nobody above does: this may be a task of the event loop
            return;
        } finally {
            resuming = false;
        }
        noteInput();
        if (waiting.isEmpty() && mayRead()) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void consume() {
        consuming = true;
        try {
            while (!waiting.isEmpty() && consume(waiting.peek())) {
                dropFirst();
            }
        } catch (FrameDecodeException notOurs) {
            watch.refused(connection, notOurs);
            connection.close("bytes are no frame");
        } finally {
            consuming = false;
        }
        if (!waiting.isEmpty() || !mayRead()) {
            context.channel().config().setAutoRead(false);
        }
    }

    private void dropFirst() {
        ByteBuf first = waiting.remove();
        waitingBytes -= first.capacity();
        first.release();
    }

    /**
     * Hands what must never be over to the handler of uncaught exceptions, which ends the process: a broken invariant
     * is not the matter of one connection. Memory outside of the heap comes back, its lack costs the connection only,
     * and so does a page of a mapped file that the disk does not give, which Java makes an InternalError.
     */
    static void broken(Error cause) {
        if (DirectMemory.isUsedUp(cause) || cause instanceof InternalError) {
            return;
        }
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
    }

    /** Whether all bytes were consumed; they were not when the peer has to take answers first. */
    private boolean consume(ByteBuf in) {
        while (mayRead()) {
            if (!decoder.next(in)) {
                return true;
            }
            frameDone = true;
            if (!frame.isResponse()) {
                dispatcher.dispatch(connection, frame);
            } else if (connection.awaits(frame.opaque())) {
                connection.answered(frame.copy());
            } else {
                log.debug("{}: answer {} belongs to no request and is dropped", connection, frame.opaque());
            }
            decoder.forget();
        }
        return !in.isReadable();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (connection != null) {
            while (!waiting.isEmpty()) {
                dropFirst();
            }
            decoder.close();
            watch.holdsInput(connection, heldBytes, 0, true);
            heldBytes = 0;
            watch.holdsUnsent(connection, unsentCopies, 0);
            unsentCopies = 0;
            connection.closed();
            watch.closed(connection);
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("{}: {}", ctx.channel().remoteAddress(), cause.toString());
        } else if (DirectMemory.isUsedUp(cause)) {
            watch.foundNoMemory(ctx.channel().remoteAddress(), cause);
        } else {
            log.error("{}: connection is closed after a failure", ctx.channel().remoteAddress(), cause);
        }
        if (connection != null) {
            connection.close(cause.toString());
        } else {
            ctx.close();
        }
        if (cause instanceof Error) {
            broken((Error) cause);
        }
    }
}
