/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.config.BrokerRole;

/** Topics and groups made, changed, shown and deleted, and each refusal. */
class TableAdminTest {

    @TempDir
    private Path folder;
    private AdminTwin broker;

    @BeforeEach
    void open() {
        broker = new AdminTwin(folder);
    }

    private ReplyTwin topic(String name, int read, int write, int perm, String attributes) {
        return broker.ask(RequestCode.UPDATE_AND_CREATE_TOPIC, "topic", name, "defaultTopic", "TBW102",
            "readQueueNums", read, "writeQueueNums", write, "perm", perm, "topicFilterType", "SINGLE_TAG", "order",
            false, "attributes", attributes);
    }

    @Test
    void shouldMakeATopicAndChangeIt() {
        assertThat(topic("made", 3, 3, 6, "+message.type=FIFO").code).isZero();
        assertThat(topic("made", 8, 4, 4, "").code).isZero();
        assertThat(broker.ask(RequestCode.GET_TOPIC_CONFIG, "topic", "made", "lo", true).text())
            .contains("\"readQueueNums\":8", "\"writeQueueNums\":4", "\"perm\":4", "\"message.type\":\"FIFO\"",
                "\"topicFilterType\":\"SINGLE_TAG\"");
        assertThat(topic("made", 8, 4, 4, "-message.type").code).isZero();
        assertThat(broker.tables.topics.topic("made").other().get("attributes").toString()).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource({"a/b, 1, 1, 6, ''", "TBW102, 1, 1, 6, ''", "x, 0, 0, 6, ''", "x, -1, 4, 6, ''", "x, 20000, 4, 6, ''",
        "x, 4, 4, 16, ''", "x, 4, 4, 6, +who=me", "x, 4, 4, 6, -message.type", "x, 4, 4, 6, message.type",
        "x, 4, 4, 6, +message.type=LOUD",
        "x, 4, 4, 6, '+message.type=FIFO,+message.type=NORMAL'", "x, 4, 4, 6, '+message.type=FIFO,-message.type'",
        "x, 4, 4, 6, +queue.type=BatchCQ"})
    void shouldRefuseATopic(String name, int read, int write, int perm, String attributes) {
        ReplyTwin reply = topic(name, read, write, perm, attributes);
        assertThat(reply.code).isEqualTo(29);
        assertThat(reply.remark).isNotBlank();
        assertThat(broker.tables.topics.topic("x")).isNull();
    }

    @Test
    void shouldMakeManyTopicsOrNone() {
        String good = "{\"topicName\":\"one\",\"readQueueNums\":3,\"writeQueueNums\":3,\"perm\":6}";
        String bad = "{\"topicName\":\"tw/o\",\"readQueueNums\":3,\"writeQueueNums\":3,\"perm\":6}";
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "{\"topicConfigList\":[" + good + "," + bad
            + "]}").code).isEqualTo(29);
        assertThat(broker.tables.topics.topic("one")).isNull();
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "{\"topicConfigList\":[" + good + "]}")
            .code).isZero();
        assertThat(broker.tables.topics.topic("one").readQueueNums()).isEqualTo(3);
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "[").code).isEqualTo(1);
    }

    @Test
    void shouldDeleteATopicWithItsQueuesAndOffsets() {
        broker.fill("T", 0, 3);
        broker.tables.offsets.commit("g", "T", 0, 2);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "T").code).isZero();
        assertThat(broker.tables.topics.topic("T")).isNull();
        assertThat(broker.tables.offsets.offset("g", "T", 0)).isEqualTo(-1);
        assertThat(broker.store.topics()).doesNotContain("T");
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "T").code).isZero();
        assertThat(broker.ask(RequestCode.GET_TOPIC_CONFIG, "topic", "T").code).isEqualTo(17);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "TBW102").code).isEqualTo(29);
        assertThat(broker.ask(RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_BROKER).text()).contains("TBW102",
            "10.0.0.1:10911");
    }

    @Test
    void shouldDeleteATopicOnceWhoeverMakesItAgainMeanwhile() {
        broker.fill("T", 0, 3);
        broker.tables.topics.addListener(change -> {
            if (change.removed().contains("T")) {
                broker.fill("T", 0, 1);
            }
        });
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "T").code).isZero();
        assertThat(broker.store.drops).isEqualTo(1);
        assertThat(broker.store.maxOffset("T", 0)).as("of the new life").isEqualTo(1);
    }

    @Test
    void shouldDeleteWhatIsLeftOfATopicThatIsInNoTable() {
        broker.fill("leftover", 0, 3);
        broker.tables.topics.delete("leftover");
        broker.fill("leftover", 0, 2);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "leftover").code).isZero();
        assertThat(broker.store.topics()).doesNotContain("leftover");
        assertThat(broker.tables.offsets.deletions().topics())
            .containsEntry("leftover", broker.store.status().endPosition());
    }

    @Test
    void shouldMakeAndChangeAGroup() {
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, "{\"groupName\":\"g\","
            + "\"retryMaxTimes\":3,\"consumeBroadcastEnable\":false}").code).isZero();
        assertThat(broker.tables.groups.group("g").retryMaxTimes()).isEqualTo(3);
        assertThat(broker.ask(RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, "group", "g").text())
            .contains("\"consumeBroadcastEnable\":false");
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST, "{\"groupConfigList\":[{"
            + "\"groupName\":\"h\"},{\"groupName\":\"i\"}]}").code).isZero();
        assertThat(broker.tables.groups.groups()).containsKeys("h", "i");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"groupName\":\"a/b\"}", "{\"groupName\":\"x\",\"retryQueueNums\":2000}", "7",
        "{\"groupName\":\"x\",\"retryMaxTimes\":4294967300}", "{\"groupName\":\"x\",\"retryMaxTimes\":\"many\"}",
        "{\"groupName\":\"x\",\"brokerId\":1.5}", "{\"groupName\":\"x\",\"attributes\":{\"+a\":\"b\"}}", "[]", "null"})
    void shouldRefuseAGroup(String body) {
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, body).code).isIn(1, 29);
        assertThat(broker.tables.groups.groups()).doesNotContainKey("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"removeOffset", "cleanOffset"})
    void shouldDeleteAGroupAsEitherLineAsks(String flag) {
        broker.tables.groups.findOrCreate("g");
        broker.tables.offsets.commit("g", "T", 0, 2);
        assertThat(broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", "g").code).isZero();
        assertThat(broker.tables.groups.group("g")).isNull();
        assertThat(broker.tables.offsets.offset("g", "T", 0)).isEqualTo(2);
        assertThat(broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", "g", flag, true).code).isZero();
        assertThat(broker.tables.offsets.offset("g", "T", 0)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"readQueueNums\":4294967300", "\"writeQueueNums\":\"five\"", "\"perm\":6.5",
        "\"perm\":{}", "\"topicSysFlag\":true", "\"readQueueNums\":-1",
        "\"attributes\":{\"message.type\":\"FIFO\"}", "\"attributes\":{\"+who\":\"me\"}",
        "\"attributes\":{\"-message.type\":\"\"}", "\"attributes\":{\"+queue.type\":\"BatchCQ\"}"})
    void shouldTakeNoListWithAMistake(String mistake) {
        ReplyTwin reply = broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "{\"topicConfigList\":["
            + "{\"topicName\":\"good\"},{\"topicName\":\"bad\"," + mistake + "}]}");
        assertThat(reply.code).isEqualTo(29);
        assertThat(broker.tables.topics.topics()).doesNotContainKeys("good", "bad");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "7", "[1]", "{}", "{\"topicConfigList\":null}", "{\"topicConfigList\":{}}",
        "{\"topicConfigList\":["})
    void shouldRefuseABodyWithoutItsList(String body) {
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, body).code).isEqualTo(1);
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST, body).code).isEqualTo(1);
    }

    @Test
    void shouldChangeAttributesByAList() {
        topic("made", 3, 3, 6, "");
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "{\"topicConfigList\":[{\"topicName\":"
            + "\"made\",\"perm\":\"4\",\"attributes\":{\"+message.type\":\"FIFO\"}}]}").code).isZero();
        assertThat(broker.ask(RequestCode.GET_TOPIC_CONFIG, "topic", "made").text())
            .contains("\"attributes\":{\"message.type\":\"FIFO\"}", "\"perm\":4");
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_TOPIC_LIST, "{\"topicConfigList\":[{\"topicName\":"
            + "\"made\",\"attributes\":{\"-message.type\":\"\"}}]}").code).isZero();
        assertThat(broker.ask(RequestCode.GET_TOPIC_CONFIG, "topic", "made").text()).contains("\"attributes\":{}");
    }

    @ParameterizedTest
    @CsvSource({"readQueueNums, 4294967300", "writeQueueNums, four", "perm, ''", "topicSysFlag, 4294967296"})
    void shouldMakeNoTopicOfNumbersThatAreNone(String name, String value) {
        Map<String, Object> fields = new TreeMap<>(Map.of("topic", "x", "readQueueNums", 4, "writeQueueNums", 4, "perm",
            6));
        fields.put(name, value);
        Object[] all = fields.entrySet().stream().flatMap(field -> Stream.of(field.getKey(), field.getValue()))
            .toArray();
        assertThatThrownBy(() -> broker.ask(RequestCode.UPDATE_AND_CREATE_TOPIC, all))
            .isInstanceOf(HeaderFieldException.class).hasMessageContaining(name);
        assertThat(broker.tables.topics.topic("x")).isNull();
    }

    @Test
    void shouldDeleteNoTopicWithoutAName() {
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "").code).isEqualTo(29);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", " ").code).isEqualTo(29);
    }

    @Test
    void shouldRememberNoDeletionOfWhatCanNotBeAName() {
        String longest = "x".repeat(255);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", longest).code).isZero();
        assertThat(broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", longest, "cleanOffset", true).code)
            .isZero();
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", longest + "x").remark)
            .contains("256", "255");
        for (String name : List.of(longest + "x", "", " ")) {
            assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", name).code).isEqualTo(29);
            assertThat(broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", name, "cleanOffset", true).code)
                .isEqualTo(29);
        }
    }

    @Test
    void shouldForgetWhatADeletedGroupMayNotRead() {
        broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "T", "readable", false);
        broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", "g");
        assertThat(broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "T").text())
            .contains("\"readable\":true");
        assertThat(broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "", "readable", false)
            .code).isEqualTo(29);
    }

    @Test
    void shouldForbidAndAllowReading() {
        assertThat(broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "T", "readable",
            false).text()).contains("\"readable\":false");
        assertThat(broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "T").text())
            .contains("\"readable\":false");
        assertThat(broker.ask(RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN, "group", "g", "topic", "T", "readable",
            true).text()).contains("\"readable\":true");
    }

    @Test
    void shouldChangeNothingOnASlave() {
        broker.store.role = BrokerRole.SLAVE;
        assertThat(topic("made", 4, 4, 6, "").code).isEqualTo(1);
        assertThat(broker.ask(RequestCode.DELETE_TOPIC_IN_BROKER, "topic", "T").code).isEqualTo(1);
        assertThat(broker.askWith(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, "{\"groupName\":\"g\"}").code)
            .isEqualTo(1);
        assertThat(broker.ask(RequestCode.DELETE_SUBSCRIPTIONGROUP, "groupName", "g").code).isEqualTo(1);
        assertThat(broker.ask(RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, "group", "g").code).isEqualTo(26);
        assertThat(broker.tables.topics.topic("T")).isNotNull();
    }
}
