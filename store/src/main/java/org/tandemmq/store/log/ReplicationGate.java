/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.util.concurrent.CompletableFuture;

/** What sends of a SYNC_MASTER ask the other copies. Implemented by the replication, which also owns its deadline. */
public interface ReplicationGate {

    /** Nobody to wait for: a master alone. */
    ReplicationGate NONE = new ReplicationGate() {
        @Override
        public String refusal() {
            return null;
        }

        @Override
        public CompletableFuture<Replication> await(long endPosition) {
            return Replication.DONE;
        }

        @Override
        public boolean holdsBack(long endPosition) {
            return false;
        }

        @Override
        public long shown(long endPosition, long nowMs) {
            return endPosition;
        }
    };

    /**
     * Asked before the append.
     *
     * @return null when it may go on; else why there are too few copies ({@code minInSyncReplicas}), with numbers
     */
    String refusal();

    /**
     * Asked after the append. Blocks nobody; the future completes at once when no copy is in step.
     *
     * @param endPosition position behind the record
     * @return how it went; never completes exceptionally
     */
    CompletableFuture<Replication> await(long endPosition);

    /**
     * Whether what is appended now is shown later, when the other copies have it.
     *
     * @param endPosition end of the log
     * @return false when nobody is waited for
     */
    boolean holdsBack(long endPosition);

    /**
     * Up to where readers may see the log: what the other copies have, and what was waited for in vain. Dispatch
     * thread.
     *
     * @param endPosition end of the log
     * @param nowMs elapsed time
     * @return a position, {@code endPosition} when nobody is waited for
     */
    long shown(long endPosition, long nowMs);

    /**
     * How waiting for the other copies ended.
     *
     * @param outcome kind
     * @param reason cause, number and limit; null when replicated
     */
    record Replication(Outcome outcome, String reason) {

        /** Enough copies have it already. */
        public static final CompletableFuture<Replication> DONE =
            CompletableFuture.completedFuture(new Replication(Outcome.REPLICATED, null));
    }

    /** Kinds of outcome. */
    enum Outcome {
        /** Enough copies confirmed. */
        REPLICATED,
        /** No copy is in step. */
        NO_SLAVE,
        /** The deadline passed. */
        TIMED_OUT
    }
}
