/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.SerializeType;

/**
 * Cuts the bytes of one connection into frames (wire-protocol 1.1), however they were cut on the way.
 *
 * <pre>
 *  0        4                  8                  8 + h             4 + length
 *  | length | type 1 | h 3     | header h         | body            |
 * </pre>
 *
 * <p>Frames that are whole in a read are decoded where they are; only one that reaches over the end of a read is put
 * together in a buffer of its own. Used by one thread.
 */
public final class FrameDecoder {

    private static final int LENGTH_BYTES = 4;
    private static final int WORD_BYTES = 4;
    private static final int PARTIAL_BYTES_MIN = 1024;
    private static final int SHOWN_BYTES = 24;

    private final int frameBytesMax;
    private final ByteBufAllocator allocator;
    private final ReceivedFrame frame;
    private ByteBuf partial;
    private boolean partialDone;

    /**
     * Creates a decoder.
     *
     * @param frameBytesMax most bytes of a frame, its length field included
     * @param allocator gives the buffers for frames that come in pieces
     * @param frame filled with each frame
     */
    public FrameDecoder(int frameBytesMax, ByteBufAllocator allocator, ReceivedFrame frame) {
        this.frameBytesMax = frameBytesMax;
        this.allocator = allocator;
        this.frame = frame;
    }

    /**
     * Goes on to the next frame. When there is none, all bytes were taken over and the read may be released.
     *
     * @param in bytes received; those of the frame are consumed, but have to stay until the frame was dealt with
     * @return whether the frame was filled
     * @throws FrameDecodeException if the bytes are no frame
     */
    public boolean next(ByteBuf in) {
        forget();
        if (partial != null) {
            return completePartial(in);
        }
        int available = in.readableBytes();
        if (available < LENGTH_BYTES + WORD_BYTES) {
            keepRest(in, PARTIAL_BYTES_MIN);
            return false;
        }
        int start = in.readerIndex();
        int frameBytes = checkedFrameBytes(in, start);
        if (available < frameBytes) {
            checkedHeaderBytes(in, start, frameBytes);
            keepRest(in, Math.min(frameBytes, Math.max(PARTIAL_BYTES_MIN, available * 2)));
            return false;
        }
        in.skipBytes(frameBytes);
        fill(in, start, frameBytes);
        return true;
    }

    /** Memory held for a frame that is not whole yet, in bytes. */
    public int heldBytes() {
        return partial == null || partialDone ? 0 : partial.capacity();
    }

    /** The frame filled last was dealt with: gives back what was held for it. */
    public void forget() {
        if (partialDone) {
            close();
        }
    }

    /** Gives back what is held; the frame filled last is no longer valid. */
    public void close() {
        if (partial != null) {
            partial.release();
            partial = null;
        }
        partialDone = false;
    }

    private void keepRest(ByteBuf in, int capacity) {
        if (in.isReadable()) {
            if (in.readableBytes() >= LENGTH_BYTES) {
                checkedFrameBytes(in, in.readerIndex());
            }
            partial = allocator.buffer(Math.min(capacity, frameBytesMax), frameBytesMax);
            partial.writeBytes(in);
        }
    }

    private boolean completePartial(ByteBuf in) {
        if (!fillUpTo(LENGTH_BYTES, in)) {
            return false;
        }
        int frameBytes = checkedFrameBytes(partial, 0);
        if (!fillUpTo(LENGTH_BYTES + WORD_BYTES, in)) {
            return false;
        }
        checkedHeaderBytes(partial, 0, frameBytes);
        if (!fillUpTo(frameBytes, in)) {
            return false;
        }
        partialDone = true;
        fill(partial, 0, frameBytes);
        return true;
    }

    private boolean fillUpTo(int bytes, ByteBuf in) {
        int missing = bytes - partial.readableBytes();
        if (missing > 0) {
            int taken = Math.min(missing, in.readableBytes());
            if (partial.writableBytes() < taken) {
                partial.capacity(Math.min(Math.max(partial.capacity() * 2, partial.writerIndex() + taken), bytes));
            }
            partial.writeBytes(in, taken);
            missing -= taken;
        }
        return missing <= 0;
    }

    private void fill(ByteBuf from, int start, int frameBytes) {
        int headerBytes = checkedHeaderBytes(from, start, frameBytes);
        int headerAt = start + LENGTH_BYTES + WORD_BYTES;
        SerializeType type = from.getByte(start + LENGTH_BYTES) == 0 ? SerializeType.JSON : SerializeType.ROCKETMQ;
        frame.fill(from, headerAt, headerBytes, start + frameBytes - headerAt - headerBytes, type);
    }

    private int checkedFrameBytes(ByteBuf from, int start) {
        int length = from.getInt(start);
        if (length < WORD_BYTES || length > frameBytesMax - LENGTH_BYTES) {
            byte[] shown = new byte[Math.min(SHOWN_BYTES, from.writerIndex() - start)];
            from.getBytes(start, shown);
            throw new FrameDecodeException("length " + length + (length < WORD_BYTES ? " is less than " + WORD_BYTES
                : " is above the limit " + (frameBytesMax - LENGTH_BYTES)), shown);
        }
        return LENGTH_BYTES + length;
    }

    private static int checkedHeaderBytes(ByteBuf from, int start, int frameBytes) {
        int word = from.getInt(start + LENGTH_BYTES);
        int type = word >>> 24;
        if (type != SerializeType.JSON.code() && type != SerializeType.ROCKETMQ.code()) {
            throw new FrameDecodeException("unknown header encoding " + type);
        }
        int headerBytes = word & 0xFFFFFF;
        int limit = Math.min(frameBytes - LENGTH_BYTES - WORD_BYTES, ReceivedFrame.HEADER_BYTES_MAX);
        if (headerBytes > limit) {
            throw new FrameDecodeException("header length " + headerBytes + " is above the limit " + limit
                + " in a frame of length " + (frameBytes - LENGTH_BYTES));
        }
        return headerBytes;
    }
}
