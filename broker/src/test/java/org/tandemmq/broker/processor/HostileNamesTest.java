/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** What a hostile client may leave on the heap or on disk by names alone: nothing. */
class HostileNamesTest {

    private static final String LONG = "x".repeat(100_000);

    @TempDir
    private Path folder;
    private ClientCodesTwin broker;

    @BeforeEach
    void open() {
        broker = new ClientCodesTwin(folder, true);
        broker.tables.topics.createIfAbsent(TopicConfig.of("T", 4, 6));
    }

    private ReplyTwin heartbeat(String body) {
        return broker.ask(RequestTwin.json(RequestCode.HEART_BEAT, body));
    }

    private ReplyTwin lock(String group, String clientId, String topic, int queues) {
        StringBuilder set = new StringBuilder();
        for (int i = 0; i < queues; i++) {
            set.append(i == 0 ? "" : ",").append("{\"topic\":\"").append(topic)
                .append("\",\"brokerName\":\"b\",\"queueId\":").append(i).append('}');
        }
        return broker.ask(RequestTwin.json(RequestCode.LOCK_BATCH_MQ, "{\"consumerGroup\":\"" + group
            + "\",\"clientId\":\"" + clientId + "\",\"mqSet\":[" + set + "]}"));
    }

    @Test
    void shouldNeverCreateAGroupWithAnIllegalName() {
        for (String name : new String[] {LONG, "a/b", "\u0000", "", "../../x"}) {
            assertThat(broker.tables.groups.findOrCreate(name)).as(name.length() + " characters").isNull();
        }
        assertThat(broker.tables.groups.findOrCreate("legal")).isNotNull();
    }

    @Test
    void shouldRefuseHeartbeatsWithEndlessNames() {
        String producers = "{\"clientID\":\"c\",\"producerDataSet\":[{\"groupName\":\"" + LONG + "\"}]}";
        assertThat(heartbeat(producers).remark).contains("100000 characters, the limit is 255");
        String clientId = "{\"clientID\":\"" + LONG + "\",\"producerDataSet\":[{\"groupName\":\"p\"}]}";
        assertThat(heartbeat(clientId).remark).contains("the client id has 100000 characters");
        assertThat(broker.producers.groups()).isEmpty();
    }

    @Test
    void shouldCreateManyGroupsOfOneHeartbeatWithOneWriteOfEachTable() {
        StringBuilder groups = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            groups.append(i == 0 ? "" : ",").append("{\"groupName\":\"g").append(i).append("\",\"consumeType\":")
                .append("\"CONSUME_PASSIVELY\",\"messageModel\":\"CLUSTERING\",\"subscriptionDataSet\":[]}");
        }
        long topicsBefore = broker.tables.topics.version().counter();
        long groupsBefore = broker.tables.groups.version().counter();
        assertThat(heartbeat("{\"clientID\":\"c\",\"consumerDataSet\":[" + groups + "]}").code).isZero();
        assertThat(broker.tables.topics.topic("%RETRY%g2999")).isNotNull();
        assertThat(broker.tables.topics.version().counter()).isEqualTo(topicsBefore + 1);
        assertThat(broker.tables.groups.version().counter()).isEqualTo(groupsBefore + 1);
    }

    @Test
    void shouldRefuseLocksOfEndlessNamesAndNumbers() {
        assertThat(lock("g", "c", "T", 4).text()).contains("lockOKMQSet");
        assertThat(lock("g", "c", LONG, 1).code).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(lock(LONG, "c", "T", 1).code).isEqualTo(ResponseCode.INVALID_PARAMETER);
        assertThat(lock("g", LONG, "T", 1).remark).contains("255 characters");
        assertThat(lock("g", "c", "T", 10_001).remark).contains("10001 queues in one request, the limit is 10000");
    }

    @Test
    void shouldRefusePullsThatWouldHoldALongText() {
        Map<String, Object> common = Map.of("topic", "T", "queueId", 0, "queueOffset", 0, "maxMsgNums", 1, "sysFlag", 6,
            "commitOffset", 0, "suspendTimeoutMillis", 60_000, "subVersion", 0);
        Object[] fields = new Object[common.size() * 2 + 4];
        int at = 0;
        for (Map.Entry<String, Object> entry : common.entrySet()) {
            fields[at++] = entry.getKey();
            fields[at++] = entry.getValue();
        }
        fields[at++] = "consumerGroup";
        fields[at++] = "g";
        fields[at++] = "subscription";
        fields[at] = LONG;
        ReplyTwin reply = broker.ask(RequestTwin.of(RequestCode.PULL_MESSAGE, new byte[0], fields));
        assertThat(reply.code).isEqualTo(ResponseCode.SYSTEM_ERROR);
        assertThat(reply.remark).contains("16384");
    }

    @Test
    void shouldLookForNoNearestKeyOfAnEndlessOne() {
        assertThat(KnownKeys.ofBroker().nearest(LONG)).isEmpty();
        assertThat(KnownKeys.ofBroker().nearest("listenPrt")).contains("listenPort");
    }
}
