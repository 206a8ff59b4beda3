/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Body;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawBatch;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.OurBroker;

/** Sends made by hand: batches, sizes and names as no stock Java client sends them. */
class ForeignSendsIT {
    private static final int BODY_MAX = 128 << 10;
    private static final int PROPERTIES_MAX = 31_743;
    private static final int CONSUMER_SEND_MSG_BACK = 36;
    private static final int END_TRANSACTION = 37;
    private static final int COMMIT = 8;
    private static final int QUERY_MESSAGE = 12;
    private static final int VIEW_MESSAGE_BY_ID = 33;
    private static final int UPDATE_AND_CREATE_TOPIC = 17;
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private static final BrokerSettings SETTINGS = BrokerSettings.inNewFolder("foreign")
        .with("maxMessageSize", BODY_MAX);

    private static Broker broker;
    private static RawAdmin admin;

    @BeforeAll
    static void start() {
        broker = new OurBroker(SETTINGS);
        broker.start();
        admin = new RawAdmin(broker.address(), broker.nameServers());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static RawFrame accepted(RawFrame request) {
        RawFrame answer = admin.ask(request);
        assertThat(answer.code()).as(answer.toString()).isZero();
        return answer;
    }

    private static RawFrame send(String topic, byte[] body, String properties) {
        return admin.ask(RawBatch.shortNames(310, topic, 0).with("i", RawBatch.properties(properties)).withBody(body));
    }

    private static String newTopic(String name) {
        String topic = SharedCluster.name(name);
        admin.createTopic(topic, 1);
        return topic;
    }

    private static byte[] body(int number) {
        return Body.of(number, 20 + number);
    }

    @ParameterizedTest
    @EnumSource(names = {"PREVIOUS_JSON", "CURRENT_BINARY"})
    void shouldDeliverABatchByTheTagsOfItsMessages(Variant variant) {
        String topic = newTopic("batch-tags");
        StockClient client = SharedCluster.client(variant, broker.nameServers());
        try (StockConsumer consumer = client.push(SharedCluster.name("readers"), topic, "expression=A")) {
            accepted(new RawBatch().add(body(0), "n=0;TAGS=A").add(body(1), "n=1;TAGS=A;").add(body(2), "TAGS=A;n=2")
                .add(body(3), "n=3;TAGS=B").add(body(4), "").add(body(5), "TAGS=A")
                .request(topic, 0, "WAIT=true;TAGS=B"));
            accepted(new RawBatch().add(body(6), "n=6").add(body(7), "TAGS=B;n=7").request(topic, 0, "TAGS=A"));
            List<Got> got = consumer.awaitCount(5);
            assertThat(got).extracting(Got::offset).containsExactlyInAnyOrder(0L, 1L, 2L, 5L, 6L);
            assertThat(got).extracting(Got::tags).containsOnly("A");
            assertThat(got).filteredOn(each -> each.number() >= 0).extracting(Got::number)
                .containsExactlyInAnyOrder(0L, 1L, 2L, 6L);
        }
    }

    @Test
    void shouldKeepPropertiesKeyAndIdOfEachMessageOfABatch() {
        String topic = newTopic("batch-ids");
        RawBatch batch = new RawBatch();
        for (int i = 0; i < 10; i++) {
            batch.add(body(i), "n=" + i + ";KEYS=key-" + i + ";TAGS=t" + i + ";mark=m" + i
                + (i % 2 == 0 ? ";UNIQ_KEY=U-" + topic + i : ""));
        }
        RawFrame answer = accepted(batch.request(topic, 0, "UNIQ_KEY=BATCH;WAIT=true;mark=of all;KEYS=all"));
        String[] ids = answer.field("msgId").split(",");
        assertThat(ids).hasSize(10).doesNotHaveDuplicates();
        admin.awaitMaxOffset(topic, 0, 10);
        try (StockConsumer consumer = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers())
                .pull(SharedCluster.name("readers"))) {
            consumer.ask("drain", "topic=" + topic);
            for (Got each : consumer.awaitEachOnce(0, 10)) {
                long i = each.number();
                assertThat(each).returns("key-" + i, Got::keys).returns("t" + i, Got::tags).returns("m" + i, Got::mark)
                    .returns(i, Got::offset)
                    .returns(i % 2 == 0 ? "U-" + topic + i : ids[(int) i], Got::msgId);
            }
        }
        for (int i = 0; i < 10; i++) {
            RawFrame viewed = admin.ask(RawFrame.request(VIEW_MESSAGE_BY_ID)
                .with("offset", Long.parseLong(ids[i].substring(16), 16)));
            assertThat(viewed.bodyText()).contains("key-" + i);
            String key = "key-" + i;
            Awaitility.await(key).atMost(WITHIN).untilAsserted(() -> assertThat(admin.ask(RawFrame
                .request(QUERY_MESSAGE).with("topic", topic).with("key", key).with("maxNum", 32)
                .with("beginTimestamp", 0).with("endTimestamp", Long.MAX_VALUE)).bodyText())
                .contains(RawBatch.properties("KEYS=" + key)).doesNotContain("all"));
        }
    }

