/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.tandemmq.distribution.bench.load.EachQueueOnce;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadFigures;
import org.tandemmq.distribution.process.Broker;

/**
 * How this broker's rate, memory and start change with queues, connections, slaves and stored bytes. A table of its
 * own: one line for each point of a curve.
 */
final class Growth implements Experiment {

    private static final int QUEUES_PER_TOPIC = 8;
    private static final int[] TOPICS = {1, 125, 1_250, 6_250};
    private static final int[] CONNECTIONS = {1, 100, 1_000, 10_000};
    private static final int[] SEGMENTS = {1, 10, 100};
    private static final int SLAVES_MAX = 3;
    private static final Load SEND = Load.send(4, 32, 1024, 1);
    private static final long WARMUP_MS = 8_000;
    private static final long COUNT_MS = 3_000;
    private static final String TOPIC = "Growth";

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public void run(Report report) throws IOException {
        System.out.printf("%n| what | how many | messages/s | p99 µs | CPU s per million | anonymous MiB | start s |%n"
            + "|---|---|---|---|---|---|---|%n");
        for (int topics : TOPICS) {
            queues(topics);
        }
        connections();
        slaves();
        for (int segments : SEGMENTS) {
            stored(segments);
        }
    }

    private static void line(String what, String howMany, LoadFigures figures, double startSeconds) {
        System.out.printf(Locale.ROOT, "| %s | %s | %,.0f | %,.0f | %.2f | %d | %s |%n", what, howMany,
            figures.perSecond(), figures.p99Micros(), figures.cpuSecondsPerMillion(), figures.anonymousMib(),
            Double.isNaN(startSeconds) ? "" : String.format(Locale.ROOT, "%.2f", startSeconds));
    }

    private static double startSeconds(Broker broker) {
        long begin = System.nanoTime();
        broker.start();
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Sends in turns to so many queues, each of which got a message before. */
    private static void queues(int topics) throws IOException {
        try (BenchSide side = new BenchSide(true, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.run(SEND, "Warm", 0, WARMUP_MS);
            new EachQueueOnce(topics, QUEUES_PER_TOPIC, TOPIC).run(side.master().port());
            LoadFigures figures = side.run(SEND.over(topics), TOPIC, COUNT_MS, COUNT_MS);
            side.awaitDispatch();
            side.stop();
            line("queues", String.format("%,d", topics * QUEUES_PER_TOPIC), figures, startSeconds(side.master()));
        }
    }

    private static void connections() throws IOException {
        try (BenchSide side = new BenchSide(true, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.run(SEND, TOPIC, 0, WARMUP_MS);
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", side.master().port());
            for (int count : CONNECTIONS) {
                try (IdleClients clients = new IdleClients(address, count)) {
                    clients.beat();
                    line("connections with heartbeats", String.format("%,d", count),
                        side.run(SEND, TOPIC, COUNT_MS, COUNT_MS), Double.NaN);
                }
            }
        }
    }

    private static void slaves() throws IOException {
        try (BenchSide side = new BenchSide(true, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.run(SEND, TOPIC, 0, WARMUP_MS);
            for (int count = 0; count <= SLAVES_MAX; count++) {
                if (count > 0) {
                    double start = startSeconds(side.addSlave(count));
                    side.awaitSlaves();
                    Report.say("slave %d started in %.1f s", count, start);
                }
                line("slaves (CPU of all)", Integer.toString(count), side.run(SEND, TOPIC, COUNT_MS, COUNT_MS),
                    Double.NaN);
            }
        }
    }

    private static void stored(int segments) throws IOException {
        try (BenchSide side = new BenchSide(true, BenchScenario.Setting.ASYNC)) {
            side.start();
            side.run(Load.send(1, 1, 1024, 1), SparseStore.TOPIC, 0, 10);
            side.stop();
            new SparseStore(side.master().storeFolder(), BenchSide.SEGMENT_BYTES).grow(segments);
            double first = startSeconds(side.master());
            LoadFigures pull = side.run(Load.pull(1, 32), SparseStore.TOPIC, 0, 0);
            Report.say("%d segments: first start %.2f s, then %s", segments, first, pull);
            side.stop();
            double start = startSeconds(side.master());
            line("GiB stored (sparse)", Integer.toString(segments),
                side.run(SEND, TOPIC, WARMUP_MS, COUNT_MS), start);
        }
    }
}
