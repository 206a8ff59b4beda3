/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/**
 * The frame that an event loop has at hand, filled anew for each one; shared by all connections of the loop. The header
 * is copied once into an array, which is where fields are read; the body stays where it was received.
 */
public final class ReceivedFrame {

    /** Most bytes of a header: properties of 32767 bytes with all of them escaped, five times over. */
    public static final int HEADER_BYTES_MAX = 1 << 20;
    private static final int HEADER_BYTES_KEPT = 1 << 16;
    private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    int code;
    int language;
    int version;
    int opaque;
    int flag;
    String remark;
    final FrameFields fields = new FrameFields();

    private final JsonHeaderDecoder jsonDecoder = new JsonHeaderDecoder();
    private final BinaryHeaderDecoder binaryDecoder = new BinaryHeaderDecoder();
    private byte[] header = new byte[HEADER_BYTES_KEPT];
    private SerializeType type;
    private ByteBuf buffer;
    private int headerLength;
    private int bodyAt;
    private int bodyBytes;

    /** Takes over a frame of which all bytes are there and whose lengths were checked. */
    void fill(ByteBuf from, int headerAt, int headerBytes, int bodyLength, SerializeType serializeType) {
        if (header.length < headerBytes || header.length > HEADER_BYTES_KEPT) {
            header = new byte[Math.max(headerBytes, HEADER_BYTES_KEPT)];
        }
        from.getBytes(headerAt, header, 0, headerBytes);
        code = 0;
        language = RemotingCommand.LANGUAGE_JAVA;
        version = 0;
        opaque = 0;
        flag = 0;
        remark = null;
        fields.reset(header);
        type = serializeType;
        buffer = from;
        headerLength = headerBytes;
        bodyAt = headerAt + headerBytes;
        bodyBytes = bodyLength;
        if (serializeType == SerializeType.JSON) {
            jsonDecoder.decode(header, headerBytes, this);
        } else {
            binaryDecoder.decode(header, headerBytes, this);
        }
    }

    /** Request or response code. */
    public int code() {
        return code;
    }

    /** Correlation id. */
    public int opaque() {
        return opaque;
    }

    /** Whether the frame answers a request. */
    public boolean isResponse() {
        return (flag & RemotingCommand.FLAG_RESPONSE) != 0;
    }

    /** Whether the sender wants no answer. */
    public boolean isOneway() {
        return (flag & RemotingCommand.FLAG_ONEWAY) != 0;
    }

    /** Encoding of the header. */
    public SerializeType serializeType() {
        return type;
    }

    /** The frame as a command whose fields and body are views, valid until the next frame is decoded. */
    public RemotingCommand view() {
        ByteBuffer body = bodyBytes == 0 ? NO_BODY : buffer.internalNioBuffer(bodyAt, bodyBytes);
        return command(fields.count() == 0 ? HeaderFields.NONE : fields, body);
    }

    /** Bytes of header and body, which a {@link #copy} holds at least. */
    public int sizeBytes() {
        return headerLength + bodyBytes;
    }

    /** The frame as a command of its own, for other threads and later times. */
    public RemotingCommand copy() {
        byte[] body = new byte[bodyBytes];
        buffer.getBytes(bodyAt, body);
        return command(fields.copy(), ByteBuffer.wrap(body));
    }

    private RemotingCommand command(HeaderFields commandFields, ByteBuffer body) {
        return new RemotingCommand(code, language, version, opaque, flag, remark, commandFields, body, type);
    }
}
