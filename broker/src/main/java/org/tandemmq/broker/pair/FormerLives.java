/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.store.MessageStore;

/**
 * Drops what queues hold of topics from before their deletion. A master does that when it deletes a topic; this is for
 * a slave, which hears of it later or was down meanwhile, and for a master that was killed before it had done it, or
 * whose recovery brought the entries back. The deletion says where the log ended then, so it does not matter what came
 * behind it, nor whether the topic lives again.
 */
final class FormerLives {

    private static final Logger log = LoggerFactory.getLogger(FormerLives.class);

    private final MessageStore store;
    private final ConsumerOffsetManager offsets;

    /**
     * Creates the clean-up.
     *
     * @param store has the queues
     * @param offsets knows what was deleted
     */
    FormerLives(MessageStore store, ConsumerOffsetManager offsets) {
        this.store = store;
        this.offsets = offsets;
    }

    /** On a master, before it serves: drops them all, and waits for that. */
    void dropAll(long waitMs) {
        offsets.deletions().limitTo(store.status().endPosition());
        List<CompletableFuture<Void>> all = new ArrayList<>();
        offsets.deletions().topics().forEach((topic, position) -> {
            if (!store.queueIds(topic).isEmpty()) {
                all.add(drop(topic, position));
            }
        });
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(waitMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException late) {
            log.warn("queues of {} deleted topics were not dropped within {} ms", all.size(), waitMs, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** On a slave, from time to time: drops those that its log has reached; gives the number of topics. */
    int doWork() {
        if (offsets.returned()) {
            return 0; // deletions of a broker whose place another has taken: it may never have heard of them
        }
        long reached = store.status().dispatchedPosition();
        int done = 0;
        for (var deleted : offsets.deletions().topics().entrySet()) {
            String topic = deleted.getKey();
            long position = deleted.getValue();
            if (position <= reached) {
                drop(topic, position).thenRun(() -> offsets.queuesDropped(topic, position));
                done++;
            }
        }
        return done;
    }

    private CompletableFuture<Void> drop(String topic, long position) {
        return store.deleteTopic(topic, position).thenAccept(queues -> {
            if (queues > 0) {
                log.info("{} queues of topic {} from before position {}, where it was deleted, are dropped", queues,
                    topic, position);
            }
        });
    }
}
