/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import java.util.Set;

/** Who is online: what the admin answers need of the consumers' registrations. */
public interface GroupDirectory {

    /**
     * Topics that a group subscribes.
     *
     * @param group group
     * @return the topics, or null when no member is online
     */
    Set<String> subscribedTopics(String group);

    /**
     * Whether every member of a group gets all messages and keeps its own offsets.
     *
     * @param group group
     * @return false when no member is online
     */
    boolean broadcasts(String group);

    /**
     * Groups that subscribe a topic.
     *
     * @param topic topic
     * @return groups with a member online
     */
    Set<String> subscribersOf(String topic);
}
