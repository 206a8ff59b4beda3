/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.metadata.TableChange;
import org.tandemmq.broker.topic.TopicListener;
import org.tandemmq.store.MessageStore;

/**
 * Drops on a slave what belonged to topics that the master deleted. Not at once: the topic may exist there again, and
 * its new messages may come over the log before the table does. So a topic has to stay away for a while without any new
 * message in its queues. Messages of a new life begin at offset 0 and make the store drop the old queues by itself.
 */
final class DeletedTopics {

    /** Milliseconds that a topic has to be away: several looks at the master's tables. */
    static final long QUIET_MS = 3_000;

    private static final Logger log = LoggerFactory.getLogger(DeletedTopics.class);

    private final MessageStore store;
    private final Predicate<String> exists;
    private final Predicate<String> deleted;
    private final BooleanSupplier follows;
    private final TopicListener cleanUp;
    private final Map<String, Removed> removed = new HashMap<>();

    private record Removed(long sinceMs, boolean told, Map<Integer, Long> ends) {
    }

    /**
     * Creates the clean-up.
     *
     * @param store has the queues
     * @param exists whether the table has a topic
     * @param deleted whether the master deleted a topic, as far as it can tell
     * @param follows whether the tables follow a master
     * @param cleanUp drops what belongs to a topic
     */
    DeletedTopics(MessageStore store, Predicate<String> exists, Predicate<String> deleted, BooleanSupplier follows,
                  TopicListener cleanUp) {
        this.store = store;
        this.exists = exists;
        this.deleted = deleted;
        this.follows = follows;
        this.cleanUp = cleanUp;
    }

    /** Topics went from the table. */
    synchronized void removed(Set<String> topics, long nowMs) {
        topics.forEach(topic -> removed.put(topic, new Removed(nowMs, false, ends(topic))));
    }

    /** Drops the queues that are due; gives the number of topics. */
    synchronized int doWork(long nowMs) {
        if (!follows.getAsBoolean()) {
            return 0;
        }
        int dropped = 0;
        for (Iterator<Map.Entry<String, Removed>> all = removed.entrySet().iterator(); all.hasNext();) {
            Map.Entry<String, Removed> one = all.next();
            if (nowMs - one.getValue().sinceMs() < QUIET_MS) {
                continue;
            }
            if (exists.test(one.getKey()) || deleted.test(one.getKey())) {
                all.remove();
                dropped += drop(one.getKey(), one.getValue()) ? 1 : 0;
            } else if (!one.getValue().told()) {
                one.setValue(new Removed(one.getValue().sinceMs(), true, one.getValue().ends()));
                log.warn("topic {} is gone at the master, which did not delete it: what is here of it stays",
                    one.getKey());
            }
        }
        return dropped;
    }

    private boolean drop(String topic, Removed before) {
        if (exists.test(topic) || !ends(topic).equals(before.ends())) {
            log.info("topic {} lives again, its queues stay", topic);
            return false;
        }
        cleanUp.topicsChanged(new TableChange(Set.of(), Set.of(topic)));
        return true;
    }

    private Map<Integer, Long> ends(String topic) {
        Map<Integer, Long> ends = new TreeMap<>();
        store.queueIds(topic).forEach(queueId -> ends.put(queueId, store.maxOffset(topic, queueId)));
        return ends;
    }
}
