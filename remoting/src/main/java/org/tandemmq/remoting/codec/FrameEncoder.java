/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import io.netty.buffer.ByteBuf;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** Writes the frame up to its body (wire-protocol 1.1). One per event loop, used by its thread only. */
public final class FrameEncoder {

    private static final int PREFIX_BYTES = 8;
    private static final int HEADER_BYTES_MAX = 0xFFFFFF;

    private final HeaderBytes header = new HeaderBytes();
    private final JsonHeaderEncoder json = new JsonHeaderEncoder(header);
    private final BinaryHeaderEncoder binary = new BinaryHeaderEncoder(header);

    /** What stands in a frame in front of its body. */
    public interface Head {
        /** Request or response code. */
        int code();

        /** Correlation id. */
        int opaque();

        /** Bits of {@link RemotingCommand#flag}. */
        int flag();

        /** Text for people or null. */
        String remark();

        /** Ext fields or null. */
        CommandHeader header();

        /** Encoding that is wanted; a code that the binary one can't carry goes in JSON. */
        SerializeType serializeType();
    }

    /**
     * Makes a frame ready; nothing is written yet, so that a header that throws leaves nothing behind.
     *
     * @param head code, ids and fields
     * @param bodyBytes length of the body that will follow
     */
    public void prepare(Head head, int bodyBytes) {
        boolean asJson = head.serializeType() == SerializeType.JSON || head.code() != (short) head.code();
        header.clear();
        header.putInt(0);
        header.putInt(0);
        if (asJson) {
            json.encode(head.code(), head.opaque(), head.flag(), head.remark(), head.header());
        } else {
            binary.encode(head.code(), head.opaque(), head.flag(), head.remark(), head.header());
        }
        int headerBytes = header.length() - PREFIX_BYTES;
        if (headerBytes > HEADER_BYTES_MAX) {
            throw new IllegalArgumentException("header of " + headerBytes + " bytes, at most " + HEADER_BYTES_MAX);
        }
        header.setInt(0, Math.addExact(Integer.BYTES + headerBytes, bodyBytes));
        header.setInt(Integer.BYTES, (asJson ? 0 : SerializeType.ROCKETMQ.code() << 24) | headerBytes);
    }

    /** Bytes that {@link #write} will write. */
    public int preparedBytes() {
        return header.length();
    }

    /**
     * Writes what was prepared.
     *
     * @param out grows as needed
     */
    public void write(ByteBuf out) {
        out.writeBytes(header.array(), 0, header.length());
    }
}
