/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.tandemmq.distribution.net.RawFrame;

/** A connection that pours requests as fast as they are taken, and reads the answers or never does. One thread. */
final class HostileConnection implements AutoCloseable {
    private static final int FRAME_BYTES_MAX = 64 << 20;
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final long REST_NANOS = 200_000;
    /** Until something is read: there may be many thousand of these. */
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final Outcome outcome;
    private ByteBuffer in = NOTHING;
    private int sent;
    private int answered;
    private boolean closed;

    /** Connects to {@code host:port}. */
    HostileConnection(String address, Outcome outcome) throws IOException {
        int colon = address.lastIndexOf(':');
        this.channel = SocketChannel.open(new InetSocketAddress(address.substring(0, colon),
            Integer.parseInt(address.substring(colon + 1))));
        channel.configureBlocking(false);
        this.outcome = outcome;
    }

    /** Whether the server closed it. */
    boolean closed() {
        return closed;
    }

    /** Sends bytes that need not be whole frames; gives up when nothing moves for a while. */
    void pour(byte[] bytes, long stallMs) {
        write(ByteBuffer.wrap(bytes), false, stallMs);
    }

    /**
     * Sends requests.
     *
     * @param frames request by number
     * @param count how many
     * @param reads whether answers are read meanwhile
     * @param stallMs milliseconds without movement after which it gives up
     * @return requests sent whole
     */
    int pour(IntFunction<byte[]> frames, int count, boolean reads, long stallMs) {
        for (int i = 0; i < count && !closed; i++) {
            if (!write(ByteBuffer.wrap(frames.apply(i)), reads, stallMs)) {
                return i;
            }
            sent++;
        }
        return count;
    }

    private boolean write(ByteBuffer bytes, boolean reads, long stallMs) {
        long stalled = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(stallMs);
        try {
            while (bytes.hasRemaining()) {
                int limit = bytes.limit();
                bytes.limit(Math.min(limit, bytes.position() + SEGMENT_BYTES));
                int moved = channel.write(bytes);
                bytes.limit(limit);
                moved += reads ? read() : 0;
                if (moved > 0) {
                    stalled = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(stallMs);
                } else if (closed || System.nanoTime() > stalled) {
                    return false;
                } else {
                    LockSupport.parkNanos(REST_NANOS);
                }
            }
            return true;
        } catch (IOException reset) {
            closed = true;
            outcome.closed();
            return false;
        }
    }

    /** Reads until every request sent whole was answered, the connection was closed, or the time is over. */
    void awaitAnswers(long withinMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        try {
            while (answered < sent && !closed && System.nanoTime() < end) {
                if (read() == 0) {
                    LockSupport.parkNanos(REST_NANOS);
                }
            }
        } catch (IOException reset) {
            closed = true;
            outcome.closed();
        }
    }

    private int read() throws IOException {
        if (in == NOTHING) {
            in = ByteBuffer.allocate(SEGMENT_BYTES);
        }
        int bytes = channel.read(in);
        if (bytes < 0) {
            closed = true;
            outcome.closed();
            return 0;
        }
        in.flip();
        while (in.remaining() >= 4 && in.remaining() - 4 >= in.getInt(in.position())) {
            byte[] frame = new byte[in.getInt()];
            in.get(frame);
            RawFrame answer = RawFrame.parse(frame);
            if ((answer.flag() & 1) != 0) {
                answered++;
                outcome.add(answer);
            }
        }
        int next = in.remaining() >= 4 ? in.getInt(in.position()) + 4 : 0;
        if (next > FRAME_BYTES_MAX) {
            throw new IOException("an answer of " + next + " bytes");
        }
        if (next > in.capacity()) {
            in = ByteBuffer.allocate(next).put(in);
        } else {
            in.compact();
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
