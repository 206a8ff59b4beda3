/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** A group was sent from 8 back to 3; its members commit what they are at until they have followed. */
class ResetAgainstCommitsTest {

    @TempDir
    private Path folder;
    private ClientCodesTwin broker;

    @BeforeEach
    void reset() {
        broker = new ClientCodesTwin(folder, true);
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 2, 6));
        broker.tables.groups.findOrCreate("cg");
        broker.tables.groups.findOrCreate("other");
        commit("cg", 0, 8);
        commit("cg", 1, 8);
        broker.resets.begin("cg", "T", 0, 3);
        broker.tables.offsets.commit("cg", "T", 0, 3);
    }

    /** As clients do: one way. */
    private void commit(String group, int queueId, long offset) {
        RemotingCommand request = RequestTwin.of(RequestCode.UPDATE_CONSUMER_OFFSET, new byte[0], "consumerGroup",
            group, "topic", "T", "queueId", queueId, "commitOffset", offset);
        broker.ask(new RemotingCommand(request.code(), 0, request.version(), 1, RemotingCommand.FLAG_ONEWAY, null,
            request.fields(), request.body(), SerializeType.JSON));
    }

    private void pull(long from, long committed) {
        broker.ask(RequestTwin.of(RequestCode.PULL_MESSAGE, new byte[0], "consumerGroup", "cg", "topic", "T", "queueId",
            0, "queueOffset", from, "maxMsgNums", 32, "sysFlag", 5, "commitOffset", committed, "subscription", "*",
            "suspendTimeoutMillis", 0, "subVersion", 1));
    }

    private long offset() {
        return broker.tables.offsets.offset("cg", "T", 0);
    }

    @Test
    void shouldLeaveOutWhatMembersCommitOfBefore() {
        commit("cg", 0, 9);
        assertThat(offset()).isEqualTo(3);
        pull(9, 9);
        assertThat(offset()).as("in passing of a pull").isEqualTo(3);
        commit("cg", 1, 9);
        commit("other", 0, 9);
        assertThat(broker.tables.offsets.offset("cg", "T", 1)).isEqualTo(9);
        assertThat(broker.tables.offsets.offset("other", "T", 0)).isEqualTo(9);
    }

    @Test
    void shouldGoOnOnceAMemberPullsThere() {
        pull(3, 3);
        commit("cg", 0, 5);
        assertThat(offset()).isEqualTo(5);
    }

    @Test
    void shouldGoOnOnceAMemberCommitsThere() {
        commit("cg", 0, 3);
        commit("cg", 0, 6);
        assertThat(offset()).isEqualTo(6);
    }

    @Test
    void shouldNotWaitForEverForMembersThatKnowNoResets() {
        broker.nowMs += PendingResets.LIFE_MS - 1;
        commit("cg", 0, 9);
        assertThat(offset()).isEqualTo(3);
        broker.nowMs++;
        commit("cg", 0, 9);
        assertThat(offset()).isEqualTo(9);
    }

    @Test
    void shouldTakeWhatAToolSetsAndWaitsFor() {
        assertThat(broker.ask(RequestTwin.of(RequestCode.UPDATE_CONSUMER_OFFSET, new byte[0], "consumerGroup", "cg",
            "topic", "T", "queueId", 0, "commitOffset", 7)).code).isZero();
        assertThat(offset()).isEqualTo(7);
        commit("cg", 0, 8);
        assertThat(offset()).isEqualTo(8);
    }
}
