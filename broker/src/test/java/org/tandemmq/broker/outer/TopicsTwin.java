/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** Topics of a broker in memory. */
final class TopicsTwin implements TopicSource {

    final Set<String> ordered = new HashSet<>();
    private Map<String, TopicConfig> topics = Map.of();
    private DataVersion version = new DataVersion(0, 1_700_000_000_000L, 0);

    void add(String... names) {
        Map<String, TopicConfig> changed = new HashMap<>(topics);
        for (String name : names) {
            changed.put(name, TopicConfig.of(name, 4, 6));
        }
        topics = Map.copyOf(changed);
        version = version.next(1_700_000_000_000L);
    }

    @Override
    public DataVersion version() {
        return version;
    }

    @Override
    public Map<String, TopicConfig> topics() {
        return topics;
    }

    @Override
    public void orderTopics(Set<String> names) {
        ordered.addAll(names);
    }
}
