/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.Backoff;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;

/**
 * Keeps the log's writer from waiting: has the next segment ready, and takes disk space and pages ahead of the writer
 * in the present one. A full disk is met here first, as an exception with a cause, and here it is noticed when there is
 * room again.
 *
 * <p>{@link #doWork} runs on the thread store-alloc; the writer calls {@link #next} and {@link #allocate} under the
 * log's lock, which do the work themselves when the agent is late.
 */
public final class FileAllocator implements Agent {

    private static final Logger log = LoggerFactory.getLogger(FileAllocator.class);
    /**
     * Zeros are laid in pieces of this size where the log is forced often. The kernel keeps what was written in one
     * piece together, and brings all of it to the disk when one byte was changed through the mapping.
     */
    static final int SMALL_PIECE_BYTES = 16 << 10;
    /** The same elsewhere, or a step: half the work for each page. No larger: a piece has a core for itself. */
    static final int LARGE_PIECE_BYTES = 256 << 10;
    /** What the writer takes itself when it has overtaken the agent. */
    private static final int LATE_STEP_BYTES = 256 << 10;
    /** What the agent takes once it has begun: so often it is woken and no oftener. */
    private static final int AHEAD_BATCH_BYTES = 2 << 20;
    /** The same in pieces, when the writer is slow: the kernel lets nobody else have this core while it makes one. */
    static final int CALM_STEP_BYTES = 64 << 10;

    private final MappedFileQueue files;
    private final AheadDistance distance;
    private final boolean forcedOften;
    private final LongSupplier end;
    private final Wakeup wakeup;
    private final Backoff backoff = new Backoff(50, 1_000);
    private volatile MappedFile spare;
    /** Start of the segment that the writer took last; it may not be in the list yet. */
    private long handedOut = -1;
    private volatile IOException failure;
    private volatile boolean layingAhead = true;
    /** The batch that was begun, and where it ends. */
    private MappedFile batchFile;
    private int batchEnd;
    private int batchStepBytes;

    /**
     * Creates the agent.
     *
     * @param files segments of the log
     * @param aheadBytes how far ahead of a slow writer space is taken
     * @param forcedOften whether the log is forced with each send, and not at times only
     * @param end where the writer is
     * @param wakeup wakes this agent's thread
     */
    public FileAllocator(MappedFileQueue files, int aheadBytes, boolean forcedOften, LongSupplier end,
                         Wakeup wakeup) {
        this.files = files;
        this.distance = new AheadDistance(aheadBytes, files.segmentBytes());
        this.forcedOften = forcedOften;
        this.end = end;
        this.wakeup = wakeup;
    }

    @Override
    public String name() {
        return "store-alloc";
    }

    /** Why the last attempt to get a file or space failed, or null. */
    public IOException failure() {
        return failure;
    }

    /**
     * The segment that begins at a position: the spare one or, when there is none, a new one. Writer only.
     *
     * @param startPosition its start
     * @return the segment, not yet in the list
     * @throws IOException when it can't be made; while the agent sees no room, at once
     */
    public synchronized MappedFile next(long startPosition) throws IOException {
        MappedFile ready = spare;
        if (ready != null && ready.startPosition() == startPosition) {
            spare = null;
            handedOut = startPosition;
            return ready;
        }
        throwKnownFailure();
        dropSpare();
        try {
            MappedFile made = mapped(files.create(startPosition));
            handedOut = startPosition;
            return made;
        } catch (IOException thrown) {
            failure = thrown;
            throw thrown;
        }
    }

    /** A segment that can't be mapped is of no use: its file must not stand in the way of the next attempt. */
    private static MappedFile mapped(MappedFile made) throws IOException {
        try {
            made.acquire().release();
            return made;
        } catch (IOException thrown) {
            made.delete();
            throw thrown;
        }
    }

    /**
     * Space for the writer that has overtaken the agent. Writer only.
     *
     * @param file present segment
     * @param upToBytes end of what will be written next
     * @throws IOException when there is none; while the agent sees no room, at once
     */
    public void allocate(MappedFile file, int upToBytes) throws IOException {
        layingAhead = true;
        throwKnownFailure();
        try {
            file.allocate(Math.max(upToBytes, file.allocatedBytes() + LATE_STEP_BYTES), pieceBytes());
        } catch (IOException thrown) {
            failure = thrown;
            throw thrown;
        }
    }

    /**
     * Says whether zeros are laid out ahead of the writer, which they are at first and after {@link #allocate}. Where a
     * backlog is written, nothing is won by it: each page would be written twice. Writer only.
     *
     * @param wanted false while a backlog is written
     */
    public void layAhead(boolean wanted) {
        if (layingAhead != wanted) {
            layingAhead = wanted;
        }
    }

