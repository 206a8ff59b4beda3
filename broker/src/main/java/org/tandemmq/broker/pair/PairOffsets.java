/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.slave.TwoWayOffsets;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.transaction.TransactionTopics;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.store.MessageStore;

/**
 * The consumer offsets as the other broker of the pair sees them: taken are only those of topics that exist here, and
 * within what their queues hold: an offset behind the end of a queue is of another history, and would let its group
 * miss what is written there next.
 */
final class PairOffsets implements TwoWayOffsets {

    private static final Logger log = LoggerFactory.getLogger(PairOffsets.class);

    private final ConsumerOffsetManager offsets;
    private final TopicConfigManager topics;
    private final MessageStore store;

    PairOffsets(ConsumerOffsetManager offsets, TopicConfigManager topics, MessageStore store) {
        this.offsets = offsets;
        this.topics = topics;
        this.store = store;
    }

    @Override
    public boolean hasToLearn() {
        return offsets.returned();
    }

    /** {@inheritDoc} Not those of topics that do not exist here: our topics are the master's. */
    @Override
    public byte[] newerThan(byte[] mastersBody) {
        return offsets.ownCommits().newerThan(mastersBody,
            (topic, own) -> topics.topic(topic) == null ? Map.of() : own);
    }

    @Override
    public byte[] changesSince(DataVersion base) {
        return offsets.changesSince(base);
    }

    @Override
    public int takeChanges(byte[] body) {
        return offsets.takeChanges(body);
    }

    /** {@inheritDoc} Without progress of transactions that begin is safe: all is looked at again. */
    @Override
    public int takeMissing(byte[] body) {
        return offsets.takeMissing(body, group -> !TransactionTopics.GROUP.equals(group));
    }

    @Override
    public int mergeNewest(byte[] body) {
        Above above = new Above();
        int taken = offsets.mergeNewest(body, (topic, others) -> possible(topic, others, above));
        if (above.count > 0) {
            log.warn("{} offsets are not taken over from the other broker, they are behind the ends of their queues: {}"
                + " and so on", above.count, above.first);
        }
        return taken;
    }

    /** What is left out of one table, for one line. */
    private static final class Above {
        private int count;
        private String first;
    }

    private Map<Integer, Long> possible(String topic, Map<Integer, Long> others, Above above) {
        if (topics.topic(topic) == null) {
            return Map.of();
        }
        Map<Integer, Long> possible = new TreeMap<>();
        others.forEach((queueId, offset) -> {
            long endOffset = store.maxOffset(topic, queueId);
            if (offset <= endOffset) {
                possible.put(queueId, offset);
            } else if (above.count++ == 0) {
                above.first = offset + " of queue " + queueId + " of " + topic + ", which ends at " + endOffset;
            }
        });
        return possible;
    }
}
