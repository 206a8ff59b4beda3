/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps a table of progress behind our log. Progress on the master follows from what it has written: a delayed message
 * is delivered, a transaction is ended, a message that was refused is put back, and then an offset moves on. A slave
 * that has the offset and not yet the message would, once it takes over, never see that message. So the takeover of a
 * table waits until our log is where the master's was when it gave the table; meanwhile the older progress stays, and
 * something is done twice rather than never. One thread.
 *
 * <p>Of several that could wait the one that is reached first does, so that also a log is followed that is always
 * behind.
 */
public final class BehindLog {

    private final LongSupplier logEnd;
    private LongConsumer waiting;
    private long waitingFor;

    /**
     * Creates the gate.
     *
     * @param logEnd end of our log, a position
     */
    public BehindLog(LongSupplier logEnd) {
        this.logEnd = logEnd;
    }

    /**
     * Takes a table over if our log is there, or lets it wait; one that waits already gives way to what comes sooner.
     *
     * @param mastersEnd where the master's log ended when it gave the table; negative when nobody knows, and then
     *     nothing waits
     * @param nowMs time, given to the takeover
     * @param takeover takes over at a time
     * @return whether it was taken over
     */
    public boolean take(long mastersEnd, long nowMs, LongConsumer takeover) {
        if (mastersEnd < 0 || mastersEnd <= logEnd.getAsLong()) {
            waiting = null;
            takeover.accept(nowMs);
            return true;
        }
        if (waiting == null || mastersEnd < waitingFor) {
            waiting = takeover;
            waitingFor = mastersEnd;
        }
        return false;
    }

    /**
     * Takes over what waits, once our log is there.
     *
     * @param nowMs time, given to the takeover
     * @return number of takeovers
     */
    public int doWork(long nowMs) {
        if (waiting == null || waitingFor > logEnd.getAsLong()) {
            return 0;
        }
        LongConsumer ready = waiting;
        waiting = null;
        ready.accept(nowMs);
        return 1;
    }

    /** Whether something waits. */
    public boolean isWaiting() {
        return waiting != null;
    }

    /** What waits is of no use any more. */
    public void drop() {
        waiting = null;
    }

    /** What is waited for, for people; null when nothing waits. */
    public String text() {
        return waiting == null ? null : "newer ones wait until our log, which ends at " + logEnd.getAsLong()
            + ", is at " + waitingFor;
    }
}
