/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

/** Bytes per second, counted over whole seconds. One thread. */
public final class TransferRate {

    private static final long WINDOW_MS = 1_000;

    private long windowStartMs;
    private long inWindow;
    private long lastWindow;

    /**
     * Begins at zero.
     *
     * @param nowMs elapsed time
     */
    public TransferRate(long nowMs) {
        this.windowStartMs = nowMs;
    }

    /**
     * Counts.
     *
     * @param bytes moved just now
     * @param nowMs elapsed time
     */
    public void moved(long bytes, long nowMs) {
        turn(nowMs);
        inWindow += bytes;
    }

    /**
     * The rate.
     *
     * @param nowMs elapsed time
     * @return bytes in the last full second
     */
    public long bytesPerSecond(long nowMs) {
        turn(nowMs);
        return lastWindow;
    }

    private void turn(long nowMs) {
        long passed = nowMs - windowStartMs;
        if (passed >= WINDOW_MS) {
            lastWindow = passed < 2 * WINDOW_MS ? inWindow * WINDOW_MS / passed : 0;
            inWindow = 0;
            windowStartMs = nowMs;
        }
    }
}
