/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** What is counted of messages whose topic went. */
class LateMessagesTest {

    @TempDir
    Path folder;
    private TopicConfigManager topics;
    private LateMessages late;

    @BeforeEach
    void open() {
        topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            TopicDefaults.of("C1", "broker-a"), true, Instant::now);
        topics.load(true);
        late = new LateMessages(topics);
    }

    @Test
    void shouldCountThoseOfDeletedTopicsUntilTheyAreTold() {
        topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        late.stored("Orders");
        late.stored(TopicNames.SCHEDULE);
        late.stored("rmq_sys_wheel_timer");
        late.stored("%LMQ%light");
        assertThat(late.tell()).isZero();
        topics.delete("Orders");
        late.stored("Orders");
        late.stored("Orders");
        late.stored("%RETRY%gone");
        assertThat(late.tell()).isEqualTo(3);
        assertThat(late.tell()).isZero();
        topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        late.stored("Orders");
        assertThat(late.tell()).isZero();
    }

    @Test
    void shouldCountThoseOfMoreTopicsThanItNames() {
        for (int i = 0; i < 3 * LateMessages.TOPICS_MAX; i++) {
            late.stored("gone" + i);
            late.stored("gone0");
        }
        assertThat(late.tell()).isEqualTo(6L * LateMessages.TOPICS_MAX);
    }

    @Test
    void shouldKeepTheQueueOfATopicThatIsGoneAndNameOneThatThereIsOfOthers() {
        topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        assertThat(late.queue("Orders", 7)).isEqualTo(3);
        assertThat(late.queue("gone", 7)).isEqualTo(7);
    }
}
