/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.MessageStore;

/**
 * Deletions of topics that a broker made as a master and that nobody else has: its slave did not hear of them before
 * it took its place, so these topics live there. Their queues are gone here, while the log has their messages; they are
 * built again before this broker, a slave now, gives up its deletions and takes the master's. A kill in between begins
 * anew. Thread "outer".
 */
final class UndoneDeletions {

    private static final Logger log = LoggerFactory.getLogger(UndoneDeletions.class);

    private final MessageStore store;
    private final Predicate<String> exists;
    private final BooleanSupplier topicsTaken;
    private CompletableFuture<Void> building;

    /**
     * Creates the repair.
     *
     * @param store has the log
     * @param exists whether the table has a topic
     * @param topicsTaken whether the table is the master's
     */
    UndoneDeletions(MessageStore store, Predicate<String> exists, BooleanSupplier topicsTaken) {
        this.store = store;
        this.exists = exists;
        this.topicsTaken = topicsTaken;
    }

    /**
     * Builds queues again.
     *
     * @param topics topics whose deletion the master does not know
     * @throws IllegalStateException while that is not done; to be asked again
     */
    void undo(Set<String> topics) {
        if (topics.isEmpty()) {
            return;
        }
        if (!topicsTaken.getAsBoolean()) {
            throw new IllegalStateException("the topics of the master come first: it does not know " + topics.size()
                + " deletions that were made here");
        }
        if (building == null) {
            building = begin(topics);
        }
        if (!building.isDone()) {
            throw new IllegalStateException("the queues of topics that were deleted here, and not on the master, are "
                + "built again first");
        }
        boolean failed = building.isCompletedExceptionally();
        if (failed) {
            CompletableFuture<Void> last = building;
            building = null;
            last.join();
        }
    }

    private CompletableFuture<Void> begin(Set<String> topics) {
        Set<String> living = new TreeSet<>(topics);
        living.removeIf(exists.negate());
        if (living.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        log.warn("topics {} were deleted here while this broker was master, and live on the master that took its "
            + "place: their queues are built again from the log", living);
        return store.buildQueues(living);
    }
}
