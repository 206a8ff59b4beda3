/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** Sends one message to each queue of many topics, which makes them. One thread. */
public final class EachQueueOnce implements LoadConnection.Answers {

    private static final int WINDOW = 32;

    private final RequestFrame[] frames;
    private final int queues;
    private int failed;

    /**
     * Creates the driver.
     *
     * @param topics number of topics
     * @param queues queues of each
     * @param topic begin of their names, as {@link LoadDriver} makes them
     */
    public EachQueueOnce(int topics, int queues, String topic) {
        this.frames = LoadDriver.frames(Load.send(1, WINDOW, 1024, 1).over(topics), topic);
        this.queues = queues;
    }

    /** Sends one message to each queue of the broker at this port, and waits for all answers. */
    public void run(int port) throws IOException {
        try (Selector selector = Selector.open();
             LoadConnection connection = new LoadConnection(new InetSocketAddress("127.0.0.1", port), selector,
                 frames[frames.length - 1].sizeBytes())) {
            int next = 0;
            int all = frames.length * queues;
            while (next < all || connection.underWay() > 0) {
                while (next < all && connection.underWay() < WINDOW) {
                    connection.queueId = next % queues;
                    connection.put(frames[next / queues], System.nanoTime());
                    next++;
                }
                connection.flush();
                selector.select(2);
                for (SelectionKey key : selector.selectedKeys()) {
                    ((LoadConnection) key.attachment()).read(this);
                }
                selector.selectedKeys().clear();
            }
        }
        if (failed > 0) {
            throw new IOException(failed + " sends failed");
        }
    }

    @Override
    public void answer(LoadConnection from, long sentAtNanos, int code, AnswerHeader header, ByteBuffer body,
                       int bodyBytes) {
        failed += code == 0 ? 0 : 1;
    }
}
