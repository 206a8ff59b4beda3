/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.tandemmq.store.ha.HaChannel;

/** A channel whose other end is the test: it feeds bytes, in pieces of any size, and looks at what was written. */
public final class ScriptedChannel implements HaChannel {

    private final InetSocketAddress peer;
    private final Deque<ByteBuffer> in = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int readMost = Integer.MAX_VALUE;
    private int writeMost = Integer.MAX_VALUE;
    private boolean ended;
    private boolean broken;
    private Happening onWrite = () -> { };
    private boolean closed;

    /** Creates a channel to an address. */
    public ScriptedChannel(String host, int port) {
        this.peer = new InetSocketAddress(host, port);
    }

    /** Reads give no more than this at once. */
    public ScriptedChannel readMost(int bytes) {
        readMost = bytes;
        return this;
    }

    /** Writes take no more than this at once; 0 stalls. */
    public ScriptedChannel writeMost(int bytes) {
        writeMost = bytes;
        return this;
    }

    /** What happens meanwhile. */
    public interface Happening {
        /** Happens. */
        void happen() throws InterruptedException;
    }

    /** Something happens within each write. */
    public ScriptedChannel onWrite(Happening happening) {
        onWrite = happening;
        return this;
    }

    /** Writes fail from now on. */
    public void breakWrites() {
        broken = true;
    }

    /** Lets bytes arrive. */
    public void feed(ByteBuffer bytes) {
        if (bytes.hasRemaining()) {
            in.add(bytes.duplicate());
        }
    }

    /** The other end closes behind what was fed. */
    public void end() {
        ended = true;
    }

    /** Takes what was written since the last call. */
    public ByteBuffer takeWritten() {
        ByteBuffer bytes = ByteBuffer.wrap(out.toByteArray());
        out.reset();
        return bytes;
    }

    /** Whether this end was closed. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        ByteBuffer first = in.peek();
        if (first == null) {
            return ended ? -1 : 0;
        }
        int bytes = Math.min(Math.min(first.remaining(), to.remaining()), readMost);
        to.put(first.slice(first.position(), bytes));
        first.position(first.position() + bytes);
        if (!first.hasRemaining()) {
            in.remove();
        }
        return bytes;
    }

    @Override
    public long write(ByteBuffer[] from, int first, int count) throws IOException {
        if (broken) {
            throw new IOException("broken pipe");
        }
        try {
            onWrite.happen();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        long written = 0;
        for (int i = first; i < first + count; i++) {
            while (from[i].hasRemaining() && written < writeMost) {
                out.write(from[i].get());
                written++;
            }
        }
        return written;
    }

    @Override
    public InetSocketAddress localAddress() {
        return new InetSocketAddress("10.0.0.1", 10912);
    }

    @Override
    public InetSocketAddress peer() {
        return peer;
    }

    @Override
    public void close() {
        closed = true;
    }
}
