/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.TimeUnit;
import org.tandemmq.store.agent.Rest;

/**
 * Where the replication thread rests until a socket is ready or the log has grown. Owned by that thread; {@link #wake}
 * is for all: it costs a fence and a look at one field while the thread is awake, and one system call when it rests.
 */
public final class HaSelector implements Rest, AutoCloseable {

    private final Selector selector;
    private volatile boolean resting;
    private boolean acceptable;
    private boolean told;

    /** Opens the selector. */
    public HaSelector() {
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector for replication", e);
        }
    }

    /** What is told when its socket is ready. */
    interface Ready {

        /**
         * The socket is ready.
         *
         * @param readyOps what for, bits of {@link SelectionKey}
         */
        void ready(int readyOps);
    }

    SelectionKey register(SelectableChannel channel, int ops, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, ops, ready);
    }

    /**
     * Watches a listening socket.
     *
     * @param server the socket
     * @return its key, with which the watch can pause
     * @throws IOException when it is closed
     */
    SelectionKey watchAccept(ServerSocketChannel server) throws IOException {
        Ready ready = ops -> acceptable = true;
        return register(server, SelectionKey.OP_ACCEPT, ready);
    }

    /** Whether a connection has come in since this was asked last. Owner. */
    public boolean takeAcceptable() {
        boolean come = acceptable;
        acceptable = false;
        return come;
    }

    /** Tells ready sockets, without waiting. Not where the rest that just ended told them, or the next one will. */
    public void poll() {
        boolean now = !told && !resting;
        told = false;
        try {
            if (now) {
                selector.selectNow(HaSelector::tell);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("replication selector", e);
        }
    }

    @Override
    public void prepareToRest() {
        resting = true;
    }

    @Override
    public void rest(long nanos) {
        try {
            if (resting && nanos > 0) {
                selector.select(HaSelector::tell, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
                told = true;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("replication selector", e);
        } finally {
            resting = false;
        }
    }

    @Override
    public void stay() {
        resting = false;
    }

    @Override
    public void wake() {
        VarHandle.fullFence();
        if (resting) {
            resting = false;
            selector.wakeup();
        }
    }

    private static void tell(SelectionKey key) {
        ((Ready) key.attachment()).ready(key.readyOps());
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("replication selector", e);
        }
    }
}
