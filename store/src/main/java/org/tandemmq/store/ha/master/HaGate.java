/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.position.Awaited;
import org.tandemmq.store.position.PositionWaiters;

/**
 * The outcome of a send on a SYNC_MASTER (replication 2.1): refused before it is stored when too few copies are in
 * step; told at once when no slave is near enough to wait for; else a future on the replicated position with a
 * deadline. Any thread; nobody waits here, so one slow slave or request holds up no other.
 */
public final class HaGate implements ReplicationGate {

    private final ReplicaLog log;
    private final ReplicatedCopies copies;
    private final PositionWaiters replicated;
    private final long ackTimeoutMs;
    private final LongSupplier elapsedMs;
    private final Runnable onMoreShown;
    private final AtomicLong told = new AtomicLong(-1);
    private long markPosition = -1;
    private long markMs;
    private long waitedFor = -1;

    /**
     * Creates the gate.
     *
     * @param log the master's log
     * @param copies who holds what
     * @param replicated futures on the position that {@code copies} tells; completed and expired by its writer
     * @param ackTimeoutMs {@code slaveTimeout}: longest wait of a send
     * @param elapsedMs elapsed-time clock
     * @param onMoreShown run when a wait has ended in vain, so that readers may see more; quick, must not throw
     */
    public HaGate(ReplicaLog log, ReplicatedCopies copies, PositionWaiters replicated, long ackTimeoutMs,
                  LongSupplier elapsedMs, Runnable onMoreShown) {
        this.log = log;
        this.copies = copies;
        this.replicated = replicated;
        this.ackTimeoutMs = ackTimeoutMs;
        this.elapsedMs = elapsedMs;
        this.onMoreShown = onMoreShown;
    }

    @Override
    public String refusal() {
        return copies.refusal(log.endPosition());
    }

    @Override
    public CompletableFuture<Replication> await(long endPosition) {
        String unavailable = copies.unavailable(endPosition);
        if (unavailable != null) {
            return CompletableFuture.completedFuture(new Replication(Outcome.NO_SLAVE, unavailable));
        }
        CompletableFuture<Awaited> wait = replicated.await(endPosition, elapsedMs.getAsLong() + ackTimeoutMs);
        return wait.isDone() && wait.join() == Awaited.REACHED ? Replication.DONE
            : wait.thenApply(how -> ended(how, endPosition));
    }

    @Override
    public boolean holdsBack(long endPosition) {
        return copies.isInReach(endPosition);
    }

    /**
     * A reader who saw a message that no slave has, and then meets that slave as master, would leave out whatever got
     * the same offset there. So nobody sees it before its producer is told what became of it: a message that no slave
     * took is shown when its producer is told, or one behind it is; when no producer waits, between one and two
     * {@code slaveTimeout} after it came; and at once when no slave is in reach.
     */
    @Override
    public long shown(long endPosition, long nowMs) {
        if (!copies.isInReach(endPosition)) {
            markPosition = -1;
            return endPosition;
        }
        long known = Math.max(replicated.reached(), told.get());
        if (markPosition <= known) {
            markPosition = endPosition;
            markMs = nowMs;
        } else if (nowMs - markMs >= ackTimeoutMs) {
            waitedFor = markPosition;
            markPosition = endPosition;
            markMs = nowMs;
        }
        return Math.min(endPosition, Math.max(known, waitedFor));
    }

    private Replication ended(Awaited how, long endPosition) {
        if (how == Awaited.TIMED_OUT) {
            told.accumulateAndGet(endPosition, Math::max);
            onMoreShown.run();
        }
        return switch (how) {
            case REACHED -> Replication.DONE.join();
            case TIMED_OUT -> new Replication(Outcome.TIMED_OUT, "not enough slaves acknowledged within "
                + ackTimeoutMs + " ms (slaveTimeout)");
            case GIVEN_UP -> new Replication(Outcome.TIMED_OUT, "this broker stops or is no master any more");
            case TOO_MANY -> new Replication(Outcome.TIMED_OUT, "the slaves are not waited for: "
                + PositionWaiters.WAITING_MAX + " messages wait for them already, which is the limit");
        };
    }
}
