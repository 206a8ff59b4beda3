/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import java.util.concurrent.CompletableFuture;

/**
 * The way to ask the master whether it has a record (DESIGN 5), over the remoting port; the broker knows how. The
 * replication port stays as the reference has it.
 */
@FunctionalInterface
public interface TailConfirmation {

    /** There is nobody to ask. */
    TailConfirmation NONE = question -> CompletableFuture.completedFuture(
        TailAnswer.without(TailAnswer.Verdict.UNKNOWN_PEER, "no remoting address of the master is known"));

    /**
     * Asks.
     *
     * @param question the slave's record
     * @return the answer; completes within the remoting timeout, never exceptionally: a failure is
     *     {@link TailAnswer.Verdict#NO_ANSWER}; may complete on any thread
     */
    CompletableFuture<TailAnswer> ask(TailQuestion question);
}
