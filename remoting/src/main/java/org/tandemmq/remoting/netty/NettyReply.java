/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.codec.ReceivedFrame;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** The answer to one request of a connection; the reply is the outgoing frame itself. */
final class NettyReply extends OutgoingFrame implements Reply {

    private static final AtomicIntegerFieldUpdater<NettyReply> STATE =
        AtomicIntegerFieldUpdater.newUpdater(NettyReply.class, "state");
    private static final int OPEN = 0;
    private static final int ONEWAY = 1;
    private static final int SENT = 2;
    private static final int DROPPED = 3;

    private final NettyConnection connection;
    private volatile int state;

    NettyReply(NettyConnection connection, ReceivedFrame request) {
        super(request.opaque(), request.serializeType());
        this.connection = connection;
        this.state = request.isOneway() ? ONEWAY : OPEN;
    }

    @Override
    public void send(int code, String remark, CommandHeader header, Payload payload) {
        int before = STATE.get(this);
        if (before > ONEWAY || !STATE.compareAndSet(this, before, SENT)) {
            if (payload != null) {
                payload.close();
            }
            throw new IllegalStateException("second answer to request " + opaque() + " of "
                + connection.remoteAddress() + ", code " + code);
        }
        content(code, remark, header, payload);
        finish(before);
    }

    /** Sends an answer unless there was one. */
    boolean sendIfOpen(int code, String remark) {
        int before = STATE.get(this);
        if (before > ONEWAY || !STATE.compareAndSet(this, before, SENT)) {
            return false;
        }
        content(code, remark, null, null);
        finish(before);
        return true;
    }

    @Override
    public void drop() {
        int before = STATE.get(this);
        if (before > ONEWAY || !STATE.compareAndSet(this, before, DROPPED)) {
            throw new IllegalStateException("request " + opaque() + " of " + connection.remoteAddress()
                + " was answered before it was dropped");
        }
        finish(before);
    }

    private void finish(int before) {
        if (before == ONEWAY) {
            closePayload();
        } else {
            connection.outbound().send(this);
        }
    }

    @Override
    public int flag() {
        return RemotingCommand.FLAG_RESPONSE;
    }

    @Override
    boolean beforeWrite() {
        connection.requestDone();
        return state == SENT;
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }
}
