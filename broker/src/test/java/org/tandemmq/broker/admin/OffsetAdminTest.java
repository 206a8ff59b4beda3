/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.config.BrokerRole;

/** Offsets set by hand: 222, 308, 314, and each refusal. */
class OffsetAdminTest {

    @TempDir
    private Path folder;
    private AdminTwin broker;
    private final ConnectionTwin member = new ConnectionTwin();

    @BeforeEach
    void open() {
        broker = new AdminTwin(folder);
        broker.store.nowMs = 5_000;
        broker.fill("T", 0, 10);
        broker.store.nowMs = 5_000;
        broker.fill("T", 1, 4);
        broker.tables.offsets.commit("g", "T", 0, 8);
        broker.tables.offsets.commit("g", "T", 1, 4);
        broker.tables.groups.findOrCreate("g");
    }

    private ReplyTwin reset(Object... more) {
        Object[] fields = new Object[4 + more.length];
        System.arraycopy(new Object[] {"topic", "T", "group", "g"}, 0, fields, 0, 4);
        System.arraycopy(more, 0, fields, 4, more.length);
        return broker.ask(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, fields);
    }

    private long offset(int queueId) {
        return broker.tables.offsets.offset("g", "T", queueId);
    }

    @Test
    void shouldSetAGroupBackAndTellItsMembers() {
        broker.consumer("g", member, "T");
        ReplyTwin reply = reset("timestamp", 5_003, "isForce", true);
        assertThat(reply.code).isZero();
        assertThat(reply.text()).contains("\"offsetTable\"", "broker-a");
        assertThat(offset(0)).isEqualTo(3);
        assertThat(offset(1)).isEqualTo(3);
        assertThat(member.notices).containsExactly(RequestCode.RESET_CONSUMER_CLIENT_OFFSET);
    }

    @Test
    void shouldWaitForMembersToFollowAResetWhereThereAreAny() {
        assertThat(reset("timestamp", 5_003, "isForce", true, "queueId", 0).code).isZero();
        assertThat(broker.resets.target("g", "T", 0)).isEqualTo(PendingResets.NONE);
        broker.consumer("g", member, "T");
        reset("timestamp", 5_003, "isForce", true);
        assertThat(broker.resets.target("g", "T", 0)).isEqualTo(3);
        assertThat(broker.resets.target("g", "T", 1)).isEqualTo(3);
        reset("timestamp", -1, "isForce", true);
        assertThat(broker.resets.target("g", "T", 0)).isEqualTo(10);
    }

    @Test
    void shouldSendAGroupAheadOnlyWhenForced() {
        broker.consumer("g", member, "T");
        broker.tables.offsets.commit("g", "T", 0, 1);
        reset("timestamp", 5_009, "isForce", false);
        assertThat(offset(0)).isEqualTo(1);
        reset("timestamp", 5_009, "isForce", true);
        assertThat(offset(0)).isEqualTo(9);
        reset("timestamp", -1, "isForce", false);
        assertThat(offset(0)).isEqualTo(10);
        assertThat(offset(1)).isEqualTo(4);
    }

    @Test
    void shouldSayThatNobodyIsOnlineSoThatToolsUseTheirOldWay() {
        assertThat(reset("timestamp", 5_003, "isForce", true).code).isEqualTo(206);
        assertThat(offset(0)).isEqualTo(8);
    }

    @Test
    void shouldSayThatAGroupDoesNotExistSoThatToolsDoNotBeginOne() {
        assertThat(broker.ask(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, "topic", "T", "group", "misspelt",
            "timestamp", 5_003, "isForce", true).code).isEqualTo(26);
        broker.tables.offsets.commit("deleted", "T", 0, 8);
        assertThat(broker.ask(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, "topic", "T", "group", "deleted",
            "timestamp", 5_003, "isForce", true).code).isEqualTo(206);
    }

    @Test
    void shouldSetOneQueueAlsoOfAStoppedGroup() {
        assertThat(reset("timestamp", 0, "isForce", true, "queueId", 0, "offset", 2).code).isZero();
        assertThat(offset(0)).isEqualTo(2);
        assertThat(offset(1)).isEqualTo(4);
        assertThat(reset("timestamp", 0, "isForce", false, "queueId", 0, "offset", 6).code).isZero();
        assertThat(offset(0)).isEqualTo(6);
        assertThat(reset("timestamp", 0, "isForce", true, "queueId", 0, "offset", 2).code).isZero();
        assertThat(reset("timestamp", 0, "isForce", true, "queueId", 0, "offset", 11).code).isEqualTo(1);
        assertThat(offset(0)).isEqualTo(2);
    }