    @Test
    void shouldRefuseNamesThatDoNotFitTheRecordAndKeepNothingOfThem() {
        String longest = SharedCluster.name("names") + "-";
        longest += "x".repeat(127 - longest.length());
        assertThat(send(longest, body(0), "").code()).isZero();
        for (int length : new int[] {128, 200, 255, 256, 300}) {
            String name = longest + "x".repeat(length - 127);
            for (RawFrame request : List.of(RawAdmin.sendRequest(name, 0), RawBatch.shortNames(310, name, 0),
                new RawBatch().add(body(0), "").request(name, 0, ""), topicRequest(name))) {
                RawFrame answer = admin.ask(request);
                assertThat(answer.code()).as(length + ": " + answer).isNotZero();
                assertThat(answer.remark()).contains(Integer.toString(length), "127");
            }
        }
        for (int length = 119; length <= 128; length++) {
            assertSendBackOfGroup(longest, "g".repeat(length));
        }
        broker.stop();
        assertThat(verifyStore()).isZero();
        broker.start();
        assertThat(admin.maxOffset(longest, 0)).as("the first and one for each group").isEqualTo(11);
        assertThat(send(longest, body(1), "").field("queueOffset")).isEqualTo("11");
    }

    private static RawFrame topicRequest(String name) {
        return RawFrame.request(UPDATE_AND_CREATE_TOPIC).with("topic", name).with("defaultTopic", "TBW102")
            .with("readQueueNums", 1).with("writeQueueNums", 1).with("perm", 6)
            .with("topicFilterType", "SINGLE_TAG").with("topicSysFlag", 0).with("order", false);
    }

    private static void assertSendBackOfGroup(String topic, String group) {
        String id = send(topic, body(2), "").field("msgId");
        RawFrame answer = sendBack(id, topic, group);
        if (group.length() <= 120) {
            assertThat(answer.code()).as(answer.toString()).isZero();
            Awaitility.await("the retry of a group of " + group.length()).atMost(WITHIN)
                .until(() -> admin.maxOffset("%RETRY%" + group, 0) == 1);
        } else {
            assertThat(answer.code()).isNotZero();
            assertThat(answer.remark()).contains(Integer.toString(group.length()), "120");
        }
    }

    private static RawFrame sendBack(String id, String topic, String group) {
        return admin.ask(RawFrame.request(CONSUMER_SEND_MSG_BACK).with("offset", position(id)).with("group", group)
            .with("delayLevel", 1).with("originMsgId", id).with("originTopic", topic).with("unitMode", false)
            .with("maxReconsumeTimes", 16));
    }

    private static long position(String offsetMsgId) {
        return Long.parseLong(offsetMsgId.substring(16), 16);
    }

    private static int verifyStore() {
        ManagedProcess verify = ManagedProcess.start("mqstore", BuildOutput.workFolder("verify"),
            List.of(BuildOutput.product().resolve("bin/mqstore.sh").toString(), "verify",
                broker.storeFolder().toString()), Map.of("JAVA_HOME", System.getProperty("java.home")));
        return verify.awaitEnd(WITHIN);
    }

