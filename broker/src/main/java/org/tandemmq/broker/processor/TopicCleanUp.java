/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.Collection;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.client.GroupResets;
import org.tandemmq.broker.metadata.TableChange;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.topic.TopicListener;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.store.MessageStore;

/**
 * Drops what belonged to a topic that is gone: queues, consumer offsets, resets under way, counters. So it does not
 * matter whether the topic was deleted here or, on a slave, by its master: created again it begins at 0 everywhere.
 * System topics are kept, since older masters do not list all of them.
 */
public final class TopicCleanUp implements TopicListener {

    private static final Logger log = LoggerFactory.getLogger(TopicCleanUp.class);

    private final ConsumerOffsetManager offsets;
    private final boolean master;
    private final MessageStore store;
    private final BrokerStats stats;
    private final GroupResets resets;

    /**
     * Creates the clean-up.
     *
     * @param offsets consumer offsets
     * @param master whether this broker is where topics are deleted
     * @param store holds the queues
     * @param stats counters
     * @param resets tells the groups that read
     */
    public TopicCleanUp(ConsumerOffsetManager offsets, boolean master, MessageStore store, BrokerStats stats,
                        GroupResets resets) {
        this.offsets = offsets;
        this.master = master;
        this.store = store;
        this.stats = stats;
        this.resets = resets;
    }

    @Override
    public void topicsChanged(TableChange change) {
        for (String topic : change.removed()) {
            stats.forgetTopic(topic);
            resets.forgetTopic(topic);
            if (!TopicNames.isSystem(topic)) {
                cleanUp(topic);
            }
        }
    }

    /** Who reads on would go on behind the end of what comes, and commit that offset for those after him. */
    private void cleanUp(String topic) {
        Collection<Integer> queueIds = store.queueIds(topic);
        log.info("topic {} is gone, its {} queues and offsets are dropped", topic, queueIds.size());
        Set<String> readers = master ? offsets.groupsOf(topic) : Set.of();
        if (master) {
            resets.beginAnew(topic, queueIds, readers,
                queueIds.stream().mapToLong(queueId -> store.maxOffset(topic, queueId)).max().orElse(0));
        }
        store.deleteTopic(topic, end -> drop(topic, end));
        if (master) {
            resets.tellOfNewBegin(topic, queueIds, readers);
        }
    }

    /** One position for this broker and its slaves, however much is sent to the topic meanwhile. */
    private void drop(String topic, long endPosition) {
        if (master) {
            offsets.deleteTopic(topic, endPosition);
        } else {
            offsets.forgetTopic(topic);
        }
    }
}
