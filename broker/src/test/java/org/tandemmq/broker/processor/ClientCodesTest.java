/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.record.RecordView;

/** Heartbeats, lists, offsets, locks and look-ups, code by code. */
class ClientCodesTest {

    private static final String HEARTBEAT = "{\"clientID\":\"c1\",\"consumerDataSet\":[{\"groupName\":\"cg\","
        + "\"consumeType\":\"CONSUME_PASSIVELY\",\"messageModel\":\"CLUSTERING\",\"subscriptionDataSet\":"
        + "[{\"topic\":\"T\",\"subString\":\"a || b\",\"subVersion\":7}]}],\"producerDataSet\":"
        + "[{\"groupName\":\"pg\"}]}";

    @TempDir
    private Path folder;
    private ClientCodesTwin broker;

    @BeforeEach
    void open() {
        broker = new ClientCodesTwin(folder, true);
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 4, 6));
    }

    private ReplyTwin ask(int code, Object... fields) {
        return broker.ask(RequestTwin.of(code, new byte[0], fields));
    }

    private ReplyTwin heartbeat(String body) {
        return broker.ask(RequestTwin.json(RequestCode.HEART_BEAT, body));
    }

    private String send() {
        return ask(RequestCode.SEND_MESSAGE, "producerGroup", "p", "topic", "T", "queueId", 0, "properties",
            "KEYS\1k1").fields.get("msgId");
    }

    @Test
    void shouldAskForSubscriptionsThatAHeartbeatLeavesOut() {
        assertThat(heartbeat(HEARTBEAT).fields).isEmpty();
        ReplyTwin reply = heartbeat(HEARTBEAT.replace("{\"clientID\"", "{\"withoutSub\":true,\"clientID\""));
        assertThat(reply.code).isZero();
        assertThat(reply.fields).containsOnly(Map.entry("IS_SUB_CHANGE", "true"));
    }

    @Test
    void shouldRegisterAClientAndCreateItsGroup() {
        ReplyTwin reply = heartbeat(HEARTBEAT);
        assertThat(reply.code).isZero();
        assertThat(reply.fields).isEmpty();
        assertThat(broker.tables.groups.group("cg")).isNotNull();
        assertThat(broker.tables.topics.topic("%RETRY%cg").readQueueNums()).isEqualTo(1);
        assertThat(broker.consumers.subscription("cg", "T").tags()).containsExactlyInAnyOrder("a", "b");
        assertThat(broker.producers.next("pg").clientId()).isEqualTo("c1");
        assertThat(broker.connection.notices).containsExactly(RequestCode.NOTIFY_CONSUMER_IDS_CHANGED);
        ReplyTwin list = ask(RequestCode.GET_CONSUMER_LIST_BY_GROUP, "consumerGroup", "cg");
        assertThat(list.text()).isEqualTo("{\"consumerIdList\":[\"c1\"]}");
    }

    @Test
    void shouldRegisterAClientWhoseGroupTheDiskHasNoRoomFor() throws IOException {
        Path inTheWay = Files.createDirectory(folder.resolve("groups.json.tmp"));
        assertThat(heartbeat(HEARTBEAT).code).isZero();
        assertThat(broker.tables.groups.group("cg")).isNull();
        assertThat(broker.consumers.subscription("cg", "T").tags()).containsExactlyInAnyOrder("a", "b");
        Files.delete(inTheWay);
        assertThat(heartbeat(HEARTBEAT).code).isZero();
        assertThat(broker.tables.groups.group("cg")).isNotNull();
    }

    @Test
    void shouldTellNobodyWhereNoticesAreOff() {
        broker.notices = false;
        assertThat(heartbeat(HEARTBEAT).code).isZero();
        assertThat(broker.connection.notices).isEmpty();
    }

    @Test
    void shouldTakeEmptyHeartbeatsAndRefuseNone() {
        assertThat(heartbeat("{}").code).isZero();
        for (String none : List.of("", "null", "[]", "7", "\"x\"")) {
            assertThat(heartbeat(none).code).isEqualTo(1);
        }
        assertThat(heartbeat("{\"clientID\":").remark).contains("can't be read");
        assertThat(heartbeat("{}").code).isZero();
        assertThat(heartbeat(HEARTBEAT.replace("\"c1\"", "\"\"")).remark).contains("client id");
        assertThat(heartbeat(HEARTBEAT.replace("\"groupName\":\"cg\"", "\"groupName\":\"\"")).remark)
            .contains("group name");
        assertThat(broker.consumers.group("cg")).isNull();
    }

    @Test
    void shouldRefuseBodiesBeyondTheirLimit() {
        String names = "{\"clientID\":\"c1\",\"clientId\":\"c1\",\"consumerGroup\":\"cg\",\"mqSet\":[]}";
        String most = names + " ".repeat((4 << 20) - names.length());
        for (int code : new int[] {RequestCode.HEART_BEAT, RequestCode.LOCK_BATCH_MQ, RequestCode.UNLOCK_BATCH_MQ}) {
            assertThat(broker.ask(RequestTwin.json(code, most)).code).isZero();
            ReplyTwin refused = broker.ask(RequestTwin.json(code, most + " "));
            assertThat(refused.code).isEqualTo(1);
            assertThat(refused.remark).contains("its body has 4194305 bytes, the limit is 4194304");
        }
    }

    @Test
    void shouldRegisterButCreateNothingOnASlave() {
        broker.store.role = BrokerRole.SLAVE;
        assertThat(heartbeat(HEARTBEAT).code).isZero();
        assertThat(broker.tables.groups.group("cg")).isNull();
        assertThat(broker.consumers.group("cg")).isNotNull();
    }

    @Test
    void shouldForgetAClientThatSaysGoodbye() {
        heartbeat(HEARTBEAT);
        assertThat(ask(RequestCode.UNREGISTER_CLIENT, "clientID", "c1", "producerGroup", "pg").code).isZero();
        assertThat(broker.producers.next("pg")).isNull();
        ask(RequestCode.UNREGISTER_CLIENT, "clientID", "c1", "consumerGroup", "cg");
        assertThat(ask(RequestCode.GET_CONSUMER_LIST_BY_GROUP, "consumerGroup", "cg").code).isEqualTo(1);
        assertThat(ask(RequestCode.UNREGISTER_CLIENT, "clientID", "c1", "consumerGroup", "cg").code).isZero();
        assertThat(ask(RequestCode.UNREGISTER_CLIENT, "consumerGroup", "cg").code).isZero();
        assertThat(ask(RequestCode.UNREGISTER_CLIENT).code).isZero();
    }

    @Test
    void shouldForgetAConnectionThatClosedMeanwhile() {
        broker.connection.close("reset");
        heartbeat(HEARTBEAT);
        assertThat(broker.consumers.group("cg")).isNull();
        assertThat(broker.producers.groups()).isEmpty();
    }

    private ReplyTwin query(Object... more) {
        Object[] fields = new Object[6 + more.length];
        System.arraycopy(new Object[] {"consumerGroup", "cg", "topic", "T", "queueId", 0}, 0, fields, 0, 6);
        System.arraycopy(more, 0, fields, 6, more.length);
        return ask(RequestCode.QUERY_CONSUMER_OFFSET, fields);
    }

    @Test
    void shouldBeginYoungQueuesAtTheirBegin() {
        assertThat(query().fields).containsEntry("offset", "0");
        send();
        assertThat(query().fields).containsEntry("offset", "0");
        assertThat(query("setZeroIfNotFound", false).code).isEqualTo(22);
        broker.store.coldBelow = 1;
        assertThat(query().code).isEqualTo(22);
        broker.store.coldBelow = 0;
        broker.store.minOffset = 1;
        assertThat(query().code).isEqualTo(22);
        broker.store.minOffset = 0;
        broker.strictOffsets = true;
        assertThat(query().code).isEqualTo(22);
        broker.strictOffsets = false;
        broker.tables.offsets.commit("cg", "T", 0, 0);
        assertThat(query().fields).containsEntry("offset", "0");
        assertThat(ask(RequestCode.QUERY_CONSUMER_OFFSET, "consumerGroup", "cg", "topic", "Nowhere", "queueId", 0)
            .code).isEqualTo(22);
        assertThat(ask(RequestCode.QUERY_CONSUMER_OFFSET, "consumerGroup", "other", "topic", "T", "queueId", -1).code)
            .isEqualTo(22);
    }

    private int commit(String group, String topic, Object queueId, Object offset) {
        return ask(RequestCode.UPDATE_CONSUMER_OFFSET, "consumerGroup", group, "topic", topic, "queueId", queueId,
            "commitOffset", offset).code;
    }

    @Test
    void shouldStoreOffsetsOfWhatExists() {
        assertThat(commit("fresh", "T", 3, 9)).isZero();
        assertThat(broker.tables.groups.group("fresh")).isNotNull();
        assertThat(broker.tables.offsets.offset("fresh", "T", 3)).isEqualTo(9);
        assertThat(commit("fresh", "T", 3, 4)).isZero();
        assertThat(broker.tables.offsets.offset("fresh", "T", 3)).isEqualTo(4);
        assertThat(commit("fresh", "Nowhere", 0, 1)).isEqualTo(17);
        assertThat(commit("fresh", "T", 4, 1)).isEqualTo(29);
        assertThat(commit("fresh", "T", -1, 1)).isEqualTo(29);
        assertThat(commit("fresh", "T", 0, -1)).isEqualTo(29);
        assertThat(commit("a b", "T", 0, 1)).isEqualTo(26);
        broker.tables.groups.autoCreate(false);
        assertThat(commit("other", "T", 0, 1)).isEqualTo(26);
    }

    @Test
    void shouldGiveTheRangeOfAQueue() {
        assertThat(ask(RequestCode.GET_MAX_OFFSET, "topic", "T", "queueId", 0).fields).containsEntry("offset", "0");
        assertThat(ask(RequestCode.GET_EARLIEST_MSG_STORETIME, "topic", "T", "queueId", 0).fields)
            .containsEntry("timestamp", "-1");
        send();
        send();
        assertThat(ask(RequestCode.GET_MAX_OFFSET, "topic", "T", "queueId", 0).fields).containsEntry("offset", "2");
        assertThat(ask(RequestCode.GET_MIN_OFFSET, "topic", "T", "queueId", 0).fields).containsEntry("offset", "0");
        assertThat(ask(RequestCode.GET_EARLIEST_MSG_STORETIME, "topic", "T", "queueId", 0).fields)
            .containsEntry("timestamp", "1000000");
        assertThat(ask(RequestCode.SEARCH_OFFSET_BY_TIMESTAMP, "topic", "T", "queueId", 0, "timestamp", 1_000_001)
            .fields).containsEntry("offset", "2");
        assertThat(ask(RequestCode.GET_MAX_OFFSET, "topic", "Nowhere", "queueId", 9).fields)
            .containsEntry("offset", "0");
    }

    @Test
    void shouldLockQueuesForOneMember() {
        String body = "{\"clientId\":\"%s\",\"consumerGroup\":\"cg\",\"mqSet\":[{\"brokerName\":\"b\",\"queueId\":0,"
            + "\"topic\":\"T\"}]}";
        ReplyTwin first = broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, body.formatted("c1")));
        assertThat(first.text()).isEqualTo("{\"lockOKMQSet\":[{\"brokerName\":\"b\",\"queueId\":0,\"topic\":\"T\"}]}");
        ReplyTwin second = broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, body.formatted("c2")));
        assertThat(second.code).isZero();
        assertThat(second.text()).isEqualTo("{\"lockOKMQSet\":[]}");
        assertThat(broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, body.formatted(""))).code).isEqualTo(29);
        broker.ask(RequestTwin.json(RequestCode.UNLOCK_BATCH_MQ, body.formatted("c1")));
        assertThat(broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, body.formatted("c2"))).text())
            .contains("queueId");
    }

    @Test
    void shouldFindMessagesByKeyAndPosition() {
        String id = send();
        ReplyTwin byKey = ask(RequestCode.QUERY_MESSAGE, "topic", "T", "key", "k1", "maxNum", 32,
            "beginTimestamp", 0, "endTimestamp", Long.MAX_VALUE);
        assertThat(byKey.code).isZero();
        assertThat(byKey.fields).containsKeys("indexLastUpdateTimestamp", "indexLastUpdatePhyoffset");
        ReplyTwin none = ask(RequestCode.QUERY_MESSAGE, "topic", "T", "key", "k2", "maxNum", 32);
        assertThat(none.code).isEqualTo(22);
        assertThat(none.fields).containsKeys("indexLastUpdateTimestamp", "indexLastUpdatePhyoffset");
        long position = Long.parseLong(id.substring(16), 16);
        ReplyTwin byId = ask(RequestCode.VIEW_MESSAGE_BY_ID, "offset", position);
        assertThat(new RecordView().wrap(java.nio.ByteBuffer.wrap(byId.body), 0).topic()).isEqualTo("T");
        for (long wrong : new long[] {position + 1, -1, Long.MAX_VALUE}) {
            ReplyTwin reply = ask(RequestCode.VIEW_MESSAGE_BY_ID, "offset", wrong);
            assertThat(reply.code).isEqualTo(1);
            assertThat(reply.remark).contains(String.valueOf(wrong));
            assertThat(reply.body).isNull();
        }
    }

    @Test
    void shouldCheckExpressionsBeforeAConsumerStarts() {
        String body = "{\"clientId\":\"c\",\"group\":\"g\",\"subscriptionData\":{\"topic\":\"T\",\"subString\":\"a\","
            + "\"expressionType\":\"%s\"}}";
        assertThat(broker.ask(RequestTwin.json(RequestCode.CHECK_CLIENT_CONFIG, body.formatted("TAG"))).code).isZero();
        ReplyTwin off = broker.ask(RequestTwin.json(RequestCode.CHECK_CLIENT_CONFIG, body.formatted("SQL92")));
        assertThat(off.code).isEqualTo(1);
        assertThat(off.remark).contains("enablePropertyFilter");
        assertThat(broker.ask(RequestTwin.json(RequestCode.CHECK_CLIENT_CONFIG, "")).code).isZero();
        assertThat(broker.ask(RequestTwin.json(RequestCode.CHECK_CLIENT_CONFIG, "{\"group\":\"g\"}")).code).isZero();
    }
}
