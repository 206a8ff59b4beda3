/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.limit;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;

/**
 * On a listening socket: closes what is above the limit of connections before anything is made for it. A connection
 * that can't be taken, because the process has no file handle left for it, stays where it is and would be found again
 * at once, so taking connections pauses then. Runs on the socket's event loop.
 */
public final class AcceptGate extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(AcceptGate.class);
    private static final long PAUSE_MS = 1_000;

    private final Admission admission;
    private final Consumer<Error> broken;
    private final LogLimit lines;

    /** Who knows how many connections there may be. */
    public interface Admission {

        /**
         * Asks for one more.
         *
         * @param peer where it comes from
         * @return whether it may; then {@link #gone} follows when it is closed
         */
        boolean admits(SocketAddress peer);

        /** One that was admitted is closed. */
        void gone();
    }

    /**
     * Creates the gate.
     *
     * @param admission says who may connect
     * @param broken gets what must never be over
     * @param lines how many lines it may log
     */
    public AcceptGate(Admission admission, Consumer<Error> broken, LogLimit lines) {
        this.admission = admission;
        this.broken = broken;
        this.lines = lines;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
        Channel connection = (Channel) accepted;
        if (admission.admits(connection.remoteAddress())) {
            connection.closeFuture().addListener(closed -> admission.gone());
            ctx.fireChannelRead(accepted);
        } else {
            connection.unsafe().closeForcibly();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (lines.permits()) {
            log.warn("{}: no connections are taken for {} ms: {}{}", ctx.channel().localAddress(), PAUSE_MS,
                cause.toString(), lines.suppressed());
        }
        ctx.channel().config().setAutoRead(false);
        ctx.channel().eventLoop().schedule(() -> ctx.channel().config().setAutoRead(true), PAUSE_MS,
            TimeUnit.MILLISECONDS);
        if (cause instanceof Error) {
            broken.accept((Error) cause);
        }
    }
}
