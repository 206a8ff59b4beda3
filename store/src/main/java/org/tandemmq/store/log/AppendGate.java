/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The log's lock, how long it has been held, and the reasons why nobody may write just now. The lock is meant to be
 * held for less than a microsecond; whoever waits for it spins first, and never waits longer than the busy limit.
 */
public final class AppendGate {

    private static final Logger log = LoggerFactory.getLogger(AppendGate.class);
    private static final long FREE = Long.MIN_VALUE;
    private static final int SPINS = 300;

    private final ReentrantLock lock = new ReentrantLock();
    private final long busyMs;
    private final LongSupplier elapsedMs;
    private final Map<Cause, String> refusals = new EnumMap<>(Cause.class);
    private volatile long heldSinceMs = FREE;
    private volatile String refusal;

    /** Why writes are refused; the first that applies, in this order, is what callers are told. */
    public enum Cause {
        /** The store is not open. */
        CLOSED,
        /** The disk did not confirm a flush: what is on it is unknown. */
        FLUSH_FAILED,
        /** This broker is a slave. */
        SLAVE,
        /** The disk is full or nearly so. */
        DISK_FULL
    }

    /**
     * Creates the gate, open.
     *
     * @param busyMs how long the lock may be held before others are refused
     * @param elapsedMs elapsed-time clock
     */
    public AppendGate(long busyMs, LongSupplier elapsedMs) {
        this.busyMs = busyMs;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Refuses writes until {@link #accept} for the same cause.
     *
     * @param cause what stands in the way
     * @param reason cause, number and limit for the caller's remark
     */
    public synchronized void refuse(Cause cause, String reason) {
        if (refusals.put(cause, reason) == null) {
            // being closed or a slave is how things are, not trouble
            log.atLevel(cause == Cause.CLOSED || cause == Cause.SLAVE ? Level.DEBUG : Level.WARN)
                .log("writes are refused: {}", reason);
        }
        publish();
    }

    /**
     * Takes a cause away.
     *
     * @param cause what stands in the way no more
     */
    public synchronized void accept(Cause cause) {
        String ended = refusals.remove(cause);
        if (ended != null) {
            log.atLevel(cause == Cause.CLOSED ? Level.DEBUG : Level.INFO).log("no longer refused: {}", ended);
        }
        publish();
    }

    private void publish() {
        refusal = refusals.isEmpty() ? null : refusals.values().iterator().next();
    }

    /** Why writes are refused, or null when they are taken. */
    public String refusal() {
        return refusal;
    }

    /** Takes the lock; false when it could not be had within the busy limit. */
    boolean enter() {
        if (!tryNow()) {
            try {
                if (!lock.tryLock(busyMs, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        heldSinceMs = elapsedMs.getAsLong();
        return true;
    }

    private boolean tryNow() {
        for (int i = 0; i < SPINS; i++) {
            if (lock.tryLock()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Gives the lock back and with it the mark of how long it was held. */
    void leave() {
        heldSinceMs = FREE;
        lock.unlock();
    }

    /** How long the lock has been held, in milliseconds; 0 when it is free. */
    public long heldMs() {
        long since = heldSinceMs;
        return since == FREE ? 0 : Math.max(0, elapsedMs.getAsLong() - since);
    }

    /** Whether the lock has been held for longer than the limit. */
    public boolean isBusy() {
        return heldSinceMs != FREE && heldMs() > busyMs;
    }

    /** Limit of {@link #isBusy} in milliseconds. */
    public long busyMs() {
        return busyMs;
    }
}
