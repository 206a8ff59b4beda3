/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.Map;
import java.util.Set;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** The topics that are registered. All methods may be called from any thread. */
public interface TopicSource {

    /** Version of the table; asked before {@link #topics}, so that it is never newer than the content. */
    DataVersion version();

    /** All topics at this moment with the permissions that are told to others, unmodifiable. */
    Map<String, TopicConfig> topics();

    /**
     * The name server's list of order topics; those that exist here become order topics. A master only.
     *
     * @param topics names
     */
    void orderTopics(Set<String> topics);
}
