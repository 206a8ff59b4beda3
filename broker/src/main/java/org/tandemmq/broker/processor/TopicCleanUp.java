/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.client.PendingResets;
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
    private final PendingResets resets;
    private final boolean master;
    private final MessageStore store;
    private final BrokerStats stats;

    /**
     * Creates the clean-up.
     *
     * @param offsets consumer offsets
     * @param resets where groups were told to go
     * @param master whether this broker is where topics are deleted
     * @param store holds the queues
     * @param stats counters
     */
    public TopicCleanUp(ConsumerOffsetManager offsets, PendingResets resets, boolean master, MessageStore store,
                        BrokerStats stats) {
        this.offsets = offsets;
        this.resets = resets;
        this.master = master;
        this.store = store;
        this.stats = stats;
    }

    @Override
    public void topicsChanged(TableChange change) {
        for (String topic : change.removed()) {
            stats.forgetTopic(topic);
            resets.forgetTopic(topic);
            if (!TopicNames.isSystem(topic)) {
                log.info("topic {} is gone, its {} queues and offsets are dropped", topic,
                    store.queueIds(topic).size());
                store.deleteTopic(topic, end -> drop(topic, end));
            }
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
