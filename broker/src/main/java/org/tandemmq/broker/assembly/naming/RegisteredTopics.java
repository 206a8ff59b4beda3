/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.tandemmq.broker.outer.TopicSource;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** The topic table as name servers are told it: no topic allows more than the whole broker does. */
public final class RegisteredTopics implements TopicSource {

    private final TopicConfigManager topics;
    private final IntSupplier permission;

    /**
     * Creates the view.
     *
     * @param topics the table
     * @param permission {@code brokerPermission} of now
     */
    public RegisteredTopics(TopicConfigManager topics, IntSupplier permission) {
        this.topics = topics;
        this.permission = permission;
    }

    @Override
    public DataVersion version() {
        return topics.version();
    }

    @Override
    public Map<String, TopicConfig> topics() {
        int allowed = permission.getAsInt() | TopicConfig.PERM_INHERIT;
        Map<String, TopicConfig> told = new HashMap<>(topics.topics());
        told.replaceAll((name, topic) -> (topic.perm() & allowed) == topic.perm() ? topic
            : new TopicConfig(name, topic.readQueueNums(), topic.writeQueueNums(), topic.perm() & allowed,
                topic.topicFilterType(), topic.topicSysFlag(), topic.order(), topic.other()));
        return Collections.unmodifiableMap(told);
    }

    @Override
    public void orderTopics(Set<String> names) {
        List<TopicConfig> changed = new ArrayList<>();
        topics.topics().forEach((name, topic) -> {
            if (names.contains(name) && !topic.order()) {
                changed.add(new TopicConfig(name, topic.readQueueNums(), topic.writeQueueNums(), topic.perm(),
                    topic.topicFilterType(), topic.topicSysFlag(), true, topic.other()));
            }
        });
        if (!changed.isEmpty()) {
            topics.update(changed);
        }
    }
}
