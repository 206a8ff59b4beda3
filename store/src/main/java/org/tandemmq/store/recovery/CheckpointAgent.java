/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.FlushListener;
import org.tandemmq.store.queue.QueueMark;

/**
 * Writes down every second how far log, queues and index have got, if they have got on: what a restart goes over is
 * what came after. Forces the index itself, in longer intervals, as its pages are scattered. Runs on the thread
 * store-upkeep; told about the log by the flush thread.
 */
public final class CheckpointAgent implements Agent, FlushListener {

    private static final Logger log = LoggerFactory.getLogger(CheckpointAgent.class);
    private static final long WRITE_EVERY_MS = 1_000;
    /** However slow the disk is: what a restart goes over is what came since. */
    private static final long WRITE_AT_LEAST_EVERY_MS = 5_000;
    private static final long FORCE_INDEX_EVERY_MS = 10_000;
    private static final long FORCE_INDEX_AT_LEAST_EVERY_MS = 120_000;
    private static final int REST_PER_WORK = 19;
    /** With so much of the log since the index was forced, the pause is only as long as that took. */
    private static final long INDEX_FAR_BEHIND_BYTES = 1L << 30;
    /** How far before the end the next start checks records at least. */
    static final long CHECK_BYTES = 16 << 20;

    private final StoreMarks marks;
    private final Supplier<QueueMark> queuesWritten;
    private final Optional<IndexService> index;
    private final long machine;
    private final LongSupplier elapsedMs;
    private volatile Flushed flushed;
    private QueueMark queuesForced;
    private IndexForced indexForced;
    private StoreCheckpoint.Marks last;
    private long checkFrom;
    private long checkFromNext;
    private long nextWriteMs = Long.MIN_VALUE;
    private long nextIndexMs = Long.MIN_VALUE;
    private long earliestIndexMs = Long.MIN_VALUE;
    private boolean failing;

    private record Flushed(long position, long storeTimestampMs) {
    }

    private record IndexForced(long position, long endPosition, long endTimestampMs) {
    }

    /**
     * Creates the agent.
     *
     * @param marks where it writes
     * @param found what stood there when the store opened
     * @param followers queues and index
     * @param machine this machine and directory
     * @param elapsedMs elapsed-time clock
     */
    public CheckpointAgent(StoreMarks marks, Opened found, Followers followers, long machine,
                           LongSupplier elapsedMs) {
        this.marks = marks;
        this.queuesWritten = followers.queuesWritten();
        this.index = followers.index();
        this.machine = machine;
        this.elapsedMs = elapsedMs;
        this.last = found.marks();
        this.flushed = new Flushed(found.flushed(), found.marks().logTimestampMs());
        this.queuesForced = new QueueMark(found.queuesForced(), found.marks().queueTimestampMs());
        this.checkFrom = found.checkedFrom();
        this.checkFromNext = found.checkedFrom();
        this.indexForced = new IndexForced(found.indexForced(), 0, found.marks().indexTimestampMs());
    }

    /**
     * What was known when the store opened.
     *
     * @param marks as read
     * @param checkedFrom from here on records were checked
     * @param flushed the log is on disk up to here
     * @param queuesForced the queues are
     * @param indexForced the index is
     */
    public record Opened(StoreCheckpoint.Marks marks, long checkedFrom, long flushed, long queuesForced,
                         long indexForced) {
    }

    /**
     * Who follows the log.
     *
     * @param queuesWritten up to where the queues' files go
     * @param index the index, empty when it is off
     */
    public record Followers(Supplier<QueueMark> queuesWritten, Optional<IndexService> index) {
    }

    @Override
    public String name() {
        return "store-checkpoint";
    }

    @Override
    public void flushed(long position, long storeTimestampMs) {
        flushed = new Flushed(position, Math.max(flushed.storeTimestampMs(), storeTimestampMs));
    }

    /**
     * All queues are on disk up to a mark. The owner's thread, or at start.
     *
     * @param mark position and store time
     */
    public void forced(QueueMark mark) {
        queuesForced = mark;
    }

