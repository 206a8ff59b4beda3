/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.record.RecordView;

/** Pulls: checks in order, codes and offsets of every status. */
class PullMessageProcessorTest {

    @TempDir
    private Path folder;
    private PullTwin at;

    @BeforeEach
    void open() {
        at = new PullTwin(folder);
    }

    @Test
    void shouldGiveRecordsAndAllFields() {
        at.send("A", "B", "A");
        ReplyTwin reply = at.pull();
        assertThat(reply.code).isZero();
        assertThat(reply.remark).isEqualTo("FOUND");
        assertThat(reply.fields).isEqualTo(Map.of("nextBeginOffset", "3", "minOffset", "0", "maxOffset", "3",
            "suggestWhichBrokerId", "0"));
        ByteBuffer body = ByteBuffer.wrap(reply.body);
        int records = 0;
        for (int at = 0; at < body.limit(); at += new RecordView().wrap(body, at).totalSize()) {
            records++;
        }
        assertThat(records).isEqualTo(3);
    }

    @Test
    void shouldFilterByTagsAndMoveOn() {
        at.send("A", "B", "A");
        assertThat(at.pull("subscription", "B || C").body.length).isPositive();
        ReplyTwin nothing = at.pull("subscription", "C");
        assertThat(nothing.code).isEqualTo(20);
        assertThat(nothing.fields).containsEntry("nextBeginOffset", "3");
        assertThat(at.pull("subscription", "||").code).isEqualTo(23);
        assertThat(at.pull("subscription", "a > 1", "expressionType", "SQL92").remark).contains("enablePropertyFilter");
    }

    @Test
    void shouldAnswerEachStatusWithItsCode() {
        assertThat(at.pull("queueOffset", 0).code).isEqualTo(19);
        assertThat(at.pull("queueOffset", 5).code).isEqualTo(21);
        assertThat(at.pull("queueOffset", 5).fields).containsEntry("nextBeginOffset", "0");
        at.send("A", "B");
        assertThat(at.pull("queueOffset", 2).code).isEqualTo(19);
        assertThat(at.pull("queueOffset", 2).fields).containsEntry("nextBeginOffset", "2").hasSize(4);
        for (Object beyond : List.of(3, 102, Long.MAX_VALUE)) {
            ReplyTwin reply = at.pull("queueOffset", beyond);
            assertThat(reply.code).isEqualTo(21);
            assertThat(reply.fields).containsEntry("nextBeginOffset", "2");
        }
        at.store.minOffset = 1;
        for (Object below : List.of(-1, 0)) {
            ReplyTwin reply = at.pull("queueOffset", below);
            assertThat(reply.code).isEqualTo(21);
            assertThat(reply.fields).containsEntry("nextBeginOffset", "1");
        }
    }

    @Test
    void shouldCheckInOrder() {
        at.settings = new PullSettings(2, true, true, 1000, false, false, 0);
        assertThat(at.pull().fields).containsEntry("forbiddenType", "1");
        at.settings = new PullSettings(6, false, true, 1000, false, false, 0);
        assertThat(at.start(RequestCode.LITE_PULL_MESSAGE).code).isEqualTo(16);
        at.settings = PullSettings.DEFAULTS;
        assertThat(at.start(RequestCode.LITE_PULL_MESSAGE).code).isEqualTo(19);
        assertThat(at.pull("consumerGroup", "a b").code).isEqualTo(26);
        assertThat(at.pull("topic", "Nowhere").code).isEqualTo(17);
        assertThat(at.pull("queueId", 2).code).isEqualTo(29);
        assertThat(at.pull("queueId", -1).code).isEqualTo(29);
        assertThat(at.pull("queueOffset", "x").code).isEqualTo(1);
        at.tables.topics.update(List.of(TopicConfig.of("T", 2, 2)));
        assertThat(at.pull().fields).containsEntry("forbiddenType", "3");
        at.tables.groups.update(List.of(SubscriptionGroupConfig.read(
            JsonFields.of(Map.of("consumeEnable", false)), "g")));
        assertThat(at.pull().fields).containsEntry("forbiddenType", "2");
    }

    @Test
    void shouldCreateAGroupOnItsFirstPull() {
        at.send("A");
        assertThat(at.pull("consumerGroup", "fresh").code).isZero();
        assertThat(at.tables.groups.group("fresh")).isNotNull();
        at.tables.groups.autoCreate(false);
        assertThat(at.pull("consumerGroup", "other").code).isEqualTo(26);
    }

    @Test
    void shouldCreateGroupsElsewhereThanItReads() {
        at.send("A");
        ReplyTwin reply = at.start(RequestCode.PULL_MESSAGE, "consumerGroup", "new");
        assertThat(at.readers).as("readers create nothing").isEmpty();
        assertThat(at.creators).hasSize(1);
        assertThat(reply.code).isEqualTo(-1);
        at.runReaders();
        assertThat(reply.code).isZero();
        assertThat(at.tables.groups.group("new")).isNotNull();
        at.start(RequestCode.PULL_MESSAGE, "consumerGroup", "new");
        assertThat(at.creators).isEmpty();
    }

    @Test
    void shouldServeANewGroupThatTheDiskHasNoRoomFor() throws IOException {
        at.send("a");
        Path inTheWay = Files.createDirectory(folder.resolve("groups.json.tmp"));
        assertThat(at.pull("consumerGroup", "fresh").code).isZero();
        assertThat(at.tables.groups.group("fresh")).isNull();
        Files.delete(inTheWay);
        assertThat(at.pull("consumerGroup", "fresh").code).isZero();
        assertThat(at.tables.groups.group("fresh")).isNotNull();
    }

    @Test
    void shouldUseTheRegisteredSubscription() {
        at.send("A", "B");
        assertThat(at.pull("sysFlag", 0).code).isEqualTo(24);
        at.register("g", "CLUSTERING", "Other", "*", 5);
        assertThat(at.pull("sysFlag", 0).code).isEqualTo(24);
        at.register("g", "CLUSTERING", "T", "B", 5);
        assertThat(at.pull("sysFlag", 0, "subVersion", 6).code).isEqualTo(25);
        assertThat(at.pull("sysFlag", 0, "subVersion", 5).code).isZero();
        at.tables.groups.setReadable("g", "T", false);
        assertThat(at.pull("sysFlag", 0).fields).containsEntry("forbiddenType", "5");
        at.tables.groups.update(List.of(SubscriptionGroupConfig.read(
            JsonFields.of(Map.of("consumeBroadcastEnable", false)), "g")));
        at.register("g", "BROADCASTING", "T", "B", 5);
        assertThat(at.pull("sysFlag", 0).fields).containsEntry("forbiddenType", "4");
    }

    @Test
    void shouldStoreTheOffsetThatComesAlong() {
        at.pull("sysFlag", 4, "commitOffset", 7);
        assertThat(at.tables.offsets.offset("g", "T", 0)).isEqualTo(-1);
        at.pull("sysFlag", 5, "commitOffset", 7);
        assertThat(at.tables.offsets.offset("g", "T", 0)).isEqualTo(7);
        at.pull("sysFlag", 5, "commitOffset", -1);
        assertThat(at.tables.offsets.offset("g", "T", 0)).isEqualTo(7);
    }
}
