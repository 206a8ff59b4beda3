/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

/** Growing pause between attempts: doubles from the first to the longest, begins anew after success. One thread. */
public final class Backoff {

    private final long firstMs;
    private final long longestMs;
    private long nextMs;
    private long delayMs;
    private long untilMs = Long.MIN_VALUE;

    /**
     * Creates the pause.
     *
     * @param firstMs pause after the first failure
     * @param longestMs longest pause
     */
    public Backoff(long firstMs, long longestMs) {
        this.firstMs = firstMs;
        this.longestMs = longestMs;
        this.nextMs = firstMs;
    }

    /**
     * An attempt failed.
     *
     * @param nowMs elapsed time
     */
    public void failed(long nowMs) {
        delayMs = nextMs;
        untilMs = nowMs + delayMs;
        nextMs = Math.min(longestMs, nextMs * 2);
    }

    /** An attempt went well. */
    public void succeeded() {
        nextMs = firstMs;
        delayMs = 0;
        untilMs = Long.MIN_VALUE;
    }

    /**
     * Whether the next attempt is due.
     *
     * @param nowMs elapsed time
     * @return true when no pause is running
     */
    public boolean isOver(long nowMs) {
        return nowMs >= untilMs;
    }

    /** The pause that runs since the last failure, in milliseconds. */
    public long delayMs() {
        return delayMs;
    }

    /** The pause that the next failure will start, in milliseconds. */
    public long nextDelayMs() {
        return nextMs;
    }
}
