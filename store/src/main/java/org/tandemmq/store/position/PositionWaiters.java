/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.position;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/**
 * Futures on a {@link Position}: each completes when the position is reached, when its deadline has passed, or when the
 * position will never be reached. Any thread awaits; the writer of the position calls {@link #complete}, some agent
 * that never blocks calls {@link #expire}. Futures complete on those threads, outside the lock.
 */
public final class PositionWaiters {

    /** Most waits that are open: with what completes then, each takes about 400 bytes of the heap. */
    public static final int WAITING_MAX = 100_000;

    private static final CompletableFuture<Awaited> ALREADY = CompletableFuture.completedFuture(Awaited.REACHED);

    private final Position position;
    private final PriorityQueue<Waiter> waiting = new PriorityQueue<>(Comparator.comparingLong(Waiter::position));
    private long earliestDeadlineMs = Long.MAX_VALUE;
    private boolean givenUp;

    private record Waiter(long position, long deadlineMs, CompletableFuture<Awaited> future) {
    }

    /**
     * Creates the list.
     *
     * @param position what is waited for
     */
    public PositionWaiters(Position position) {
        this.position = position;
    }

    /**
     * Waits for a position.
     *
     * @param wanted position to be reached
     * @param deadlineMs elapsed time at which the wait ends
     * @return how it ended; never completes exceptionally
     */
    public CompletableFuture<Awaited> await(long wanted, long deadlineMs) {
        if (position.value() >= wanted) {
            return ALREADY;
        }
        synchronized (this) {
            // Looked at again: complete() takes the lock after the value was published.
            if (position.value() >= wanted) {
                return ALREADY;
            }
            if (givenUp) {
                return CompletableFuture.completedFuture(Awaited.GIVEN_UP);
            }
            if (waiting.size() >= WAITING_MAX) {
                return CompletableFuture.completedFuture(Awaited.TOO_MANY);
            }
            Waiter waiter = new Waiter(wanted, deadlineMs, new CompletableFuture<>());
            waiting.add(waiter);
            earliestDeadlineMs = Math.min(earliestDeadlineMs, deadlineMs);
            return waiter.future();
        }
    }

    /**
     * Completes what the position has reached.
     *
     * @return number of futures completed
     */
    public int complete() {
        List<Waiter> reached = null;
        long value = position.value();
        synchronized (this) {
            while (!waiting.isEmpty() && waiting.peek().position() <= value) {
                if (reached == null) {
                    reached = new ArrayList<>(waiting.size());
                }
                reached.add(waiting.poll());
            }
        }
        return finish(reached, Awaited.REACHED);
    }

    /**
     * Completes those whose deadline has passed.
     *
     * @param nowMs elapsed time
     * @return number of futures completed
     */
    public int expire(long nowMs) {
        List<Waiter> late = null;
        synchronized (this) {
            if (nowMs < earliestDeadlineMs) {
                return 0;
            }
            late = new ArrayList<>();
            earliestDeadlineMs = Long.MAX_VALUE;
            for (Iterator<Waiter> all = waiting.iterator(); all.hasNext();) {
                Waiter waiter = all.next();
                if (waiter.deadlineMs() <= nowMs) {
                    all.remove();
                    late.add(waiter);
                } else {
                    earliestDeadlineMs = Math.min(earliestDeadlineMs, waiter.deadlineMs());
                }
            }
        }
        return finish(late, Awaited.TIMED_OUT);
    }

    /** Ends all waits, present and future ones, with {@link Awaited#GIVEN_UP}: the position will not move again. */
    public void giveUp() {
        List<Waiter> all;
        synchronized (this) {
            givenUp = true;
            all = new ArrayList<>(waiting);
            waiting.clear();
        }
        finish(all, Awaited.GIVEN_UP);
    }

    /** How far the position is. */
    public long reached() {
        return position.value();
    }

    /** Number of waits that are open. */
    public synchronized int size() {
        return waiting.size();
    }

    /** Earliest deadline of all open waits, {@link Long#MAX_VALUE} without one. */
    public synchronized long earliestDeadlineMs() {
        return earliestDeadlineMs;
    }

    private static int finish(List<Waiter> done, Awaited how) {
        if (done == null) {
            return 0;
        }
        for (Waiter waiter : done) {
            waiter.future().complete(how);
        }
        return done.size();
    }
}
