/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.store;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.store.MessageStore;

/**
 * Topics of a master that have messages but no configuration: deleted at a broker of another kind that had this
 * directory before, whose messages come again with the queues that are built from the log, or lost with their table.
 * Which of the two it was nothing tells, so only a person drops them.
 *
 * @param store has the queues
 * @param topics has the configurations
 */
public record UnusedTopics(MessageStore store, TopicConfigManager topics) {

    /** Most names in one line of the log. */
    static final int TOLD_MAX = 20;
    private static final Logger log = LoggerFactory.getLogger(UnusedTopics.class);
    private static final String LIGHT_QUEUE_PREFIX = "%LMQ%";

    /** Their names; none on a slave, which has messages of new topics before their configuration. */
    public List<String> names() {
        if (!store.role().isMaster()) {
            return List.of();
        }
        return store.topics().stream().filter(topic -> topics.topic(topic) == null && !topics.isSystem(topic)
            && !topic.startsWith(LIGHT_QUEUE_PREFIX)).sorted().toList();
    }

    /**
     * Tells them, at start.
     *
     * @return number of them
     */
    public int tell() {
        List<String> unused = names();
        if (!unused.isEmpty()) {
            log.warn("{} topics have messages but no configuration: {}{}; who creates such a topic again finds its"
                + " messages in it, cleanUnusedTopic drops them", unused.size(),
                unused.subList(0, Math.min(TOLD_MAX, unused.size())), unused.size() > TOLD_MAX ? " and more" : "");
        }
        return unused.size();
    }

    /** Drops their queues, when somebody asks for that. */
    void drop() {
        for (String topic : names()) {
            log.info("the queues of topic {} are deleted: it has no configuration any more", topic);
            store.deleteTopic(topic, end -> { });
        }
    }
}
