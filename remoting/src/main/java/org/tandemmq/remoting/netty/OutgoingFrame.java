/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/**
 * A frame on its way out. Written by the thread that sends it, then handed over to the event loop of its connection
 * through {@link OutboundQueue}.
 */
class OutgoingFrame implements FrameEncoder.Head {

    /** Link of the queue that the frame waits in. */
    OutgoingFrame next;
    private final int opaque;
    private final SerializeType serializeType;
    private int code;
    private String remark;
    private CommandHeader header;
    private Payload payload;

    OutgoingFrame(int opaque, SerializeType serializeType) {
        this.opaque = opaque;
        this.serializeType = serializeType;
    }

    final void content(int newCode, String newRemark, CommandHeader newHeader, Payload newPayload) {
        code = newCode;
        remark = newRemark;
        header = newHeader;
        payload = newPayload;
    }

    /** On the event loop, before the frame is written. False when there is nothing to write. */
    boolean beforeWrite() {
        return true;
    }

    /** The frame can't be written any more; any thread. */
    void dropped() {
        closePayload();
    }

    final void closePayload() {
        if (payload != null) {
            payload.close();
            payload = null;
        }
    }

    /** Body or null; whoever takes it closes it. */
    final Payload takePayload() {
        Payload taken = payload;
        payload = null;
        return taken;
    }

    @Override
    public final int code() {
        return code;
    }

    @Override
    public final int opaque() {
        return opaque;
    }

    /** Follows from the kind of frame, so that no frame carries it along. */
    @Override
    public int flag() {
        return 0;
    }

    @Override
    public final String remark() {
        return remark;
    }

    @Override
    public final CommandHeader header() {
        return header;
    }

    @Override
    public final SerializeType serializeType() {
        return serializeType;
    }

    /** A request of ours that wants no answer. */
    static final class Oneway extends OutgoingFrame {

        Oneway(int opaque) {
            super(opaque, SerializeType.JSON);
        }

        @Override
        public int flag() {
            return RemotingCommand.FLAG_ONEWAY;
        }
    }
}
