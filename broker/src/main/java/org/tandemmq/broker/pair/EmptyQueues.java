/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.MessageStore;

/**
 * Lets queues of which nothing is left in the log go on where they ended. Their messages expired before this broker's
 * log began, or were lost with it; consumers are behind them all the same, and would wait above the end of a queue that
 * begins at 0 again, or be brought to its end, past what was written there meanwhile.
 *
 * <pre>
 *   has the queue an entry?   yes ──► it is the measure
 *          no ──► the larger of what the last master told as its end, and of what its groups committed
 * </pre>
 *
 * <p>A queue that begins too high loses nothing: there is nothing before.
 */
final class EmptyQueues {

    private static final Logger log = LoggerFactory.getLogger(EmptyQueues.class);

    private final MessageStore store;
    private final ConsumerOffsetManager offsets;
    private final TopicConfigManager topics;
    private Map<String, Map<Integer, Long>> begun = Map.of();

    /**
     * Creates the rule.
     *
     * @param store has the queues
     * @param offsets knows what was told and committed
     * @param topics topics that exist; queues of others are left alone
     */
    EmptyQueues(MessageStore store, ConsumerOffsetManager offsets, TopicConfigManager topics) {
        this.store = store;
        this.offsets = offsets;
        this.topics = topics;
    }

    /** On a master, before it serves: lets them all begin, and waits for that. From then on its queues count. */
    void beginAll(long waitMs) {
        Map<String, Map<Integer, Long>> wanted = withoutMessages(offsets.ends().least());
        try {
            int count = wanted.isEmpty() ? 0 : store.beginQueues(wanted).get(waitMs, TimeUnit.MILLISECONDS);
            if (count > 0) {
                log.info("{} queues without a message go on where they ended, so that nobody is above them", count);
            }
        } catch (TimeoutException | ExecutionException late) {
            log.warn("queues of {} topics could not be told within {} ms where they ended, and begin at 0",
                wanted.size(), waitMs, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        offsets.ends().ownAre(store::emptyQueues);
    }

    /** On a slave, from time to time: lets those begin that the master told; gives their number. */
    int doWork() {
        Map<String, Map<Integer, Long>> told = offsets.ends().told();
        if (told == begun) {
            return 0;
        }
        Map<String, Map<Integer, Long>> wanted = withoutMessages(told);
        if (!wanted.isEmpty()) {
            store.beginQueues(wanted);
        }
        begun = told;
        return wanted.size();
    }

    private Map<String, Map<Integer, Long>> withoutMessages(Map<String, Map<Integer, Long>> ends) {
        Map<String, Map<Integer, Long>> wanted = new TreeMap<>();
        ends.forEach((topic, queues) -> {
            TopicConfig config = topics.topic(topic);
            Map<Integer, Long> left = new TreeMap<>(queues);
            left.keySet().removeIf(queueId -> config == null || queueId >= config.queues()
                || store.maxOffset(topic, queueId) > 0);
            if (!left.isEmpty()) {
                wanted.put(topic, left);
            }
        });
        return wanted;
    }
}
