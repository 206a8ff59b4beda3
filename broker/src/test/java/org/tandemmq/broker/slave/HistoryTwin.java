/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a test says about the log of the master that is asked. */
final class HistoryTwin implements SlaveSynchronize.History {

    /** Addresses that were asked. */
    final List<String> asked = new ArrayList<>();
    /** Where masters said that their logs end. */
    final List<Long> ends = new ArrayList<>();
    /** What differs, null when nothing does. */
    String differs;
    /** Why nobody says, null when somebody does. */
    RuntimeException silence;
    /** Whether our log has no record. */
    boolean empty;

    @Override
    public CompletableFuture<String> compare(String address, boolean ofOurKind) {
        asked.add(address);
        return silence == null ? CompletableFuture.completedFuture(differs) : CompletableFuture.failedFuture(silence);
    }

    @Override
    public boolean isEmpty() {
        return empty;
    }

    @Override
    public void masterEnds(long endPosition, long nowMs) {
        ends.add(endPosition);
    }
}
