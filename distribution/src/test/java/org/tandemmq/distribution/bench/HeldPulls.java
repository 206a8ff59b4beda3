/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.SplittableRandom;
import org.tandemmq.distribution.bench.load.AnswerHeader;
import org.tandemmq.distribution.bench.load.LatencyHistogram;
import org.tandemmq.distribution.bench.load.Load;
import org.tandemmq.distribution.bench.load.LoadConnection;
import org.tandemmq.distribution.bench.load.ProcessCost;
import org.tandemmq.distribution.bench.load.RequestFrame;

/**
 * Five thousand pulls are held, one a connection, each for a queue of its own; messages trickle in, and what counts is
 * the time from the send of a message to the arrival of the pull's answer.
 */
final class HeldPulls implements Experiment {

    private static final int PULLS = 5_000;
    private static final int QUEUES = 8;
    private static final int TOPICS = PULLS / QUEUES;
    private static final int PER_SECOND = 500;
    private static final long COUNT_NANOS = 8_000_000_000L;
    private static final LoadConnection.Room SMALL = new LoadConnection.Room(8192, 2048, 4);
    private static final LoadConnection.Room LARGE = new LoadConnection.Room(1 << 16, 1 << 18, 1 << 12);

    @Override
    public String name() {
        return "held-5k";
    }

    @Override
    public void run(Report report) throws IOException {
        Trickle ours = measure(true);
        Trickle peer = measure(false);
        report.row(name(), "send to arrival p50 µs", Goal.NONE, ours.latency.micros(0.5), peer.latency.micros(0.5));
        report.row(name(), "send to arrival p99 µs", Goal.NONE, ours.latency.micros(0.99), peer.latency.micros(0.99));
        report.row(name(), "CPU µs per message", Goal.NONE, ours.cpuMicros, peer.cpuMicros);
        report.row(name(), BenchScenario.MEMORY, Goal.NONE, ours.anonymousMib, peer.anonymousMib);
    }

    private static Trickle measure(boolean ours) throws IOException {
        try (BenchSide side = new BenchSide(ours, BenchScenario.Setting.ASYNC); Selector selector = Selector.open()) {
            side.start();
            Trickle trickle = new Trickle(new InetSocketAddress("127.0.0.1", side.master().port()), selector);
            try {
                trickle.sendOneToEach();
                side.awaitDispatch();
                trickle.hold();
                double before = ProcessCost.cpuSeconds(side.pids());
                trickle.run();
                trickle.cpuMicros = (ProcessCost.cpuSeconds(side.pids()) - before) * 1e6
                    / Math.max(1, trickle.latency.total());
                trickle.anonymousMib = ProcessCost.anonymousMib(side.pids()[0]);
            } finally {
                trickle.close();
            }
            return trickle;
        }
    }

    /** The driver: one sender, all pulls, one thread. */
    private static final class Trickle implements LoadConnection.Answers {

        private final LatencyHistogram latency = new LatencyHistogram();
        private final Selector selector;
        private final LoadConnection sender;
        private final LoadConnection[] pulls = new LoadConnection[PULLS];
        private final RequestFrame[] sends = new RequestFrame[TOPICS];
        private final RequestFrame[] asks = new RequestFrame[TOPICS];
        private final long[] sentAt = new long[PULLS];
        private double cpuMicros;
        private long anonymousMib;

        Trickle(InetSocketAddress address, Selector selector) throws IOException {
            this.selector = selector;
            Load load = Load.send(1, 1, 1024, 1);
            for (int i = 0; i < TOPICS; i++) {
                sends[i] = RequestFrame.send("Held-" + i, load);
                asks[i] = RequestFrame.pull("Held-" + i, Load.pull(QUEUES, 32), "*", RequestFrame.WITH_FILTER_HELD);
            }
            sender = new LoadConnection(address, selector, LARGE);
            for (int i = 0; i < PULLS; i++) {
                pulls[i] = new LoadConnection(address, selector, SMALL);
                pulls[i].number = i;
                pulls[i].queueId = i % QUEUES;
                pulls[i].offset = 1;
            }
        }

        void sendOneToEach() throws IOException {
            for (int i = 0; i < PULLS; i++) {
                send(i, 0);
                while (sender.underWay() > 16) {
                    step(1);
                }
            }
            while (sender.underWay() > 0) {
                step(1);
            }
        }

        private void send(int pull, long now) {
            sender.queueId = pull % QUEUES;
            sender.put(sends[pull / QUEUES], now);
        }

        void hold() throws IOException {
            for (int i = 0; i < PULLS; i++) {
                ask(pulls[i]);
            }
            long settled = System.nanoTime() + 2_000_000_000L;
            while (System.nanoTime() < settled) {
                step(10);
            }
        }

        private void ask(LoadConnection pull) {
            pull.put(asks[pull.number / QUEUES], System.nanoTime());
            try {
                pull.flush();
            } catch (IOException closed) {
                throw new IllegalStateException("pull " + pull.number, closed);
            }
        }

        void run() throws IOException {
            SplittableRandom random = new SplittableRandom(7);
            long due = System.nanoTime();
            long end = due + COUNT_NANOS;
            while (due < end) {
                while (System.nanoTime() >= due) {
                    int pull = random.nextInt(PULLS);
                    if (sentAt[pull] == 0 && sender.hasRoomFor(sends[0])) {
                        sentAt[pull] = System.nanoTime();
                        send(pull, due);
                    }
                    due += 1_000_000_000L / PER_SECOND;
                }
                step(0);
            }
            long drained = System.nanoTime() + 1_000_000_000L;
            while (System.nanoTime() < drained) {
                step(1);
            }
        }

        private void step(int waitMs) throws IOException {
            sender.flush();
            LoadConnection.readReady(selector, waitMs, this);
        }

        @Override
        public void answer(LoadConnection from, long sentAtNanos, int code, AnswerHeader header,
                           ByteBuffer body, int bodyBytes) {
            if (from == sender) {
                return;
            }
            if (code == 0 && sentAt[from.number] != 0) {
                latency.add(System.nanoTime() - sentAt[from.number]);
                sentAt[from.number] = 0;
            }
            from.offset = Math.max(from.offset, header.number(AnswerHeader.NEXT_OFFSET));
            ask(from);
        }

        void close() throws IOException {
            sender.close();
            for (LoadConnection pull : pulls) {
                pull.close();
            }
        }
    }
}
