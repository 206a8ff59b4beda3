/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.metadata.TableChange;
import org.tandemmq.broker.metadata.TableDamagedException;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** The topic table: file, versions, creation, and what passes through it unknown. */
class TopicConfigManagerTest {

    @TempDir
    private Path folder;

    private TopicConfigManager open(boolean autoCreate) {
        TopicConfigManager topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            TopicDefaults.of("C1", "broker-a"), autoCreate, () -> Instant.ofEpochMilli(1_700_000_000_000L));
        topics.load(true);
        return topics;
    }

    @Test
    void shouldBeginWithTheSystemTopics() {
        TopicConfigManager topics = open(true);
        assertThat(topics.topics().keySet()).containsExactlyInAnyOrder("TBW102", "SELF_TEST_TOPIC", "BenchmarkTest",
            "OFFSET_MOVED_EVENT", "SCHEDULE_TOPIC_XXXX", "RMQ_SYS_TRANS_HALF_TOPIC", "RMQ_SYS_TRANS_OP_HALF_TOPIC",
            "C1", "broker-a", "C1_REPLY_TOPIC");
        assertThat(topics.topic("TBW102").perm()).isEqualTo(7);
        assertThat(topics.topic("TBW102").writeQueueNums()).isEqualTo(8);
        assertThat(topics.topic("SCHEDULE_TOPIC_XXXX").readQueueNums()).isEqualTo(18);
        assertThat(topics.isSystem("C1_REPLY_TOPIC")).isTrue();
        assertThat(topics.isSystem("rmq_sys_wheel_timer")).isTrue();
        assertThat(topics.isSystem("Orders")).isFalse();
    }

    @Test
    void shouldMakeDeadLettersReadableUnlessToldOtherwise() {
        assertThat(open(true).createDeadLetters("g").perm()).isEqualTo(6);
        TopicConfigManager asReference = new TopicConfigManager(new TableFile(folder.resolve("others.json")),
            new TopicDefaults("C1", "broker-a", 8, 18, true, true, null, false), true, Instant::now);
        assertThat(asReference.createDeadLetters("g")).isEqualTo(TopicConfig.of("%DLQ%g", 1, TopicConfig.PERM_WRITE));
    }

    @Test
    void shouldKeepTopicsOverARestart() {
        TopicConfigManager topics = open(true);
        topics.createFromTemplate("Orders", "TBW102", 4, false);
        TopicConfigManager again = open(true);
        assertThat(again.topic("Orders")).isEqualTo(topics.topic("Orders"));
        assertThat(again.topic("Orders").perm()).isEqualTo(6);
        assertThat(again.topic("Orders").readQueueNums()).isEqualTo(4);
        assertThat(again.version()).isEqualTo(topics.version());
    }

    @Test
    void shouldLimitTheQueuesOfANewTopicByItsTemplate() {
        TopicConfigManager topics = open(true);
        assertThat(topics.createFromTemplate("Many", "TBW102", 100, false).writeQueueNums()).isEqualTo(8);
        assertThat(topics.createFromTemplate("None", "TBW102", 0, false).writeQueueNums()).isEqualTo(1);
    }

    @Test
    void shouldCreateNothingWhenSwitchedOff() {
        open(true).createFromTemplate("Orders", "TBW102", 4, false);
        TopicConfigManager off = open(false);
        assertThat(off.topic("TBW102")).isNull();
        for (String template : List.of("TBW102", "C1", "broker-a", "SELF_TEST_TOPIC", "Orders")) {
            assertThat(off.creationRefusal(template)).contains("autoCreateTopicEnable");
        }
        assertThat(open(true).topic("TBW102")).isNotNull();
    }

    @Test
    void shouldNameWhyATemplateDoesNotServe() {
        TopicConfigManager topics = open(true);
        assertThat(topics.creationRefusal("TBW102")).isNull();
        assertThat(topics.creationRefusal("Nowhere")).contains("Nowhere", "does not exist");
        assertThat(topics.creationRefusal("SELF_TEST_TOPIC")).contains("permission 6", "inherit");
        assertThat(topics.creationRefusal(null)).contains("does not exist");
    }

    @Test
    void shouldTellListenersWhatChanged() {
        TopicConfigManager topics = open(true);
        List<TableChange> told = new ArrayList<>();
        topics.addListener(told::add);
        topics.createIfAbsent(TopicConfig.of("A", 2, 6));
        topics.createIfAbsent(TopicConfig.of("A", 4, 6));
        topics.delete("A");
        topics.delete("A");
        assertThat(told).hasSize(2);
        assertThat(told.get(0).changed()).containsExactly("A");
        assertThat(told.get(1).removed()).containsExactly("A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.9.8", "5.3.3"})
    void shouldReadTheFilesOfBothLines(String version) throws IOException {
        byte[] recorded = getClass().getResourceAsStream("/tables/" + version + "/topics.json").readAllBytes();
        Files.write(folder.resolve("topics.json"), recorded);
        TopicConfigManager topics = open(true);
        assertThat(topics.topic("Orders").readQueueNums()).isEqualTo(2);
        assertThat(topics.topic("%RETRY%cg-orders").perm()).isEqualTo(6);
        JsonFields before = JsonFields.of(JsonText.decodeFile(recorded, Object.class)).object("topicConfigTable");
        JsonFields after = JsonFields.of(JsonText.decodeFile(topics.snapshot(), Object.class))
            .object("topicConfigTable");
        before.asMap().forEach((name, config) -> JsonFields.of(config).asMap().forEach((member, value) ->
            assertThat(after.object(name).asMap().get(member)).as(name + "." + member).isEqualTo(value)));
    }

    @Test
    void shouldPassOnWhatItDoesNotKnow() {
        TopicConfigManager topics = open(true);
        String master = "{\"dataVersion\":{\"counter\":\"7\",\"stateVersion\":2,\"timestamp\":5},\"future\":{\"a\":1},"
            + "\"topicConfigTable\":{\"T\":{\"topicName\":\"T\",\"readQueueNums\":\"3\",\"writeQueueNums\":3,"
            + "\"perm\":6,\"order\":null,\"attributes\":{\"message.type\":\"FIFO\"},\"newer\":[1,2]},\"Gone\":null}}";
        topics.replaceWith(master.getBytes(StandardCharsets.UTF_8));
        assertThat(topics.topics().keySet()).containsExactly("T");
        assertThat(topics.topic("T").readQueueNums()).isEqualTo(3);
        assertThat(topics.version().counter()).isEqualTo(7);
        String passedOn = new String(topics.snapshot(), StandardCharsets.UTF_8);
        assertThat(passedOn).contains("\"message.type\":\"FIFO\"", "\"newer\":[1,2]", "\"future\":{\"a\":1}");
    }

    @Test
    void shouldStayUnchangedByABodyThatIsNoTable() {
        TopicConfigManager topics = open(true);
        Map<String, TopicConfig> before = topics.topics();
        for (String body : List.of("", "[]", "{}", "{\"topicConfigTable\":7}", "{\"topicConfigTable\":{")) {
            assertThatThrownBy(() -> topics.replaceWith(body.getBytes(StandardCharsets.UTF_8)))
                .as(body).isInstanceOf(RuntimeException.class);
        }
        assertThat(topics.topics()).isEqualTo(before);
    }

    @Test
    void shouldRefuseToStartOnADamagedFileAndKeepIt() throws IOException {
        Files.writeString(folder.resolve("topics.json"), "{\"topicConfigTable\":{\"Ord");
        Files.writeString(folder.resolve("topics.json.bak"), "also not");
        assertThatThrownBy(() -> open(true)).isInstanceOf(TableDamagedException.class)
            .hasMessageContaining("topics.json");
        assertThat(Files.readString(folder.resolve("topics.json"))).isEqualTo("{\"topicConfigTable\":{\"Ord");
    }

    @Test
    void shouldReadTheCopyOfADamagedFile() throws IOException {
        open(true).createIfAbsent(TopicConfig.of("Orders", 4, 6));
        open(true).createIfAbsent(TopicConfig.of("Later", 4, 6));
        Files.writeString(folder.resolve("topics.json"), "");
        assertThat(open(true).topic("Orders")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"8,8,7,7", "8,4,7,7", "4,4,7,3", "4,4,4,0", "4,4,2147483647,3", "4,4,3,3", "4,0,6,2", "0,3,7,1",
        "2,3,7,1"})
    void shouldGiveAQueueThatThereIs(int read, int write, int wanted, int given) {
        TopicConfigManager topics = open(true);
        topics.update(List.of(new TopicConfig("Orders", read, write, 6, "SINGLE_TAG", 0, false, Map.of())));
        assertThat(topics.presentQueue("Orders", wanted)).isEqualTo(given);
        assertThat(topics.presentQueue("gone", wanted)).isEqualTo(wanted);
    }

    /** {@code traceTopicEnable} with {@code msgTraceTopicName}. */
    @Test
    void shouldMakeTheTopicOfTraces() {
        TopicConfigManager topics = new TopicConfigManager(new TableFile(folder.resolve("traced.json")),
            new TopicDefaults("C1", "broker-a", 8, 18, true, true, "OurTraces", true), true, Instant::now);
        topics.load(true);
        assertThat(topics.topic("OurTraces").readQueueNums()).isEqualTo(1);
        assertThat(topics.topic("OurTraces").perm()).isEqualTo(6);
        assertThat(topics.topic("RMQ_SYS_TRACE_TOPIC")).isNull();
        assertThat(topics.systemNames()).contains("OurTraces", "RMQ_SYS_TRACE_TOPIC");
    }
}
