/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

/**
 * Limits and sizes of a server or client.
 *
 * @param ioThreads event loops
 * @param frameBytesMax most bytes of a frame, its length field included
 * @param connectionsMax most connections; more are closed at once
 * @param idleCloseMs milliseconds without a byte in either direction after which a connection is closed
 * @param unsentBytesMax unsent bytes of a connection above which nothing more is read from it; it is read again when
 *     half of them are gone
 * @param requestsInFlightMax requests of a connection without an answer above which nothing more is read from it
 * @param closeWaitMs milliseconds that closing waits for answers under way
 */
public record NettySettings(int ioThreads, int frameBytesMax, int connectionsMax, long idleCloseMs,
                            int unsentBytesMax, int requestsInFlightMax, long closeWaitMs) {

    /** Most bytes of a frame, as the reference has it. */
    private static final int FRAME_BYTES_MAX = 1 << 24;

    /** Values of a broker, as the reference has them where it has such limits. */
    public static final NettySettings DEFAULTS =
        new NettySettings(Runtime.getRuntime().availableProcessors(), FRAME_BYTES_MAX, 20_000, 120_000, 1 << 20, 65_536,
            500);


    /** Most bytes of requests that wait for an executor, where two frames are not more. */
    public static final long WAITING_BYTES_MAX = 32L << 20;

    /** What a frame may have beside its body. */
    private static final int HEADER_BYTES_MAX = 1 << 20;
    private static final long INPUT_BYTES_MAX = 64L << 20;
    private static final long UNSENT_COPIES_MAX = 32L << 20;

    /** Checks the values. */
    public NettySettings {
        if (ioThreads < 1 || connectionsMax < 1 || requestsInFlightMax < 1) {
            throw new IllegalArgumentException("ioThreads " + ioThreads + ", connectionsMax " + connectionsMax
                + " and requestsInFlightMax " + requestsInFlightMax + " must be at least 1");
        }
        if (frameBytesMax < 1024 || unsentBytesMax < 1024 || idleCloseMs < 1 || closeWaitMs < 0) {
            throw new IllegalArgumentException("frameBytesMax " + frameBytesMax + " and unsentBytesMax "
                + unsentBytesMax + " must be at least 1024, idleCloseMs " + idleCloseMs + " at least 1, closeWaitMs "
                + closeWaitMs + " at least 0");
        }
    }

    /**
     * Most bytes of memory that all connections together hold for unfinished frames, and for what was read from those
     * that have to take answers first: 64 MiB, but a frame and one of the usual limit at least. They are outside of the
     * heap; a process may have two servers.
     */
    public long inputBytesMax() {
        return Math.max((long) frameBytesMax + FRAME_BYTES_MAX, INPUT_BYTES_MAX);
    }

    /**
     * Most bytes of answers that all connections together hold because they are not read, slices of mapped files left
     * out: 32 MiB, but two frames at least. They are outside of the heap.
     */
    public long unsentCopiesMax() {
        return Math.max(2L * frameBytesMax, UNSENT_COPIES_MAX);
    }

    /**
     * Most bytes of the requests of all connections that wait for an executor or are run by it; more are answered with
     * code 2. {@link #WAITING_BYTES_MAX}, but two frames at least.
     */
    public long waitingBytesMax() {
        return Math.max(2L * frameBytesMax, WAITING_BYTES_MAX);
    }

    /**
     * The same with larger frames, for a client that asks for large answers.
     *
     * @param bodyBytes most bytes of a body
     * @return the settings
     */
    public NettySettings withBodyBytesMax(int bodyBytes) {
        return new NettySettings(ioThreads, bodyBytes + HEADER_BYTES_MAX, connectionsMax, idleCloseMs, unsentBytesMax,
            requestsInFlightMax, closeWaitMs);
    }

    /**
     * The same with another number of event loops.
     *
     * @param threads event loops
     * @return the settings
     */
    public NettySettings withIoThreads(int threads) {
        return new NettySettings(threads, frameBytesMax, connectionsMax, idleCloseMs, unsentBytesMax,
            requestsInFlightMax, closeWaitMs);
    }

    /**
     * The same with another number of connections.
     *
     * @param connections most connections
     * @return the settings
     */
    public NettySettings withConnectionsMax(int connections) {
        return new NettySettings(ioThreads, frameBytesMax, connections, idleCloseMs, unsentBytesMax,
            requestsInFlightMax, closeWaitMs);
    }

    /**
     * The same with another idle time.
     *
     * @param millis milliseconds without traffic
     * @return the settings
     */
    public NettySettings withIdleCloseMs(long millis) {
        return new NettySettings(ioThreads, frameBytesMax, connectionsMax, millis, unsentBytesMax,
            requestsInFlightMax, closeWaitMs);
    }
}
