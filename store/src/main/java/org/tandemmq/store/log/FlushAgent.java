/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;

/**
 * Forces the log to disk and is the only writer of <i>flushed</i>. Synchronous: forces whatever there is as soon as
 * there is something, so that one force serves all who wait. Asynchronous: by interval, least pages and thorough
 * interval (storage 9). A slave that gets a backlog forces it by the thorough interval only: what a loss of power would
 * take the master still has, and forcing hundreds of megabytes a second would halve the speed at which they come.
 *
 * <p>An error of the disk is final: after it nobody knows which pages are on disk, and a repetition may claim success
 * for pages that the system has dropped. The log takes no more writes, and those who wait are told.
 */
public final class FlushAgent implements Agent {

    /** What a slave is given within one interval when it gets a backlog; acknowledged sends do not come that fast. */
    static final long BACKLOG_BYTES = 128L << 20;

    private static final Logger log = LoggerFactory.getLogger(FlushAgent.class);

    private final MappedFileQueue files;
    private final Progress progress;
    private final PositionWaiters waiters;
    private final FlushConfig config;
    private final AppendGate gate;
    private final FlushListener listener;
    private long lastLookMs = Long.MIN_VALUE / 2;
    private long lookedAt;
    private long lastThoroughMs = Long.MIN_VALUE / 2;
    private boolean failed;

    /**
     * What the agent follows and what it publishes.
     *
     * @param end end of the log
     * @param flushed position up to which the disk has the log; written by the agent only
     * @param lastStoreTimestampMs store time of the newest record
     * @param copying whether what is appended comes from a master
     */
    public record Progress(Position end, Position flushed, LongSupplier lastStoreTimestampMs,
                           BooleanSupplier copying) {
    }

    /**
     * Creates the agent.
     *
     * @param files segments
     * @param progress what is followed and published
     * @param waiters futures on <i>flushed</i>
     * @param config when to flush
     * @param gate closed when the disk fails
     * @param listener told after each flush
     */
    public FlushAgent(MappedFileQueue files, Progress progress, PositionWaiters waiters, FlushConfig config,
                      AppendGate gate, FlushListener listener) {
        this.files = files;
        this.progress = progress;
        this.waiters = waiters;
        this.config = config;
        this.gate = gate;
        this.listener = listener;
    }

    @Override
    public String name() {
        return "store-flush";
    }

    @Override
    public int doWork(long nowMs) {
        long dirty = progress.end().value() - progress.flushed().value();
        if (failed || dirty <= 0 || !isDue(dirty, nowMs)) {
            return 0;
        }
        flush();
        return 1;
    }

    private boolean isDue(long dirtyBytes, long nowMs) {
        if (config.sync()) {
            return true;
        }
        boolean thorough = nowMs - lastThoroughMs >= config.thoroughIntervalMs();
        if (thorough) {
            lastThoroughMs = nowMs;
        } else if (nowMs - lastLookMs < config.intervalMs()
            || dirtyBytes < (long) config.leastPages() * MappedFile.PAGE_BYTES) {
            return false;
        }
        long end = progress.end().value();
        boolean backlog = progress.copying().getAsBoolean() && end - lookedAt >= BACKLOG_BYTES;
        lastLookMs = nowMs;
        lookedAt = end;
        return thorough || !backlog;
    }

    /** Forces everything up to the present end; owner thread, or any when the agent's thread has ended. */
    public void flush() {
        if (failed) {
            return;
        }
        // Read first: what has this store time lies before the end that is read afterwards.
        long storeTimestampMs = progress.lastStoreTimestampMs().getAsLong();
        long to = progress.end().value();
        try {
            while (progress.flushed().value() < to) {
                progress.flushed().advance(forced(progress.flushed().value(), to));
                waiters.complete();
            }
            listener.flushed(to, storeTimestampMs);
        } catch (IOException thrown) {
            failed = true;
            String reason = "the disk did not confirm a flush of the log at position " + progress.flushed().value()
                + " (" + thrown + "); restart after the disk is repaired";
            log.error("{}", reason, thrown);
            gate.refuse(AppendGate.Cause.FLUSH_FAILED, reason);
            waiters.giveUp();
        }
    }

    /** Forces the part that lies in one segment; gives the position behind it. */
    private long forced(long from, long to) throws IOException {
        MappedFile file = files.atOrAfter(from);
        if (file == null || file.startPosition() >= to) {
            return to;
        }
        long begin = Math.max(from, file.startPosition());
        long behind = Math.min(to, file.endPosition());
        SharedRegion region = file.acquire();
        if (region != null) {
            try {
                region.force((int) (begin - file.startPosition()), (int) (behind - file.startPosition()));
            } finally {
                region.release();
            }
        }
        return behind;
    }
}
