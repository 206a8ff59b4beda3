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

/** Ten thousand clients that only send heartbeats, and what they cost the others. */
final class IdleConnections implements Experiment {

    private static final int CLIENTS = 10_000;
    private static final int HEARTBEAT = 34;
    private static final long WARMUP_MS = 2_000;
    private static final long COUNT_MS = 6_000;
    private static final int ROUNDS_OF_HEARTBEATS = 2;

    @Override
    public String name() {
        return "idle-10k";
    }

    /** Figures of one broker. */
    private record Figures(double kibPerClient, double cpuMicrosPerHeartbeat, double p99Micros) {
    }

    @Override
    public void run(Report report) throws IOException {
        Figures ours = measure(true);
        Figures peer = measure(false);
        report.row(name(), "anonymous KiB per client", Goal.NONE, ours.kibPerClient, peer.kibPerClient);
        report.row(name(), "CPU µs per heartbeat", Goal.NONE, ours.cpuMicrosPerHeartbeat, peer.cpuMicrosPerHeartbeat);
        report.row(name(), "p99 µs of 5,000 sends/s beside", Goal.NONE, ours.p99Micros, peer.p99Micros);
    }

    private static Figures measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC); Selector selector = Selector.open()) {
            side.start();
            side.run(Load.rate(4, 1024, 5_000), "Idle", 0, WARMUP_MS);
            long before = ProcessCost.anonymousMib(side.pids()[0]);
            List<SocketChannel> clients = new ArrayList<>();
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", side.master().port());
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    SocketChannel client = SocketChannel.open(address);
                    client.configureBlocking(false);
                    client.register(selector, SelectionKey.OP_READ);
                    clients.add(client);
                }
                double cpuBefore = ProcessCost.cpuSeconds(side.pids());
                for (int round = 0; round < ROUNDS_OF_HEARTBEATS; round++) {
                    beat(clients, selector);
                }
                double cpu = ProcessCost.cpuSeconds(side.pids()) - cpuBefore;
                long after = ProcessCost.anonymousMib(side.pids()[0]);
                LoadFigures beside = side.run(Load.rate(4, 1024, 5_000), "Idle", WARMUP_MS, COUNT_MS);
                return new Figures((after - before) * 1024.0 / CLIENTS, cpu * 1e6 / CLIENTS / ROUNDS_OF_HEARTBEATS,
                    beside.p99Micros());
            } finally {
                for (SocketChannel client : clients) {
                    client.close();
                }
            }
        }
    }

    private static void beat(List<SocketChannel> clients, Selector selector) throws IOException {
        ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
        for (int i = 0; i < clients.size(); i++) {
            String body = "{\"clientID\":\"127.0.0.1@" + i + "\",\"consumerDataSet\":[],\"producerDataSet\":"
                + "[{\"groupName\":\"idle_producer\"}]}";
            clients.get(i).write(ByteBuffer.wrap(RawFrame.request(HEARTBEAT)
                .withBody(body.getBytes(StandardCharsets.UTF_8)).bytes()));
        }
        int answered = 0;
        long end = System.nanoTime() + 30_000_000_000L;
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
}
