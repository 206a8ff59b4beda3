/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.TransferRate;

/**
 * Moves the bytes of one slave: reports in, frames out. What to send and what a report is worth, {@link SlaveProgress}
 * knows. Owned by who has the service's turn.
 */
final class HaConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HaConnection.class);
    /** Reports that are looked at in one turn. */
    private static final int REPORTS_MAX = 128;
    /** What an appender sends itself; with more to send, the replication thread is the better one. */
    static final int LITTLE_BYTES = 64 << 10;
    private static final long NO_DOUBT = Long.MIN_VALUE;

    private final HaChannel channel;
    private final SlaveProgress progress;
    private final FrameBatch batch;
    private final ByteBuffer reported = ByteBuffer.allocateDirect(REPORTS_MAX * HaFrames.REPORT_BYTES);
    private final TransferRate rate;
    private boolean begun;
    private boolean greeted;
    private long doubtMs = NO_DOUBT;
    private long doubtMark;
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
    }

    /**
     * Reads and writes what can be.
     *
     * @param batchesMax most batches to write in this turn, so that others get theirs
     * @param nowMs elapsed time
     * @return number of bytes moved
     */
    int doWork(int batchesMax, long nowMs) {
        return move(true, batchesMax, nowMs);
    }

    /**
     * Writes what a slave in step lacks, when it is little. What is left of an earlier write is not.
     *
     * @param nowMs elapsed time
     * @return whether nothing is left to do for this connection now
     */
    boolean sendLittle(long nowMs) {
        if (!progress.state().isFollowing()) {
            return true;
        }
        if (!batch.isEmpty() || !progress.isSteady(nowMs) || progress.unsentBytes() > LITTLE_BYTES) {
            return false;
        }
        move(false, 1, nowMs);
        return batch.isEmpty() && progress.state() == SlaveState.IN_STEP && progress.unsentBytes() == 0;
    }

    private int move(boolean reports, int batchesMax, long nowMs) {
        try {
            return (reports ? readReports(nowMs) : 0) + write(batchesMax, nowMs);
        } catch (IOException e) {
            progress.end("connection broke: " + e.getMessage());
            return 0;
        } catch (RuntimeException | InternalError e) { // the latter where the disk does not give a mapped page
            log.error("sending to a slave failed at {}", progress.nextPosition(), e);
            progress.end("sending failed at " + progress.nextPosition() + ": " + e);
            return 0;
        }
    }

    private int readReports(long nowMs) throws IOException {
        int bytes = channel.read(reported);
        if (bytes < 0) {
            progress.end("slave closed the connection");
            return 0;
        }
        int at = 0;
        while (at + HaFrames.REPORT_BYTES <= reported.position()) {
            progress.reported(HaFrames.reportPosition(reported, at), nowMs);
            at += HaFrames.REPORT_BYTES;
        }
        if (at > 0) {
            reported.limit(reported.position()).position(at);
            reported.compact();
        }
        return bytes;
    }

    private int write(int batchesMax, long nowMs) throws IOException {
        long moved = 0;
        for (int i = 0; i < batchesMax; i++) {
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

    static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    InetSocketAddress peer() {
        return channel.peer();
    }

    /** Whether data began to flow since this was asked last. */
    boolean takeGreeting() {
        boolean news = !greeted && progress.state().isFollowing();
        greeted |= news;
        return news;
    }

    /** Another connection of the same host follows: this one may be its former self. */
    void doubt(long nowMs) {
        doubtMs = nowMs;
        doubtMark = progress.nextPosition();
    }

    /**
     * Whether this may be the former self of a newer connection: no until it acknowledges what was sent after that one
     * came, or reports when nothing of an ended connection can be on its way any more.
     *
     * @param lateMs how long a report of an ended connection may be on its way
     * @return whether it is still doubtful
     */
    boolean isDoubtful(long lateMs) {
        if (doubtMs != NO_DOUBT
            && (progress.ackPosition() > doubtMark || progress.lastReadMs() - doubtMs > lateMs)) {
            doubtMs = NO_DOUBT;
        }
        return doubtMs != NO_DOUBT;
    }

    /** Since when it is doubtful, in elapsed milliseconds. */
    long doubtMs() {
        return doubtMs;
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
