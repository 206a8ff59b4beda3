/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.distribution.net.RawFrame;

/** Connections of clients that only send heartbeats. */
final class IdleClients implements AutoCloseable {

    private static final int HEARTBEAT = 34;
    private static final long ANSWERS_WITHIN_NANOS = 30_000_000_000L;

    private final Selector selector = Selector.open();
    private final List<SocketChannel> clients = new ArrayList<>();
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);

    IdleClients(InetSocketAddress address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel client = SocketChannel.open(address);
            client.configureBlocking(false);
            client.register(selector, SelectionKey.OP_READ);
            clients.add(client);
        }
    }

    /** One heartbeat of each, and its answer. */
    void beat() throws IOException {
        for (int i = 0; i < clients.size(); i++) {
            String body = "{\"clientID\":\"127.0.0.1@" + i + "\",\"consumerDataSet\":[],\"producerDataSet\":"
                + "[{\"groupName\":\"idle_producer\"}]}";
            clients.get(i).write(ByteBuffer.wrap(RawFrame.request(HEARTBEAT)
                .withBody(body.getBytes(StandardCharsets.UTF_8)).bytes()));
        }
        int answered = 0;
        long end = System.nanoTime() + ANSWERS_WITHIN_NANOS;
        while (answered < clients.size() && System.nanoTime() < end) {
            selector.select(100);
            for (SelectionKey key : selector.selectedKeys()) {
                answered += ((SocketChannel) key.channel()).read(in.clear()) > 0 ? 1 : 0;
            }
            selector.selectedKeys().clear();
        }
        if (answered < clients.size()) {
            throw new IOException(answered + " of " + clients.size() + " heartbeats answered");
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        selector.close();
    }
}
