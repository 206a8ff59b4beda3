/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells how far a long piece of work has got: nothing in the first second, then one line a second. One thread. */
public final class ProgressLog {

    private static final Logger log = LoggerFactory.getLogger(ProgressLog.class);
    private static final long EVERY_MS = 1_000;

    private final String what;
    private final long from;
    private final long to;
    private final LongSupplier elapsedMs;
    private final long beganMs;
    private long toldMs;

    /**
     * Begins.
     *
     * @param what the work, such as {@code checking the log}
     * @param from where it begins
     * @param to where it ends
     * @param elapsedMs elapsed-time clock
     */
    public ProgressLog(String what, long from, long to, LongSupplier elapsedMs) {
        this.what = what;
        this.from = from;
        this.to = to;
        this.elapsedMs = elapsedMs;
        this.beganMs = elapsedMs.getAsLong();
        this.toldMs = beganMs;
    }

    /**
     * Says where the work is; may be called for every record, but costs a look at the clock.
     *
     * @param position where it is
     */
    public void at(long position) {
        long now = elapsedMs.getAsLong();
        if (now - toldMs >= EVERY_MS) {
            toldMs = now;
            log.info("{}: {} %, at {} of {}", what, to <= from ? 100 : (position - from) * 100 / (to - from), position,
                to);
        }
    }

    /** How long it has taken so far. */
    public long tookMs() {
        return elapsedMs.getAsLong() - beganMs;
    }
}
