/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.GroupResets;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.ConsumerData;
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
        broker.tables.topics.addListener(new TopicCleanUp(broker.tables.offsets, true, broker.store, stats,
            new GroupResets(broker.consumers, broker.resets, "broker-a")));
    }

    private void fill() {
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        send();
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
    void shouldSendReadersToTheBeginAndKeepNoneOfTheirOffsets() {
        fill();
        ClientChannel reader = new ClientChannel(broker.connection, "c", 0, 409, 0, 0);
        broker.consumers.register(reader, new ConsumerData("g", "CONSUME_PASSIVELY", "CLUSTERING",
            "CONSUME_FROM_LAST_OFFSET", List.of(), false), false);
        broker.tables.topics.delete("T");
        assertThat(broker.connection.notices).containsExactly(RequestCode.RESET_CONSUMER_CLIENT_OFFSET);
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        commitOneway(1);
        assertThat(broker.tables.offsets.offset("g", "T", 0)).as("what it says of the topic before").isEqualTo(-1);
        commitOneway(0);
        commitOneway(1);
        assertThat(broker.tables.offsets.offset("g", "T", 0)).as("it has begun anew").isEqualTo(1);
    }

    /** Whoever was not there to be told, or takes no such message, has offsets of the former topic at most. */
    @Test
    void shouldLeadToTheBeginWhoComesFromTheFormerTopic() {
        fill();
        send();
        send();
        broker.tables.topics.delete("T");
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        send();
        broker.nowMs += PendingResets.LIFE_MS + 1;
        assertThat(nextAfter(3)).isEqualTo("0");
        assertThat(nextAfter(2)).isEqualTo("0");
        assertThat(nextAfter(4)).as("no offset of the former topic").isEqualTo("1");
        assertThat(nextAfter(-1)).isEqualTo("0");
    }

    private String nextAfter(long offset) {
        ReplyTwin reply = broker.ask(RequestTwin.of(RequestCode.PULL_MESSAGE, new byte[0], "consumerGroup", "g",
            "topic", "T", "queueId", 0, "queueOffset", offset, "maxMsgNums", 1, "sysFlag", 4, "subscription", "*"));
        assertThat(reply.code).isEqualTo(ResponseCode.PULL_OFFSET_MOVED);
        return reply.fields.get("nextBeginOffset");
    }

    private void send() {
        broker.ask(RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[0], "producerGroup", "p", "topic", "T", "queueId",
            0));
    }

    @Test
    void shouldTellNobodyWhereNobodyReads() {
        fill();
        broker.tables.topics.delete("T");
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 1, 6));
        commitOneway(1);
        assertThat(broker.connection.notices).isEmpty();
        assertThat(broker.tables.offsets.offset("g", "T", 0)).isEqualTo(1);
    }

    private void commitOneway(long offset) {
        RemotingCommand request = RequestTwin.of(RequestCode.UPDATE_CONSUMER_OFFSET, new byte[0], "consumerGroup", "g",
            "topic", "T", "queueId", 0, "commitOffset", offset);
        broker.ask(new RemotingCommand(request.code(), 0, request.version(), 1, RemotingCommand.FLAG_ONEWAY, null,
            request.fields(), request.body(), request.serializeType()));
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
        broker.tables.topics.update(List.of(TopicConfig.of("T", 1, 4)));
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