    /** Largest bodies with the most properties: what was accepted is delivered late, again, and once committed. */
    @ParameterizedTest
    @ValueSource(ints = {BODY_MAX, BODY_MAX - 100})
    void shouldWriteTheLargestMessagesAgain(int bodyBytes) {
        byte[] large = Body.of(0, bodyBytes);
        String most = ";k=" + "v".repeat(PROPERTIES_MAX);
        String delayed = newTopic("late");
        assertThat(send(delayed, large, limited("DELAY=1" + most)).code()).isZero();
        assertThat(send(delayed, body(1), "DELAY=1").code()).isZero();
        assertThat(send(delayed, new byte[BODY_MAX + 1], "").remark()).contains(Integer.toString(BODY_MAX));
        String halves = newTopic("halves");
        RawFrame half = send(halves, large, limited("TRAN_MSG=true;PGROUP=raw_producers" + most));
        assertThat(half.code()).as(half.remark()).isZero();
        accepted(RawFrame.request(END_TRANSACTION).with("producerGroup", "raw_producers")
            .with("tranStateTableOffset", half.field("queueOffset"))
            .with("commitLogOffset", position(half.field("msgId"))).with("commitOrRollback", COMMIT)
            .with("fromTransactionCheck", false).with("msgId", half.field("transactionId"))
            .with("transactionId", half.field("transactionId")));
        String failed = newTopic("failed");
        RawFrame sent = send(failed, large, limited(most.substring(1)));
        String group = SharedCluster.name("g") + "g".repeat(100);
        RawFrame back = sendBack(sent.field("msgId"), failed, group);
        assertThat(back.code()).as(back.remark()).isZero();
        for (Map.Entry<String, Integer> expected : Map.of(delayed, 2, halves, 1, "%RETRY%" + group, 1).entrySet()) {
            Awaitility.await(expected.getKey()).atMost(WITHIN)
                .until(() -> admin.maxOffset(expected.getKey(), 0) == expected.getValue());
        }
    }

    private static String limited(String properties) {
        return properties.substring(0, PROPERTIES_MAX);
    }

    @Test
    void shouldKeepAMessageWithoutABodyOverAKillAndADelay() {
        String topic = newTopic("tombstones");
        assertThat(send(topic, new byte[0], "n=0;KEYS=a").code()).isZero();
        RawFrame without = RawBatch.shortNames(310, topic, 0).with("i", RawBatch.properties("n=1;DELAY=1"));
        accepted(without);
        String group = SharedCluster.name("tombstone-readers");
        RawFrame sent = send(topic, new byte[0], "n=2");
        broker.kill();
        broker.start();
        assertThat(sendBack(sent.field("msgId"), topic, group).code()).isZero();
        Awaitility.await("the late one").atMost(WITHIN).until(() -> admin.maxOffset(topic, 0) == 3);
        Awaitility.await("the retry").atMost(WITHIN).until(() -> admin.maxOffset("%RETRY%" + group, 0) == 1);
        try (StockConsumer consumer = SharedCluster.client(Variant.CURRENT_JSON, broker.nameServers())
                .pull(SharedCluster.name("readers"))) {
            consumer.ask("drain", "topic=" + topic);
            assertThat(consumer.awaitEachOnce(0, 3)).extracting(Got::size).containsOnly(0);
        }
    }

    @Test
    void shouldMakeNoTopicWhileThatIsSwitchedOff() {
        assertThat(send(SharedCluster.name("made"), body(0), "").code()).isZero();
        String existing = newTopic("template");
        switchCreation(false);
        assertNothingIsMade(existing);
        SETTINGS.with("autoCreateTopicEnable", false);
        broker.stop();
        broker.start();
        // name servers keep a topic's route until its broker leaves them
        assertThat(admin.route("TBW102").code()).isEqualTo(17);
        assertNothingIsMade(existing);
        SETTINGS.with("autoCreateTopicEnable", true);
        switchCreation(true);
        assertThat(send(SharedCluster.name("made"), body(0), "").code()).isZero();
        admin.awaitRoute("TBW102");
    }

    private static void switchCreation(boolean on) {
        accepted(RawFrame.request(25).withBody(("autoCreateTopicEnable=" + on).getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertNothingIsMade(String existing) {
        for (String template : List.of("TBW102", "TestCluster", "broker-a", "SELF_TEST_TOPIC", existing, "none", "")) {
            for (RawFrame request : List.of(RawBatch.shortNames(310, "unmade", 0).with("c", template),
                RawAdmin.sendRequest("unmade", 0).with("defaultTopic", template),
                new RawBatch().add(body(0), "").request("unmade", 0, "").with("c", template))) {
                RawFrame answer = admin.ask(request);
                assertThat(answer.code()).as(template + ": " + answer).isEqualTo(17);
            }
        }
        assertThat(admin.route("unmade").code()).isEqualTo(17);
    }
}