    @Test
    void shouldRefuseResets() {
        assertThat(broker.ask(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, "topic", "none", "group", "g", "timestamp", 1)
            .code).isEqualTo(17);
        assertThat(reset("timestamp", 0, "isForce", true, "queueId", 0, "offset", -5).code).isEqualTo(1);
        assertThat(reset("timestamp", 0, "isForce", true, "queueId", 9, "offset", 0).code).isEqualTo(29);
        broker.store.role = BrokerRole.SLAVE;
        assertThat(reset("timestamp", 1, "isForce", true).code).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"queueId, 4294967296", "queueId, -4294967296", "queueId, x", "timestamp, ''", "timestamp, x",
        "timestamp, 99999999999999999999", "offset, x"})
    void shouldResetNothingForNumbersThatAreNone(String name, String value) {
        broker.consumer("g", member, "T");
        Map<String, Object> fields = new TreeMap<>(Map.of("timestamp", 0, "isForce", true, "queueId", 0));
        fields.put(name, value);
        Object[] all = fields.entrySet().stream().flatMap(field -> Stream.of(field.getKey(), field.getValue()))
            .toArray();
        assertThatThrownBy(() -> reset(all)).isInstanceOf(HeaderFieldException.class).hasMessageContaining(name);
        assertThat(offset(0)).isEqualTo(8);
        assertThat(member.notices).isEmpty();
    }

    @Test
    void shouldTakeAnOffsetForOneQueueOnly() {
        broker.consumer("g", member, "T");
        assertThat(reset("timestamp", 5_003, "isForce", true, "offset", 7).code).isZero();
        assertThat(offset(0)).isEqualTo(3);
        assertThat(offset(1)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unheard", "a@b", ""})
    void shouldResetNoQueueOfAGroupThatIsNone(String group) {
        assertThat(broker.ask(RequestCode.INVOKE_BROKER_TO_RESET_OFFSET, "topic", "T", "group", group, "timestamp", 0,
            "isForce", true, "queueId", 0, "offset", 1).code).isEqualTo(26);
        assertThat(broker.tables.offsets.groupsOf("T")).containsExactly("g");
    }

    @Test
    void shouldCloneOntoItselfWithoutAChange() {
        assertThat(broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "g", "topic", "T").code)
            .isZero();
        assertThat(broker.tables.offsets.groupsOf("T")).containsExactly("g");
        assertThat(offset(0)).isEqualTo(8);
    }

    @Test
    void shouldCloneNothingOfGroupsAndTopicsThatDoNotExist() {
        ReplyTwin nobody = broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "nobody", "destGroup", "h");
        assertThat(nobody.code).isEqualTo(26);
        assertThat(nobody.remark).contains("nobody");
        ReplyTwin nowhere = broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "h", "topic",
            "none");
        assertThat(nowhere.code).isEqualTo(17);
        assertThat(nowhere.remark).contains("none");
        assertThat(broker.tables.groups.group("h")).isNull();
        broker.tables.groups.autoCreate(false);
        assertThat(broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "h", "topic", "T").code)
            .isEqualTo(26);
        assertThat(broker.tables.offsets.groupsOf("T")).containsExactly("g");
    }

    @Test
    void shouldRefuseToClone() {
        assertThat(broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "a@b").code).isEqualTo(29);
        broker.store.role = BrokerRole.SLAVE;
        assertThat(broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "h").code).isEqualTo(1);
        assertThat(broker.tables.offsets.groupsOf("T")).containsExactly("g");
    }

    @Test
    void shouldCloneOffsetsOfOneTopicOrAll() {
        broker.tables.offsets.commit("g", "U", 0, 7);
        assertThat(broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "h", "topic", "T").code)
            .isZero();
        assertThat(broker.tables.offsets.offset("h", "T", 0)).isEqualTo(8);
        assertThat(broker.tables.offsets.offset("h", "U", 0)).isEqualTo(-1);
        assertThat(broker.tables.groups.group("h")).isNotNull();
        broker.ask(RequestCode.CLONE_GROUP_OFFSET, "srcGroup", "g", "destGroup", "h");
        assertThat(broker.tables.offsets.offset("h", "U", 0)).isEqualTo(7);
    }

    @Test
    void shouldTellTheSlowestGroupWithoutDeletingAnything() {
        broker.tables.offsets.commit("h", "T", 0, 5);
        assertThat(broker.ask(RequestCode.QUERY_CORRECTION_OFFSET, "topic", "T", "compareGroup", "g", "filterGroups",
            "h").text()).contains("\"correctionOffsets\"", "5", "4");
        assertThat(broker.tables.offsets.offset("h", "T", 0)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"brokerName\":\"b\",\"queueId\":1,\"topic\":\"T\"}",
        "\"{\\\"brokerName\\\":\\\"b\\\",\\\"queueId\\\":1,\\\"topic\\\":\\\"T\\\"}\""})
    void shouldPassOnTheOffsetsThatAMemberTells(String queue) {
        broker.consumer("g", member, "T");
        ReplyTwin reply = broker.ask(RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS, "topic", "T", "group", "g");
        member.answer.complete(RequestTwin.json(0, "{\"consumerTable\":{},\"messageQueueTable\":{" + queue + ":7}}"));
        assertThat(reply.code).isZero();
        assertThat(reply.text()).isEqualTo("{\"consumerTable\":{\"client-of-g\":{{\"brokerName\":\"b\",\"queueId\":1,"
            + "\"topic\":\"T\"}:7}},\"messageQueueTable\":{}}");
    }

    @Test
    void shouldLeaveOutAMemberThatTellsNothing() {
        broker.consumer("g", member, "T");
        ReplyTwin reply = broker.ask(RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS, "topic", "T", "group", "g",
            "clientAddr", "client-of-g");
        member.answer.completeExceptionally(new RemotingException("connection lost"));
        assertThat(reply.text()).isEqualTo("{\"consumerTable\":{},\"messageQueueTable\":{}}");
    }

    @Test
    void shouldTellThatNoMemberCanBeAsked() {
        assertThat(broker.ask(RequestCode.INVOKE_BROKER_TO_GET_CONSUMER_STATUS, "topic", "T", "group", "g").code)
            .isEqualTo(206);
    }
}
