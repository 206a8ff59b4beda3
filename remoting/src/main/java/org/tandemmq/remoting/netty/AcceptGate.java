/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.LogLimit;

/**
 * On a listening socket: closes what is above the limit of connections before anything is made for it. A connection
 * that can't be taken, because the process has no file handle left for it, stays where it is and would be found again
 * at once, so taking connections pauses then. Runs on the socket's event loop.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(AcceptGate.class);
    private static final long PAUSE_MS = 1_000;

    private final ConnectionWatch watch;
    private final LogLimit lines;

    AcceptGate(ConnectionWatch watch, LogLimit lines) {
        this.watch = watch;
        this.lines = lines;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
        Channel connection = (Channel) accepted;
        if (watch.admits(connection.remoteAddress())) {
            connection.closeFuture().addListener(closed -> watch.gone());
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
            ConnectionHandler.broken((Error) cause);
        }
    }
}
