/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.slave.HaConnector;

/** Channels between ends of one process that split, delay, stall and break as a seed says. */
public final class SimNetwork {

    private static final int PIPE_BYTES = 20_000;

    private final Random random;
    private final List<Link> links = new ArrayList<>();
    private Consumer<HaChannel> listener = channel -> { };
    private boolean faulty = true;
    private int nextPort = 40_000;

    /** Creates a network without links. */
    public SimNetwork(Random random) {
        this.random = random;
    }

    /** Who takes connections. */
    public void listener(Consumer<HaChannel> taker) {
        listener = taker;
    }

    /** From here on nothing is delayed or broken any more. */
    public void heal() {
        faulty = false;
    }

    /** A connector of one host. */
    public HaConnector connector(String host) {
        return new HaConnector() {
            @Override
            public HaChannel connect(InetSocketAddress peer) throws IOException {
                if (faulty && random.nextInt(4) == 0) {
                    throw new IOException("refused");
                }
                return open(host);
            }

            @Override
            public void poll() {
                // always ready
            }

            @Override
            public void close() {
                // owns nothing
            }
        };
    }

    /** Opens a link; the other end goes to the listener. */
    public HaChannel open(String host) {
        Link link = new Link(new InetSocketAddress(host, nextPort++));
        links.add(link);
        listener.accept(link.masterEnd);
        return link.slaveEnd;
    }

    /** Breaks a random link. */
    public void breakOne() {
        if (!links.isEmpty()) {
            links.remove(random.nextInt(links.size())).broken = true;
        }
    }

    /** Stalls a random link for good: both ends look alive and hear nothing. */
    public void stallOne() {
        if (!links.isEmpty()) {
            links.get(random.nextInt(links.size())).stalled = true;
        }
    }

    /** Breaks all links. */
    public void breakAll() {
        links.forEach(link -> link.broken = true);
        links.clear();
    }

    private final class Link {
        private final Pipe toMaster = new Pipe();
        private final Pipe toSlave = new Pipe();
        private final HaChannel masterEnd;
        private final HaChannel slaveEnd;
        private boolean broken;
        private boolean stalled;

        Link(InetSocketAddress slave) {
            InetSocketAddress master = new InetSocketAddress("10.0.0.1", 10912);
            this.masterEnd = new End(this, toMaster, toSlave, master, slave);
            this.slaveEnd = new End(this, toSlave, toMaster, slave, master);
        }
    }

    private static final class Pipe {
        private final ByteBuffer bytes = ByteBuffer.allocate(PIPE_BYTES);
        private boolean closed;
    }

    private final class End implements HaChannel {
        private final Link link;
        private final Pipe in;
        private final Pipe out;
        private final InetSocketAddress local;
        private final InetSocketAddress peer;

        End(Link link, Pipe in, Pipe out, InetSocketAddress local, InetSocketAddress peer) {
            this.link = link;
            this.in = in;
            this.out = out;
            this.local = local;
            this.peer = peer;
        }

        private boolean isQuiet() throws IOException {
            if (link.broken) {
                throw new IOException("broken");
            }
            return link.stalled || faulty && random.nextInt(3) == 0;
        }

        @Override
        public boolean isConnected() throws IOException {
            return !isQuiet();
        }

        @Override
        public int read(ByteBuffer to) throws IOException {
            if (isQuiet()) {
                return 0;
            }
            if (in.bytes.position() == 0) {
                return in.closed ? -1 : 0;
            }
            int most = Math.min(in.bytes.position(), to.remaining());
            int bytes = faulty && random.nextBoolean() ? Math.min(most, 1 + random.nextInt(300)) : most;
            in.bytes.flip();
            int limit = in.bytes.limit();
            to.put(in.bytes.limit(bytes));
            in.bytes.limit(limit);
            in.bytes.compact();
            return bytes;
        }

        @Override
        public long write(ByteBuffer[] from, int first, int count) throws IOException {
            if (isQuiet()) {
                return 0;
            }
            long written = 0;
            int room = faulty && random.nextBoolean() ? random.nextInt(2_000) : PIPE_BYTES;
            for (int i = first; i < first + count; i++) {
                int bytes = Math.min(Math.min(room, out.bytes.remaining()), from[i].remaining());
                out.bytes.put(from[i].slice(from[i].position(), bytes));
                from[i].position(from[i].position() + bytes);
                written += bytes;
                room -= bytes;
                if (from[i].hasRemaining()) {
                    break;
                }
            }
            return written;
        }

        @Override
        public InetSocketAddress localAddress() {
            return local;
        }

        @Override
        public InetSocketAddress peer() {
            return peer;
        }

        @Override
        public void close() {
            out.closed = true;
            in.closed = true;
            links.remove(link);
        }
    }
}
