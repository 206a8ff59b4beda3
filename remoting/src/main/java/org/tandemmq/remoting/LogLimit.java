/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Lets a few lines of one cause through in each period and counts the others. Any thread. */
public final class LogLimit {

    private static final int LINES = 5;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanoClock;
    private final int linesMax;
    private final long periodNs;
    private final AtomicLong periodEndNs;
    private final AtomicInteger lines = new AtomicInteger();
    private final AtomicLong suppressed = new AtomicLong();

    /**
     * Creates a limit.
     *
     * @param nanoClock elapsed time
     */
    public LogLimit(LongSupplier nanoClock) {
        this(nanoClock, LINES, PERIOD_NS);
    }

    /**
     * Creates another limit.
     *
     * @param nanoClock elapsed time
     * @param linesMax lines of a period
     * @param periodNs its nanoseconds, from a line on that comes after the period before
     */
    public LogLimit(LongSupplier nanoClock, int linesMax, long periodNs) {
        this.nanoClock = nanoClock;
        this.linesMax = linesMax;
        this.periodNs = periodNs;
        this.periodEndNs = new AtomicLong(nanoClock.getAsLong());
    }

    /** Whether a line may be written now. */
    public boolean permits() {
        long now = nanoClock.getAsLong();
        long end = periodEndNs.get();
        if (now - end >= 0 && periodEndNs.compareAndSet(end, now + periodNs)) {
            lines.set(0);
        }
        if (lines.incrementAndGet() <= linesMax) {
            return true;
        }
        suppressed.incrementAndGet();
        return false;
    }

    /** Text to append to a line: how many were left out before it, if any. */
    public String suppressed() {
        long left = suppressed.getAndSet(0);
        return left == 0 ? "" : " (" + left + " more such lines were left out)";
    }
}
