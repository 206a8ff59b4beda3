/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.loop;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.LongSupplier;

/**
 * An event loop that has nothing to do lets others run and looks again before it goes to sleep. On few cores the one
 * who waits for its answers is often next in line, and sends more at once: a look costs a fraction of a sleep and a
 * wake-up. With an idle core both looks together take a microsecond or two.
 *
 * <p>Not while other threads hand it answers: those who wait for a slave or the disk are set free together, and a loop
 * that is awake for each would write many small answers where it could write a few large ones.
 *
 * <p>Nor while the cores are busy with others: a thread that lets a busy one run gets the core back milliseconds later,
 * and its requests wait as long. One look in so many sleeps finds out whether that is over.
 *
 * <p>Owned by one event loop.
 */
public final class YieldingSelect implements SelectStrategy {

    private static final int LOOKS_BEFORE_SLEEP = 2;
    /** Sleeps at once, after another thread handed over answers. */
    static final int SLEEPS_AFTER_ANSWERS = 8;
    /** Sleeps at once, after others had the core for longer than {@link #BUSY_NANOS}. */
    static final int SLEEPS_WHEN_BUSY = 128;
    static final long BUSY_NANOS = 2_000_000;
    private static final FastThreadLocal<YieldingSelect> OF_LOOP = new FastThreadLocal<>();

    private final Runnable letOthersRun;
    private final LongSupplier nanoClock;
    private boolean known;
    private int sleeps;

    /** A strategy for one event loop. */
    public YieldingSelect() {
        this(Thread::yield, System::nanoTime);
    }

    YieldingSelect(Runnable letOthersRun, LongSupplier nanoClock) {
        this.letOthersRun = letOthersRun;
        this.nanoClock = nanoClock;
    }

    /** Called on an event loop that writes answers which another thread gave. */
    public static void answersCame() {
        YieldingSelect select = OF_LOOP.getIfExists();
        if (select != null) {
            select.sleeps = SLEEPS_AFTER_ANSWERS;
        }
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (!known) {
            OF_LOOP.set(this);
            known = true;
        }
        if (hasTasks) {
            return selectNow.get();
        }
        if (sleeps > 0) {
            sleeps--;
            return SELECT;
        }
        for (int look = 0; look < LOOKS_BEFORE_SLEEP && sleeps == 0; look++) {
            long begin = nanoClock.getAsLong();
            letOthersRun.run();
            if (nanoClock.getAsLong() - begin > BUSY_NANOS) {
                sleeps = SLEEPS_WHEN_BUSY;
            }
            int ready = selectNow.get();
            if (ready > 0) {
                return ready;
            }
        }
        return SELECT;
    }
}