    /**
     * The log is cut: positions behind are no boundaries of what will be written there. No thread runs meanwhile.
     *
     * @param position new end of the log
     */
    public void cut(long position) {
        checkFrom = Math.min(checkFrom, position);
        checkFromNext = Math.min(checkFromNext, position);
        flushed = new Flushed(Math.min(position, flushed.position()), flushed.storeTimestampMs());
    }

    @Override
    public int doWork(long nowMs) {
        if (nowMs < nextWriteMs) {
            return 0;
        }
        long began = elapsedMs.getAsLong();
        try {
            write();
            nextWriteMs = nowMs + rest(began, WRITE_EVERY_MS, WRITE_AT_LEAST_EVERY_MS);
            if (nextIndexMs == Long.MIN_VALUE) {
                nextIndexMs = nowMs + FORCE_INDEX_EVERY_MS;
            } else if (nowMs >= nextIndexMs || nowMs >= earliestIndexMs && isIndexFarBehind()) {
                began = elapsedMs.getAsLong();
                forceIndex();
                nextIndexMs = nowMs + rest(began, FORCE_INDEX_EVERY_MS, FORCE_INDEX_AT_LEAST_EVERY_MS);
                earliestIndexMs = nowMs + elapsedMs.getAsLong() - began;
            }
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                log.error("the checkpoint can't be written, tried again every {} ms: {}; a restart goes over more of"
                    + " the log", WRITE_EVERY_MS, e.toString());
            }
            failing = true;
            nextWriteMs = nowMs + WRITE_EVERY_MS;
        }
        return 0;
    }

    private boolean isIndexFarBehind() {
        return queuesWritten.get().position() - indexForced.position() >= INDEX_FAR_BEHIND_BYTES;
    }

    /** A pause that grows with what the work took, within bounds. */
    private long rest(long began, long least, long most) {
        return Math.max(least, Math.min(most, (elapsedMs.getAsLong() - began) * REST_PER_WORK));
    }

    private void forceIndex() throws IOException {
        if (index.isPresent()) {
            long position = index.get().trustedEnd(queuesWritten.get().position());
            long endPosition = index.get().endPosition();
            long endTimestampMs = index.get().endTimestampMs();
            index.get().force();
            // entries behind what the queues have are no harm: the next start drops and makes them again
            indexForced = new IndexForced(position, Math.min(endPosition, position), endTimestampMs);
        }
    }

    /**
     * Writes the marks, if they have changed.
     *
     * @throws IOException when they can't be written
     */
    public void write() throws IOException {
        QueueMark written = queuesWritten.get();
        if (written.position() - checkFromNext >= CHECK_BYTES) {
            checkFrom = checkFromNext;
            checkFromNext = written.position();
        }
        StoreCheckpoint.Marks now = marksOf(written, flushed);
        if (!now.equals(last)) {
            marks.write(now, new QueueEndsFile(written, queuesForced));
            last = now;
        }
    }

    private StoreCheckpoint.Marks marksOf(QueueMark written, Flushed log) {
        long indexWritten = index.isPresent() ? index.get().trustedEnd(written.position()) : written.position();
        long indexOnDisk = index.isPresent() ? indexForced.position() : queuesForced.position();
        long logMs = log.storeTimestampMs();
        if (queuesForced.position() <= log.position()) {
            // a slave does not know the store times of what it appends; dispatch does
            logMs = Math.max(logMs, queuesForced.storeTimestampMs());
        }
        return new StoreCheckpoint.Marks(logMs, Math.max(last.queueTimestampMs(), queuesForced.storeTimestampMs()),
            Math.max(last.indexTimestampMs(), indexForced.endTimestampMs()), last.masterFlushed(), last.confirmed(),
            new StoreCheckpoint.Positions(Math.min(checkFrom, Math.min(log.position(), written.position())),
                log.position(),
                new StoreCheckpoint.Written(written.position(), queuesForced.position()),
                new StoreCheckpoint.Written(indexWritten, indexOnDisk), indexForced.endPosition(), machine));
    }

    /**
     * Writes down that everything is on disk, after it has been forced and nothing runs any more.
     *
     * @throws IOException when it can't be written
     */
    public void writeAtStop() throws IOException {
        forceIndex();
        write();
    }
}
