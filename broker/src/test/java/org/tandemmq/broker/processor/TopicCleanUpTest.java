/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** A topic that is deleted leaves nothing behind. */
class TopicCleanUpTest {

    @TempDir
    private Path folder;
    private final BrokerStats stats = new BrokerStats();
    private ClientCodesTwin broker;

    @BeforeEach
    void open() {
        broker = new ClientCodesTwin(folder, true);
        broker.tables.topics.addListener(new TopicCleanUp(broker.tables.offsets, broker.resets, true, broker.store,
            stats));
    }

    private void fill() {
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        broker.ask(RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[0], "producerGroup", "p", "topic", "T",
            "queueId", 0));
        broker.tables.offsets.commit("g", "T", 0, 1);
        stats.put("T", 0, 1, 1, 0);
    }

    @Test
    void shouldBeginAtZeroAgainAfterADeletionHere() {
        fill();
        broker.tables.topics.delete("T");
        assertThat(broker.store.maxOffset("T", 0)).isZero();
        assertThat(broker.tables.offsets.offset("g", "T", 0)).isEqualTo(-1);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T")).isNull();
    }

    /** A group that was to go back in the former topic commits in the new one. */
    @Test
    void shouldEndResetsWithTheTopic() {
        fill();
        broker.resets.begin("g", "T", 0, 1);
        broker.resets.begin("g", "U", 0, 1);
        broker.tables.topics.delete("T");
        assertThat(broker.resets.target("g", "T", 0)).isEqualTo(PendingResets.NONE);
        assertThat(broker.resets.target("g", "U", 0)).isEqualTo(1);
        broker.resets.forgetGroup("other");
        assertThat(broker.resets.target("g", "U", 0)).isEqualTo(1);
        broker.resets.forgetGroup("g");
        assertThat(broker.resets.target("g", "U", 0)).isEqualTo(PendingResets.NONE);
    }

    @Test
    void shouldFollowADeletionByTheMaster() {
        fill();
        broker.tables.topics.replaceWith("{\"topicConfigTable\":{\"U\":{\"topicName\":\"U\"}}}"
            .getBytes(StandardCharsets.UTF_8));
        assertThat(broker.store.topics()).doesNotContain("T");
        assertThat(broker.tables.offsets.topicsOf("g")).isEmpty();
    }

    @Test
    void shouldKeepTopicsThatOnlyChanged() {
        fill();
        broker.tables.topics.update(java.util.List.of(TopicConfig.of("T", 1, 4)));
        assertThat(broker.store.maxOffset("T", 0)).isEqualTo(1);
    }

    @Test
    void shouldTellSlavesThePositionWhereItReallyEnded() {
        fill();
        broker.store.beforeDrop = () -> broker.ask(RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[0],
            "producerGroup", "p", "topic", "U", "queueId", 0));
        broker.tables.topics.createIfAbsent(TopicConfig.of("U", 1, 6));
        long before = broker.store.status().endPosition();
        broker.tables.topics.delete("T");
        long end = broker.store.status().endPosition();
        assertThat(end).as("sent while it was deleted").isGreaterThan(before);
        assertThat(broker.tables.offsets.deletions().topics()).containsOnly(Map.entry("T", end));
    }
}
