/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.RegisterBrokerBody;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** Encodes registrations; the whole table once for all name servers. Used by one thread. */
final class RegistrationBodies {

    private DataVersion encodedVersion;
    private Map<String, TopicConfig> encodedTopics;
    private byte[] encoded;

    /** The whole table. */
    byte[] full(DataVersion version, Map<String, TopicConfig> topics) {
        if (encoded == null || encodedTopics != topics || !version.equals(encodedVersion)) {
            encoded = new RegisterBrokerBody(version, List.copyOf(topics.values())).encode();
            encodedVersion = version;
            encodedTopics = topics;
        }
        return encoded;
    }

    /** Topics that are new or different since a server was told. */
    byte[] changes(DataVersion version, Map<String, TopicConfig> topics, Map<String, TopicConfig> told) {
        List<TopicConfig> changed = new ArrayList<>();
        topics.forEach((name, topic) -> {
            if (!topic.equals(told.get(name))) {
                changed.add(topic);
            }
        });
        return new RegisterBrokerBody(version, changed).encode();
    }
}