    /**
     * Writes bytes for which no space was taken yet. Writer only.
     *
     * @param file present segment
     * @param index where they belong
     * @param bytes the bytes, between position and limit; not moved
     * @throws IOException when there is no space; while the agent sees no room, at once
     */
    public void write(MappedFile file, int index, ByteBuffer bytes) throws IOException {
        throwKnownFailure();
        try {
            file.write(index, bytes);
        } catch (IOException thrown) {
            failure = thrown;
            throw thrown;
        }
    }

    private void throwKnownFailure() throws IOException {
        IOException known = failure;
        if (known != null) {
            throw known;
        }
    }

    /**
     * Wakes the agent when too little of the distance ahead of the writer is left. Writer only.
     *
     * @param file present segment
     * @param writtenBytes where the writer is in it
     */
    public void wakeIfLow(MappedFile file, int writtenBytes) {
        if (!layingAhead) {
            return;
        }
        int allocated = file.allocatedBytes();
        MappedFile next = allocated == file.sizeBytes() ? spare : null;
        long left = (long) allocated - writtenBytes + (next == null ? 0 : next.allocatedBytes());
        if (left < distance.lowBytes()) {
            wakeup.wake();
        }
    }

    /** Wakes the agent: the spare segment was taken. */
    public void wake() {
        wakeup.wake();
    }

    @Override
    public int doWork(long nowMs) {
        if (failure != null && !backoff.isOver(nowMs)) {
            return 0;
        }
        try {
            int done = ahead(nowMs) + prepareSpare() + aheadInSpare();
            if (failure != null) {
                log.info("the log has room again");
                failure = null;
                backoff.succeeded();
                return done + 1;
            }
            return done;
        } catch (IOException thrown) {
            if (backoff.delayMs() == 0) {
                log.error("the log can't get more room, writes are refused until it can", thrown);
            }
            failure = thrown;
            backoff.failed(nowMs);
            return 0;
        }
    }

    private int ahead(long nowMs) throws IOException {
        MappedFile last = files.last();
        if (last == null || !layingAhead && failure == null) {
            return 0;
        }
        int allocated = last.allocatedBytes();
        // The distance is larger than a batch where the file was cut meanwhile.
        boolean begun = last == batchFile && allocated < batchEnd && batchEnd - allocated <= AHEAD_BATCH_BYTES;
        if (!begun && !beginBatch(last, allocated, nowMs)) {
            return 0;
        }
        last.allocate(Math.min(batchEnd, allocated + batchStepBytes), pieceBytes());
        if (batchStepBytes < AHEAD_BATCH_BYTES) {
            Thread.yield();
        }
        return 1;
    }

    /** Whether so little is left ahead of the writer that some more has to be taken. */
    private boolean beginBatch(MappedFile last, int allocated, long nowMs) {
        long position = end.getAsLong();
        long written = Math.max(0, position - last.startPosition());
        distance.look(position, nowMs);
        int wanted = (int) Math.min(last.sizeBytes(), written + distance.bytes());
        if (allocated >= wanted || failure == null && allocated - written > distance.lowBytes()) {
            return false;
        }
        batchFile = last;
        batchEnd = Math.min(wanted, allocated + AHEAD_BATCH_BYTES);
        batchStepBytes = distance.isCalm() ? CALM_STEP_BYTES : AHEAD_BATCH_BYTES;
        return true;
    }

    private synchronized int prepareSpare() throws IOException {
        MappedFile last = files.last();
        if (last == null || spare != null && spare.startPosition() == last.endPosition()
            || handedOut == last.endPosition()) {
            return 0;
        }
        dropSpare();
        // mapped now: later the writer would wait for whoever takes space in it
        MappedFile made = mapped(files.create(last.endPosition()));
        try {
            made.allocate(Math.min(distance.bytes(), AHEAD_BATCH_BYTES), pieceBytes());
        } catch (IOException thrown) {
            made.delete();
            throw thrown;
        }
        spare = made;
        return 1;
    }

    /** Space in the next segment, as far as the distance goes beyond the present one. */
    private int aheadInSpare() throws IOException {
        MappedFile last = files.last();
        MappedFile next = spare;
        if (next == null || last == null || !layingAhead || last.allocatedBytes() < last.sizeBytes()) {
            return 0;
        }
        long wanted = Math.min(next.sizeBytes(), distance.bytes() - (last.endPosition() - end.getAsLong()));
        long missing = wanted - next.allocatedBytes();
        if (missing <= 0) {
            return 0;
        }
        next.allocate(next.allocatedBytes() + (int) Math.min(missing, AHEAD_BATCH_BYTES), pieceBytes());
        return 1;
    }

    private int pieceBytes() {
        return forcedOften ? SMALL_PIECE_BYTES : LARGE_PIECE_BYTES;
    }

    private void dropSpare() throws IOException {
        if (spare != null) {
            MappedFile unused = spare;
            spare = null;
            unused.delete();
        }
    }

    /** Deletes the segment that was prepared and not used. */
    @Override
    public synchronized void close() {
        handedOut = -1;
        try {
            dropSpare();
        } catch (IOException thrown) {
            log.warn("the unused segment could not be deleted", thrown);
        }
    }
}
