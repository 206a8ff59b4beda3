/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.admin.store.UnusedTopics;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.config.BrokerRole;

/** Figures and connections: 202, 203, 204, 208, 300, 303, 315, 317, 328, 343, 345, and each refusal. */
class StatsAdminTest {

    @TempDir
    private Path folder;
    private AdminTwin broker;

    @BeforeEach
    void open() {
        broker = new AdminTwin(folder);
        broker.store.nowMs = 5_000;
        broker.fill("T", 0, 3);
        broker.tables.offsets.commit("g", "T", 0, 2);
        broker.tables.groups.findOrCreate("g");
    }

    @Test
    void shouldShowEveryQueueAlsoEmptyOnes() {
        String text = broker.ask(RequestCode.GET_TOPIC_STATS_INFO, "topic", "T").text();
        assertThat(text).contains("\"lastUpdateTimestamp\":5002", "\"maxOffset\":3", "topicPutTps")
            .contains("\"lastUpdateTimestamp\":0");
        assertThat(text.split("minOffset")).hasSize(3);
    }

    @Test
    void shouldShowHowFarAGroupIs() {
        String text = broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "g", "topic", "T").text();
        assertThat(text).contains("\"brokerOffset\":3", "\"consumerOffset\":2", "\"lastTimestamp\":5001",
            "\"consumerOffset\":0");
        assertThat(broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "g", "topicList", "T;none").text())
            .contains("\"consumerOffset\":2");
        assertThat(broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "nobody").text())
            .contains("\"offsetTable\":{}");
    }

    @Test
    void shouldLeaveOutWhatAnOnlineGroupDoesNotRead() {
        broker.consumer("g", new ConnectionTwin(), "U");
        assertThat(broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "g", "topic", "T").text())
            .contains("\"offsetTable\":{}");
    }

    @Test
    void shouldShowNoBacklogOfABroadcastWhoseMembersKeepTheirOffsets() {
        broker.consumer("b", new ConnectionTwin(), "T", "BROADCASTING");
        assertThat(broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "b", "topic", "T").text())
            .contains("\"offsetTable\":{}");
    }

    @Test
    void shouldTellWhoReadsATopicAndWhatAGroupReads() {
        broker.consumer("h", new ConnectionTwin(), "T");
        assertThat(broker.ask(RequestCode.QUERY_TOPIC_CONSUME_BY_WHO, "topic", "T").text())
            .isEqualTo("{\"groupList\":[\"g\",\"h\"]}");
        assertThat(broker.ask(RequestCode.QUERY_TOPICS_BY_CONSUMER, "group", "g").text()).contains("[\"T\"]");
        assertThat(broker.ask(RequestCode.QUERY_SUBSCRIPTION_BY_CONSUMER, "group", "h", "topic", "T").text())
            .contains("\"subString\":\"*\"");
        assertThat(broker.ask(RequestCode.QUERY_SUBSCRIPTION_BY_CONSUMER, "group", "g", "topic", "T").text())
            .doesNotContain("subscriptionData");
        assertThat(broker.ask(RequestCode.QUERY_SUBSCRIPTION_BY_CONSUMER, "group", "g").text())
            .isEqualTo("{\"group\":\"g\"}");
    }

    @Test
    void shouldTellTimesOfAGroup() {
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_TIME_SPAN, "topic", "T", "group", "g").text())
            .contains("\"minTimeStamp\":5000", "\"maxTimeStamp\":5002", "\"consumeTimeStamp\":5001",
                "\"delayTime\":1");
    }

    @Test
    void shouldTellHowLongTheNextMessageWaits() {
        broker.store.nowMs = 9_002;
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_TIME_SPAN, "topic", "T", "group", "g").text())
            .contains("\"delayTime\":4000", "\"delayTime\":0");
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_TIME_SPAN, "topic", "T", "group", "unheard").text())
            .contains("\"consumeTimeStamp\":5000", "\"delayTime\":4002");
        broker.tables.offsets.commit("g", "T", 0, 3);
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_TIME_SPAN, "topic", "T", "group", "g").text())
            .contains("\"consumeTimeStamp\":5002").doesNotContain("\"delayTime\":4");
    }

    @Test
    void shouldTakeAnEmptyListOfTopicsForNone() {
        broker.consumer("g", new ConnectionTwin(), "U");
        assertThat(broker.ask(RequestCode.GET_CONSUME_STATS, "consumerGroup", "g", "topic", "T", "topicList", "")
            .text()).contains("\"offsetTable\":{}");
    }

    @Test
    void shouldSumUpTheBroker() {
        assertThat(broker.ask(RequestCode.GET_BROKER_CONSUME_STATS, "isOrder", false).text())
            .contains("\"totalDiff\":1", "\"g\":[{");
        assertThat(broker.ask(RequestCode.GET_BROKER_CONSUME_STATS, "isOrder", true).text())
            .contains("\"totalDiff\":0");
    }

    @ParameterizedTest
    @ValueSource(ints = {RequestCode.GET_TOPIC_STATS_INFO, RequestCode.QUERY_CONSUME_TIME_SPAN})
    void shouldNotKnowATopic(int code) {
        assertThat(broker.ask(code, "topic", "none", "group", "g").code).isEqualTo(17);
    }

    @ParameterizedTest
    @CsvSource({"TOPIC_PUT_NUMS, T", "TOPIC_PUT_SIZE, T", "BROKER_PUT_NUMS, C1", "GROUP_GET_NUMS, T@g",
        "GROUP_GET_SIZE, T@g", "SNDBCK_PUT_NUMS, T@g", "BROKER_GET_NUMS, C1", "QUEUE_PUT_NUMS, T@0",
        "QUEUE_PUT_SIZE, T@0", "TOPIC_PUT_LATENCY, 0@T", "QUEUE_GET_NUMS, T@0@g", "QUEUE_GET_SIZE, T@0@g",
        "GROUP_GET_LATENCY, 0@T@g", "GROUP_GET_FALL_SIZE, 0@T@g", "GROUP_GET_FALL_TIME, 0@T@g"})
    void shouldShowCounters(String name, String key) {
        broker.stats.put("T", 0, 3, 300, 1_000);
        broker.stats.got("T", 0, "g", 2, 200, 4);
        broker.stats.sentBack("T", "g");
        assertThat(broker.ask(RequestCode.VIEW_BROKER_STATS_DATA, "statsName", name, "statsKey", key).text())
            .contains("statsMinute", "statsHour", "statsDay");
    }

    @ParameterizedTest
    @CsvSource({"TOPIC_PUT_NUMS, none", "GROUP_GET_NUMS, T@none", "QUEUE_PUT_NUMS, T@0", "NOTHING, T",
        "BROKER_PUT_NUMS, other", "BROKER_GET_NUMS, T",
        "GROUP_GET_FALL_SIZE, 1@T@g", "GROUP_GET_FALL_TIME, T@g", "GROUP_GET_FALL_TIME, x@T@g"})
    void shouldSayThatNothingWasCounted(String name, String key) {
        ReplyTwin reply = broker.ask(RequestCode.VIEW_BROKER_STATS_DATA, "statsName", name, "statsKey", key);
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).contains(name, key);
    }

    @Test
    void shouldTellHowFarBehindAGroupIsAtTheMoment() {
        broker.store.nowMs = 7_500;
        String bytes = broker.ask(RequestCode.VIEW_BROKER_STATS_DATA, "statsName", "GROUP_GET_FALL_SIZE", "statsKey",
            "0@T@g").text();
        long recordBytes = broker.store.status().endPosition() / 3;
        assertThat(bytes).contains("\"sum\":" + recordBytes);
        assertThat(behindMs()).contains("\"sum\":2498,");
        broker.tables.offsets.commit("g", "T", 0, 3);
        assertThat(behindMs()).contains("\"sum\":0,");
    }

    private String behindMs() {
        return broker.ask(RequestCode.VIEW_BROKER_STATS_DATA, "statsName", "GROUP_GET_FALL_TIME", "statsKey", "0@T@g")
            .text();
    }

    @Test
    void shouldShowConnections() {
        assertThat(broker.ask(RequestCode.GET_CONSUMER_CONNECTION_LIST, "consumerGroup", "g").code).isEqualTo(206);
        assertThat(broker.ask(RequestCode.GET_PRODUCER_CONNECTION_LIST, "producerGroup", "p").code).isEqualTo(1);
        broker.consumer("g", new ConnectionTwin(), "T");
        broker.producers.register("p", new ClientChannel(new ConnectionTwin(), "client-of-p", 0, 409, 1_000, 0));
        assertThat(broker.ask(RequestCode.GET_CONSUMER_CONNECTION_LIST, "consumerGroup", "g").text())
            .contains("client-of-g", "CONSUME_PASSIVELY", "CLUSTERING", "CONSUME_FROM_FIRST_OFFSET",
                "\"language\":\"JAVA\"", "\"version\":409", "\"subscriptionTable\":{\"T\":");
        assertThat(broker.ask(RequestCode.GET_PRODUCER_CONNECTION_LIST, "producerGroup", "p").text())
            .contains("client-of-p", "10.0.0.9:4711");
        assertThat(broker.ask(RequestCode.GET_ALL_PRODUCER_INFO).text()).contains("\"remoteIP\":\"/10.0.0.9:4711\"",
            "\"lastUpdateTimestamp\":1000");
    }

    @Test
    void shouldShowEntriesOfAQueue() {
        broker.put("T", 0, Map.of("TAGS", "TagA"));
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 0, "index", 3, "count", 5)
            .text()).contains("\"maxQueueIndex\":4", "\"minQueueIndex\":0", "\"tagsCode\":" + "TagA".hashCode());
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 9, "index", 0, "count", 5)
            .code).isEqualTo(1);
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 0, "index", 99, "count", 5)
            .text()).contains("\"queueData\":[]").doesNotContain("filterData", "subscriptionData");
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 0, "index", -1, "count", 5)
            .text()).contains("\"queueData\":[]");
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 1, "index", 0, "count", 5)
            .text()).contains("\"maxQueueIndex\":0", "\"minQueueIndex\":0", "\"queueData\":[]");
        assertThatThrownBy(() -> broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 4_294_967_296L,
            "index", 0, "count", 5)).isInstanceOf(HeaderFieldException.class);
    }

    @Test
    void shouldShowByWhatAGroupFiltersAQueue() {
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 0, "count", 1,
            "consumerGroup", "g").text()).contains("\"filterData\":\"g@T is not online!\"");
        broker.consumer("g", new ConnectionTwin(), "T");
        assertThat(broker.ask(RequestCode.QUERY_CONSUME_QUEUE, "topic", "T", "queueId", 0, "count", 1,
            "consumerGroup", "g").text()).contains("\"filterData\":\"null\"", "\"subscriptionData\":{",
                "\"subString\":\"*\"");
    }

    @Test
    void shouldDropQueuesOfTopicsThatAreGone() {
        broker.fill("lost", 0, 2);
        broker.fill("%LMQ%light", 0, 2);
        UnusedTopics unused = new UnusedTopics(broker.store, broker.tables.topics);
        assertThat(unused.names()).containsExactly("lost");
        assertThat(unused.tell()).isOne();
        broker.store.role = BrokerRole.SLAVE;
        assertThat(unused.tell()).as("a slave has messages before their topic").isZero();
        assertThat(broker.ask(RequestCode.CLEAN_UNUSED_TOPIC).code).isZero();
        assertThat(broker.store.topics()).contains("lost");
        broker.store.role = BrokerRole.ASYNC_MASTER;
        assertThat(broker.ask(RequestCode.CLEAN_UNUSED_TOPIC).code).isZero();
        assertThat(broker.store.topics()).contains("T", "%LMQ%light").doesNotContain("lost");
        assertThat(unused.tell()).isZero();
        assertThat(broker.ask(RequestCode.CLEAN_EXPIRED_CONSUMEQUEUE).code).isZero();
        assertThat(broker.ask(RequestCode.DELETE_EXPIRED_COMMITLOG).code).isZero();
    }
}
