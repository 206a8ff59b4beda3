/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.TransferRate;

/**
 * Moves the bytes of one slave: reports in, frames out. What to send and what a report is worth, {@link SlaveProgress}
 * knows. Owned by the replication thread.
 */
final class HaConnection implements AutoCloseable {

    /** Reports that are looked at in one turn. */
    private static final int REPORTS_MAX = 128;
    /** Batches that are written in one turn, so that others get theirs. */
    private static final int BATCHES_MAX = 4;

    private final HaChannel channel;
    private final SlaveProgress progress;
    private final FrameBatch batch;
    private final ByteBuffer reports = ByteBuffer.allocateDirect(REPORTS_MAX * HaFrames.REPORT_BYTES);
    private final TransferRate rate;
    private final long openedMs;
    private boolean begun;
    private boolean closed;

    /**
     * Creates a connection.
     *
     * @param channel bytes to and from the slave
     * @param progress decides
     * @param batch frames on their way
     * @param nowMs elapsed time
     */
    HaConnection(HaChannel channel, SlaveProgress progress, FrameBatch batch, long nowMs) {
        this.channel = channel;
        this.progress = progress;
        this.batch = batch;
        this.rate = new TransferRate(nowMs);
        this.openedMs = nowMs;
    }

    /**
     * Reads and writes what can be.
     *
     * @param nowMs elapsed time
     * @return number of bytes moved
     */
    int doWork(long nowMs) {
        try {
            return readReports(nowMs) + write(nowMs);
        } catch (IOException e) {
            progress.end("connection broke: " + e.getMessage());
            return 0;
        } catch (RuntimeException e) {
            progress.end("sending failed at " + progress.nextPosition() + ": " + e);
            return 0;
        }
    }

    private int readReports(long nowMs) throws IOException {
        int bytes = channel.read(reports);
        if (bytes < 0) {
            progress.end("slave closed the connection");
            return 0;
        }
        int at = 0;
        while (at + HaFrames.REPORT_BYTES <= reports.position()) {
            progress.reported(HaFrames.reportPosition(reports, at), nowMs);
            at += HaFrames.REPORT_BYTES;
        }
        if (at > 0) {
            reports.limit(reports.position()).position(at);
            reports.compact();
        }
        return bytes;
    }

    private int write(long nowMs) throws IOException {
        long moved = 0;
        for (int i = 0; i < BATCHES_MAX; i++) {
            if (batch.isEmpty() && !prepare(nowMs)) {
                break;
            }
            moved += batch.writeTo(channel);
            if (!batch.isEmpty()) {
                break;
            }
        }
        rate.moved(moved, nowMs);
        return (int) moved;
    }

    private boolean prepare(long nowMs) {
        SlaveProgress.Step step = progress.step(nowMs);
        if (step == SlaveProgress.Step.DATA) {
            if (!begun && !progress.isAligned()) {
                batch.beginInsideRecord();
            }
            begun = true;
            int bytes = batch.fill(progress.nextPosition());
            if (bytes > 0) {
                progress.sent(bytes, nowMs);
            }
            return bytes > 0;
        }
        if (step == SlaveProgress.Step.HEARTBEAT) {
            batch.heartbeat(progress.heartbeatPosition());
            progress.sent(0, nowMs);
            return true;
        }
        return false;
    }

    /**
     * Whether the connection has to go.
     *
     * @param nowMs elapsed time
     */
    boolean isOver(long nowMs) {
        return progress.step(nowMs) == SlaveProgress.Step.CLOSE;
    }

    SlaveProgress progress() {
        return progress;
    }

    InetSocketAddress peer() {
        return channel.peer();
    }

    long openedMs() {
        return openedMs;
    }

    long bytesPerSecond(long nowMs) {
        return rate.bytesPerSecond(nowMs);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            batch.close();
            channel.close();
        }
    }
}
