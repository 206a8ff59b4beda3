/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Drives one broker with one load, in the calling thread: warms up, counts, drains. */
public final class LoadDriver implements LoadConnection.Answers {

    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(6);

    private final Load load;
    private final long[] pids;
    private final RequestFrame[] frames;
    private final List<LoadConnection> connections = new ArrayList<>();
    private final LatencyHistogram latency = new LatencyHistogram();
    private final Map<Integer, Long> codes = new TreeMap<>();
    private boolean counting;
    private boolean over;
    private long messages;
    private long successes;
    private double cpuSeconds;
    private int nextFrame;
    private int nextConnection;

    /**
     * Creates the driver of one run.
     *
     * @param load what to do
     * @param topic topic, or begin of the topics' names
     * @param pids processes whose CPU time counts; memory is read from the first
     */
    public LoadDriver(Load load, String topic, long... pids) {
        this(load, frames(load, topic), pids);
    }

    /** The same with frames of the caller's own, sent in turns. */
    public LoadDriver(Load load, RequestFrame[] frames, long... pids) {
        this.load = load;
        this.pids = pids;
        this.frames = frames;
    }

    /** The requests of a load, prepared, one for each topic. */
    public static RequestFrame[] frames(Load load, String topic) {
        RequestFrame[] frames = new RequestFrame[load.topics()];
        for (int i = 0; i < frames.length; i++) {
            String name = frames.length == 1 ? topic : topic + "-" + i;
            frames[i] = load.kind() == Load.Kind.PULL ? RequestFrame.pull(name, load, "*", RequestFrame.WITH_FILTER)
                : RequestFrame.send(name, load);
        }
        return frames;
    }

    /**
     * Runs.
     *
     * @param port port of the broker on 127.0.0.1
     * @param warmupMs time that is not counted
     * @param countMs time that is counted; pulls begin again at the queues' ends. With 0 a pull is counted from its
     *                first request and ends at the queues' ends.
     */
    public LoadFigures run(int port, long warmupMs, long countMs) throws IOException {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < load.connections(); i++) {
                LoadConnection connection = new LoadConnection(address, selector, frames[0].sizeBytes());
                connection.queueId = i % load.queues();
                connections.add(connection);
            }
            return countMs == 0 ? pullOnce(selector) : drive(selector, warmupMs, countMs);
        } finally {
            for (LoadConnection connection : connections) {
                connection.close();
            }
        }
    }

    private LoadFigures pullOnce(Selector selector) throws IOException {
        double cpuBefore = ProcessCost.cpuSeconds(pids);
        long begin = System.nanoTime();
        counting = true;
        boolean allDone = false;
        while (!allDone) {
            allDone = true;
            for (LoadConnection connection : connections) {
                if (!connection.done && connection.underWay() == 0) {
                    connection.put(frames[0], System.nanoTime());
                }
                connection.flush();
                allDone &= connection.done;
            }
            if (!allDone) {
                LoadConnection.readReady(selector, 2, this);
            }
        }
        return figures(System.nanoTime() - begin, ProcessCost.cpuSeconds(pids) - cpuBefore);
    }

    private LoadFigures drive(Selector selector, long warmupMs, long countMs) throws IOException {
        long countFrom = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(warmupMs);
        long end = countFrom + TimeUnit.MILLISECONDS.toNanos(countMs);
        long due = System.nanoTime();
        long now = due;
        while (!over || !idle() && now < end + DRAIN_NANOS) {
            now = System.nanoTime();
            turnPhase(now, countFrom, end);
            if (!over) {
                due = load.ratePerSecond() > 0 ? fillByRate(now, due) : fillByWindow(now);
            }
            boolean wrote = false;
            for (LoadConnection connection : connections) {
                wrote |= connection.flush();
            }
            LoadConnection.readReady(selector, pauseMs(wrote), this);
        }
        return figures(end - countFrom, cpuSeconds);
    }

    /** From warming up to counting to draining. */
    private void turnPhase(long now, long countFrom, long end) throws IOException {
        if (!counting && !over && now >= countFrom) {
            counting = true;
            cpuSeconds = -ProcessCost.cpuSeconds(pids);
        } else if (counting && now >= end) {
            counting = false;
            over = true;
            cpuSeconds += ProcessCost.cpuSeconds(pids);
        }
    }

    private int pauseMs(boolean wrote) {
        if (load.ratePerSecond() > 0 && !over) {
            return 0;
        }
        return wrote ? 1 : 2;
    }

    private boolean idle() {
        return connections.stream().allMatch(connection -> connection.underWay() == 0);
    }

    private long fillByRate(long now, long dueBefore) {
        long due = dueBefore;
        while (due <= now) {
            LoadConnection connection = connections.get(nextConnection++ % connections.size());
            if (!connection.hasRoomFor(frames[0])) {
                break;
            }
            put(connection, due);
            due += TimeUnit.SECONDS.toNanos(1) / load.ratePerSecond();
        }
        return due;
    }

    private long fillByWindow(long now) {
        for (LoadConnection connection : connections) {
            while (connection.underWay() < load.window() && connection.hasRoomFor(frames[0])) {
                put(connection, now);
            }
        }
        return now;
    }

    private void put(LoadConnection connection, long dueNanos) {
        connection.put(frames[nextFrame++ % frames.length], dueNanos);
        if (load.kind() == Load.Kind.SEND) {
            connection.queueId = (connection.queueId + 1) % load.queues();
        }
    }

    @Override
    public void answer(LoadConnection from, long sentAtNanos, int code, AnswerHeader header, ByteBuffer body,
                       int bodyBytes) {
        int count = load.kind() == Load.Kind.PULL ? pulled(from, code, header, body, bodyBytes) : load.batch();
        if (counting) {
            messages += code == 0 ? count : 0;
            latency.add(System.nanoTime() - sentAtNanos);
            if (code == 0) {
                successes++;
            } else {
                codes.merge(code, 1L, Long::sum);
            }
        }
    }

    private static int pulled(LoadConnection from, int code, AnswerHeader header, ByteBuffer body, int bodyBytes) {
        int count = 0;
        for (int at = body.position(); code == 0 && at < body.position() + bodyBytes; at += body.getInt(at)) {
            count++;
        }
        long next = header.number(AnswerHeader.NEXT_OFFSET);
        boolean atEnd = next >= header.number(AnswerHeader.MAX_OFFSET);
        from.done |= atEnd;
        from.offset = Math.max(0, atEnd ? header.number(AnswerHeader.MIN_OFFSET) : next);
        return count;
    }

    private LoadFigures figures(long nanos, double cpuSeconds) throws IOException {
        codes.merge(0, successes, Long::sum);
        double millions = Math.max(1, messages) / 1e6;
        return new LoadFigures(messages / (nanos / 1e9), latency.micros(0.5), latency.micros(0.99),
            latency.micros(0.999), cpuSeconds / millions, pids.length == 0 ? -1 : ProcessCost.anonymousMib(pids[0]),
            codes);
    }
}
