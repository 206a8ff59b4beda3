/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.loop;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * What an event loop reads from one connection in one go, often several requests. Where one thing is to be done for all
 * of them it is kept, and done after the last one.
 *
 * <p>Owned by one event loop, which has one round at a time.
 */
public final class ReadRound {

    private static final FastThreadLocal<ReadRound> OF_LOOP = new FastThreadLocal<>() {
        @Override
        protected ReadRound initialValue() {
            return new ReadRound();
        }
    };

    private boolean open;
    private Runnable work;

    private ReadRound() {
    }

    /** The rounds of the calling event loop. */
    public static ReadRound ofThisLoop() {
        return OF_LOOP.get();
    }

    /** Requests are carried out from here on. */
    public void begin() {
        open = true;
    }

    /** All were carried out: does what was kept. */
    public void end() {
        open = false;
        Runnable kept = work;
        if (kept != null) {
            work = null;
            kept.run();
        }
    }

    /**
     * Keeps work for the end of the round, once however often it is asked for. Any thread.
     *
     * @param work quick, must not throw
     * @return false on a thread that is just not carrying out requests it has read, or where other work is kept: the
     *     caller has to do without
     */
    public static boolean runAtEnd(Runnable work) {
        ReadRound own = OF_LOOP.getIfExists();
        return own != null && own.keep(work);
    }

    private boolean keep(Runnable more) {
        if (!open || work != null && work != more) {
            return false;
        }
        work = more;
        return true;
    }
}
