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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sends at a fixed rate, in small bursts each millisecond so that the driver leaves the cores to the broker, and notes
 * every stall. One thread.
 */
public final class SteadyLoad implements LoadConnection.Answers {

    private static final int CONNECTIONS = 4;
    private static final int BODY_BYTES = 1024;
    private static final int QUEUES = 8;
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final RequestFrame frame;
    private final int ratePerSecond;
    private final LatencyHistogram latency = new LatencyHistogram();
    private final Stalls stalls;
    private long failed;

    /** A load at one rate; answers later than {@code stallNanos} are noted. */
    public SteadyLoad(String topic, int ratePerSecond, long stallNanos) {
        this.frame = RequestFrame.send(topic, Load.send(CONNECTIONS, 1, BODY_BYTES, 1));
        this.ratePerSecond = ratePerSecond;
        this.stalls = new Stalls(stallNanos);
    }

    /** Sends at the rate for this time. */
    public void run(int port, long nanos) throws IOException {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
        List<LoadConnection> connections = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(new LoadConnection(address, selector, frame.sizeBytes()));
            }
            long begin = System.nanoTime();
            long sent = 0;
            long now = begin;
            while (now - begin < nanos || underWay(connections) > 0 && now - begin < nanos + DRAIN_NANOS) {
                long due = Math.min(now - begin, nanos) / 1_000 * ratePerSecond / 1_000_000;
                sent = fill(connections, sent, due, begin);
                for (LoadConnection connection : connections) {
                    connection.flush();
                }
                selector.select(1);
                for (SelectionKey key : selector.selectedKeys()) {
                    ((LoadConnection) key.attachment()).read(this);
                }
                selector.selectedKeys().clear();
                now = System.nanoTime();
            }
        } finally {
            for (LoadConnection connection : connections) {
                connection.close();
            }
        }
    }

    /** Each request keeps the moment at which it was due, however late the driver or the socket was. */
    private long fill(List<LoadConnection> connections, long sentBefore, long due, long begin) {
        long sent = sentBefore;
        while (sent < due) {
            LoadConnection connection = connections.get((int) (sent % CONNECTIONS));
            if (!connection.hasRoomFor(frame)) {
                break;
            }
            connection.queueId = (int) (sent / CONNECTIONS % QUEUES);
            connection.put(frame, begin + sent * 1_000_000 / ratePerSecond * 1_000);
            sent++;
        }
        return sent;
    }

    private static int underWay(List<LoadConnection> connections) {
        return connections.stream().mapToInt(LoadConnection::underWay).sum();
    }

    @Override
    public void answer(LoadConnection from, long sentAtNanos, int code, AnswerHeader header, ByteBuffer body,
                       int bodyBytes) {
        long now = System.nanoTime();
        latency.add(now - sentAtNanos);
        stalls.answered(sentAtNanos, now);
        failed += code == 0 ? 0 : 1;
    }

    public LatencyHistogram latency() {
        return latency;
    }

    /** Answers that were no SEND_OK. */
    public long failed() {
        return failed;
    }

    public List<Stalls.Stall> stalls() {
        return stalls.all();
    }
}
