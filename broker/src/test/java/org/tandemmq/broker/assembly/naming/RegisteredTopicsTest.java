/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** What name servers are told of the topics. */
class RegisteredTopicsTest {

    @TempDir
    Path folder;

    private TopicConfigManager topics;

    @BeforeEach
    void load() {
        topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            TopicDefaults.of("cluster-a", "broker-a"), true, InstantSource.system());
        topics.load(true);
        topics.update(List.of(TopicConfig.of("orders", 4, 6), TopicConfig.of("archive", 4, 4)));
    }

    @Test
    void shouldNotAllowMoreThanTheBroker() {
        RegisteredTopics readOnly = new RegisteredTopics(topics, () -> TopicConfig.PERM_READ);

        assertThat(readOnly.topics().get("orders").perm()).isEqualTo(4);
        assertThat(readOnly.topics().get("archive").perm()).isEqualTo(4);
        assertThat(readOnly.topics().get("TBW102").perm()).isEqualTo(TopicConfig.PERM_READ | TopicConfig.PERM_INHERIT);
        assertThat(new RegisteredTopics(topics, () -> 6).topics()).isEqualTo(topics.topics());
    }

    @Test
    void shouldTakeOverOrderTopicsThatExist() {
        RegisteredTopics told = new RegisteredTopics(topics, () -> 6);
        told.orderTopics(Set.of("orders", "unknown"));

        assertThat(topics.topic("orders").order()).isTrue();
        assertThat(topics.topic("archive").order()).isFalse();
        assertThat(topics.topic("unknown")).isNull();
    }

    @Test
    void shouldNotChangeTheVersionWhenNothingChanges() {
        RegisteredTopics told = new RegisteredTopics(topics, () -> 6);
        told.orderTopics(Set.of("orders"));
        Object version = told.version();
        told.orderTopics(Set.of("orders"));

        assertThat(told.version()).isEqualTo(version);
    }
}
