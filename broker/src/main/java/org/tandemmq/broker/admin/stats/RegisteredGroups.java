/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import java.util.Set;
import org.tandemmq.broker.client.ConsumerGroup;
import org.tandemmq.broker.client.ConsumerManager;

/**
 * The group directory over the registered consumers.
 *
 * @param consumers the registrations
 */
public record RegisteredGroups(ConsumerManager consumers) implements GroupDirectory {

    @Override
    public Set<String> subscribedTopics(String group) {
        ConsumerGroup online = consumers.group(group);
        return online == null ? null : online.subscriptions().keySet();
    }

    @Override
    public boolean broadcasts(String group) {
        ConsumerGroup online = consumers.group(group);
        return online != null && online.broadcasts();
    }

    @Override
    public Set<String> subscribersOf(String topic) {
        return consumers.groupsSubscribedTo(topic);
    }
}
