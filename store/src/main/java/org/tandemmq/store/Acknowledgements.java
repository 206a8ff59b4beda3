/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.FlushConfig;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.position.Awaited;
import org.tandemmq.store.position.PositionWaiters;

/**
 * What the answer to a put waits for: the disk, other copies, both side by side, or nothing. No thread waits; the worse
 * of two outcomes wins, replication over flush (storage 14).
 */
final class Acknowledgements {

    private final FlushConfig flush;
    private final PositionWaiters flushed;
    private final LongSupplier elapsedMs;
    private volatile BrokerRole role;
    private volatile ReplicationGate replication = ReplicationGate.NONE;

    Acknowledgements(FlushConfig flush, PositionWaiters flushed, LongSupplier elapsedMs, BrokerRole role) {
        this.flush = flush;
        this.flushed = flushed;
        this.elapsedMs = elapsedMs;
        this.role = role;
    }

    BrokerRole role() {
        return role;
    }

    void role(BrokerRole newRole) {
        role = newRole;
    }

    void replication(ReplicationGate gate) {
        replication = gate;
    }

    /** Why too few copies are in step for an append, or null. */
    String refusal(AckPolicy ack) {
        return replicates(ack) ? replication.refusal() : null;
    }

    /** Whether what is appended now is shown when the slaves have it. */
    boolean holdsBack(long endPosition) {
        return role == BrokerRole.SYNC_MASTER && replication.holdsBack(endPosition);
    }

    /** Up to where readers may see the log. Dispatch thread. */
    long shown(long endPosition, long nowMs) {
        return role == BrokerRole.SYNC_MASTER ? replication.shown(endPosition, nowMs) : endPosition;
    }

    private boolean replicates(AckPolicy ack) {
        return ack == AckPolicy.AS_CONFIGURED && role == BrokerRole.SYNC_MASTER;
    }

    /** Completes with the outcome for a message that was appended; null when nothing is waited for. */
    CompletableFuture<PutResult> await(PutResult stored, AckPolicy ack) {
        boolean replicates = replicates(ack);
        boolean flushes = flush.sync() && ack == AckPolicy.AS_CONFIGURED;
        if (!replicates && !flushes) {
            return null;
        }
        CompletableFuture<PutResult> onDisk = flushes ? onDisk(stored) : null;
        CompletableFuture<PutResult> copied = replicates ? copied(stored) : null;
        if (onDisk == null) {
            return copied;
        }
        return copied == null ? onDisk
            : copied.thenCombine(onDisk, (first, second) -> first.status() == PutStatus.PUT_OK ? second : first);
    }

    private CompletableFuture<PutResult> onDisk(PutResult stored) {
        return flushed.await(stored.endPosition(), elapsedMs.getAsLong() + flush.syncTimeoutMs())
            .thenApply(how -> how == Awaited.REACHED ? stored : stored.with(PutStatus.FLUSH_DISK_TIMEOUT, reason(how)));
    }

    private String reason(Awaited how) {
        return "stored, but " + switch (how) {
            case TIMED_OUT -> "not confirmed by the disk within " + flush.syncTimeoutMs() + " ms (syncFlushTimeout)";
            case TOO_MANY -> "the disk is not waited for: " + PositionWaiters.WAITING_MAX
                + " messages wait for it already, which is the limit";
            default -> "the disk did not confirm a flush of the log";
        };
    }

    private CompletableFuture<PutResult> copied(PutResult stored) {
        return replication.await(stored.endPosition()).thenApply(how -> switch (how.outcome()) {
            case REPLICATED -> stored;
            case NO_SLAVE -> stored.with(PutStatus.SLAVE_NOT_AVAILABLE, how.reason());
            default -> stored.with(PutStatus.FLUSH_SLAVE_TIMEOUT, how.reason());
        });
    }
}
