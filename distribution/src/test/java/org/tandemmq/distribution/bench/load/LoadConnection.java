/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One connection of the driver: requests go out in order, answers come in any order. Owned by the driver's thread. */
public final class LoadConnection implements AutoCloseable {

    private static final int OPAQUES = 1 << 16;
    private static final int IN_BYTES = 4 << 20;
    private static final int OUT_BYTES = 1 << 20;

    /**
     * Memory of a connection.
     *
     * @param inBytes longest answer
     * @param outBytes requests that wait for the socket
     * @param opaques most requests under way, a power of two
     */
    public record Room(int inBytes, int outBytes, int opaques) {
    }

    /** Takes what an answer says. */
    public interface Answers {
        /**
         * One answer.
         *
         * @param from its connection
         * @param sentAtNanos when the request was due
         * @param code response code
         * @param header its header, valid during the call
         * @param body the answer's buffer, at the body
         * @param bodyBytes bytes of the body
         */
        void answer(LoadConnection from, long sentAtNanos, int code, AnswerHeader header, ByteBuffer body,
                    int bodyBytes);
    }

    /** Place among the connections of a driver that has many; set by it. */
    public int number;
    /** Queue that the next request goes to; moved by the driver. */
    public int queueId;
    /** Offset that the next pull asks for; moved by the driver. */
    public long offset;
    /** Whether there is nothing more to ask for. */
    boolean done;

    private final SocketChannel channel;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private final long[] sentAtNanos;
    private final AnswerHeader header = new AnswerHeader();
    private int readFrom;
    private int nextOpaque;
    private int underWay;

    public LoadConnection(InetSocketAddress address, Selector selector, int longestFrame) throws IOException {
        this(address, selector, new Room(IN_BYTES, Math.max(OUT_BYTES, 2 * longestFrame), OPAQUES));
    }

    /** Connects and registers with the selector, with this much memory. */
    public LoadConnection(InetSocketAddress address, Selector selector, Room room) throws IOException {
        in = ByteBuffer.allocateDirect(room.inBytes);
        out = ByteBuffer.allocateDirect(room.outBytes);
        sentAtNanos = new long[room.opaques];
        channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(address);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    public int underWay() {
        return underWay;
    }

    public boolean hasRoomFor(RequestFrame frame) {
        return out.remaining() >= frame.sizeBytes() && underWay < sentAtNanos.length - 1;
    }

    /** Waits at most so long for answers on any connection of the selector and hands over those that are there. */
    public static void readReady(Selector selector, int waitMs, Answers answers) throws IOException {
        if (waitMs == 0) {
            selector.selectNow();
        } else {
            selector.select(waitMs);
        }
        for (SelectionKey key : selector.selectedKeys()) {
            ((LoadConnection) key.attachment()).read(answers);
        }
        selector.selectedKeys().clear();
    }

    /** Queues a request that is due at this moment. */
    public void put(RequestFrame frame, long dueNanos) {
        int opaque = nextOpaque++ & sentAtNanos.length - 1;
        sentAtNanos[opaque] = dueNanos;
        frame.write(out, opaque, queueId, offset);
        underWay++;
    }

    /** Sends what is there, and says whether anything went out. */
    public boolean flush() throws IOException {
        if (out.position() == 0) {
            return false;
        }
        out.flip();
        int written = channel.write(out);
        out.compact();
        return written > 0;
    }

    /** Takes what came, whole answers at once; what is left of one waits where it is for the rest. */
    public void read(Answers answers) throws IOException {
        if (channel.read(in) < 0) {
            throw new IOException("the broker closed the connection");
        }
        int end = in.position();
        int at = readFrom;
        while (end - at >= 4 && end - at >= 4 + in.getInt(at)) {
            int frameBytes = in.getInt(at);
            int headBytes = in.getInt(at + 4) & 0xFFFFFF;
            header.read(in, at + 8, headBytes);
            int code = (int) header.number(AnswerHeader.CODE);
            int opaque = (int) header.number(AnswerHeader.OPAQUE) - RequestFrame.OPAQUE_BASE;
            underWay--;
            in.position(at + 8 + headBytes);
            answers.answer(this, sentAtNanos[opaque], code, header, in, frameBytes - 4 - headBytes);
            at += 4 + frameBytes;
        }
        in.position(end);
        readFrom = at;
        if (at == end || in.remaining() < in.capacity() / 2) {
            in.limit(end).position(at);
            in.compact();
            readFrom = 0;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
