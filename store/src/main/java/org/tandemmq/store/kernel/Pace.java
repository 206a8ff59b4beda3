/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.kernel;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps long work in the kernel from having a core to itself. A call that walks over many pages gives the core to
 * nobody until it is through, and threads that are queued there, or on the other one behind each other, wait as long.
 * So the work is done in pieces, and after each of them its thread rests for four times as long as the piece took.
 *
 * <p>One thread; one object for each work.
 */
public final class Pace {

    private static final int REST_PER_WORK = 4;
    /** A piece that took longer has mostly waited for the disk, and others had the core meanwhile. */
    private static final long REST_MAX_NANOS = 2_000_000;

    private final LongSupplier nanoTime;
    private final LongConsumer rest;
    private long pieceBeganNanos;

    /** A pace of the machine's clock; the first piece begins now. */
    public Pace() {
        this(System::nanoTime, LockSupport::parkNanos);
    }

    /**
     * A pace of any clock.
     *
     * @param nanoTime elapsed nanoseconds
     * @param rest lets the thread rest for so many nanoseconds, or less
     */
    Pace(LongSupplier nanoTime, LongConsumer rest) {
        this.nanoTime = nanoTime;
        this.rest = rest;
        this.pieceBeganNanos = nanoTime.getAsLong();
    }

    /** What is done with one piece. */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        /**
         * Does it.
         *
         * @param from begin of the piece
         * @param to behind its end
         * @throws E when it failed: no further piece is begun
         */
        void on(long from, long to) throws E;
    }

    /**
     * Does some work on a range piece by piece.
     *
     * @param from begin of the range
     * @param to behind its end
     * @param pieceBytes size of a piece; the last one may be smaller
     * @param work what is done with each
     * @param <E> how it may fail
     * @throws E as soon as a piece fails
     */
    public <E extends Exception> void inPieces(long from, long to, long pieceBytes, Work<E> work) throws E {
        for (long at = from; at < to; at += pieceBytes) {
            work.on(at, Math.min(to, at + pieceBytes));
            afterPiece();
        }
    }

    /** A piece is done: rests, and the next one begins. A thread that was interrupted does not rest. */
    void afterPiece() {
        long tookNanos = nanoTime.getAsLong() - pieceBeganNanos;
        if (tookNanos > 0) {
            rest.accept(Math.min(REST_MAX_NANOS, tookNanos * REST_PER_WORK));
        }
        pieceBeganNanos = nanoTime.getAsLong();
    }
}
