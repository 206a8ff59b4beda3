/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.RecordView;

/** Messages that consumers send back. */
class SendBackProcessorTest {

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private final BrokerStats stats = new BrokerStats();
    private BrokerTables tables;
    private SendBackProcessor processor;
    private int creations;

    @BeforeEach
    void open() {
        tables = new BrokerTables(folder, true);
        processor = new SendBackProcessor(store, tables.topics, tables.groups, () -> SendSettings.DEFAULTS, stats,
            PutDiversion.NONE, new WaitingWork(this::create, 1 << 20));
    }

    private void create(Runnable creation) {
        creations++;
        creation.run();
    }

    @Test
    void shouldCreateElsewhereAndStoreOnce() {
        long position = consumed(0, "TAGS\1A");
        assertThat(sendBack("offset", 4_711, "group", "cg", "delayLevel", 0).remark).contains("4711");
        assertThat(creations).isEqualTo(1);
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        assertThat(creations).as("both are there").isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            assertThat(sendBack("offset", position, "group", "cg", "delayLevel", -1).code).isZero();
            assertThat(creations).as("dead letters have a topic from the first on").isEqualTo(2);
        }
        assertThat(stats.meter("SNDBCK_PUT_NUMS", "Orders@cg").sum()).isEqualTo(3);
        assertThat(store.records("%DLQ%cg", 0)).hasSize(2);
    }

    private long consumed(int reconsumeTimes, String properties) {
        return store.put(new NewMessage("Orders", 0, 7, 1, 55, new InetSocketAddress("10.0.0.9", 4711),
            reconsumeTimes, 0, ByteBuffer.wrap("body".getBytes(StandardCharsets.UTF_8)),
            ByteBuffer.wrap(properties.getBytes(StandardCharsets.UTF_8))), AckPolicy.APPEND_ONLY).join().position();
    }

    private ReplyTwin sendBack(Object... fields) {
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(),
            RequestTwin.of(RequestCode.CONSUMER_SEND_MSG_BACK, new byte[0], fields), reply);
        return reply;
    }

    @Test
    void shouldStoreTheMessageForItsGroupAgain() {
        long position = consumed(0, "TAGS\1A");
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        RecordView retry = store.records("%RETRY%cg", 0).get(0);
        assertThat(retry.reconsumeTimes()).isEqualTo(1);
        assertThat(retry.flag()).isEqualTo(7);
        assertThat(retry.sysFlag()).isEqualTo(1);
        assertThat(retry.bornTimestampMs()).isEqualTo(55);
        assertThat(StandardCharsets.UTF_8.decode(retry.body()).toString()).isEqualTo("body");
        assertThat(retry.property("RETRY_TOPIC")).isEqualTo("Orders");
        assertThat(retry.property("ORIGIN_MESSAGE_ID")).isEqualTo("0A00000100002A9F0000000000000000");
        assertThat(retry.property("DELAY")).isEqualTo("3");
        assertThat(retry.property("WAIT")).isEqualTo("false");
        assertThat(retry.property("TAGS")).isEqualTo("A");
        assertThat(stats.meter("SNDBCK_PUT_NUMS", "Orders@cg").sum()).isEqualTo(1);
    }

    @Test
    void shouldCountTriesUpToTheLargestNumber() {
        long position = consumed(Integer.MAX_VALUE, "TAGS\1A");
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        assertThat(store.records("%DLQ%cg", 0)).singleElement().extracting(RecordView::reconsumeTimes)
            .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldSayWhyStoringFailed() {
        long position = consumed(0, "TAGS\1A");
        store.failure = new IllegalStateException("no such place");
        ReplyTwin reply = sendBack("offset", position, "group", "cg", "delayLevel", 0);
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).contains("storing", "no such place");
    }

    @Test
    void shouldKeepTheOriginOfAnEarlierRetry() {
        long position = consumed(4, "RETRY_TOPIC\1First\2ORIGIN_MESSAGE_ID\1ID0\2DELAY\0016");
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0, "originMsgId", "FAKE",
            "originTopic", "Fake").code).isZero();
        RecordView retry = store.records("%RETRY%cg", 0).get(0);
        assertThat(retry.property("RETRY_TOPIC")).isEqualTo("First");
        assertThat(retry.property("ORIGIN_MESSAGE_ID")).isEqualTo("ID0");
        assertThat(retry.property("DELAY")).isEqualTo("7");
    }

    @Test
    void shouldCountUnderNothingThatIsNoTopic() {
        tables.topics.createIfAbsent(TopicConfig.of("First", 1, 6));
        for (String origin : List.of("x".repeat(30_000), "Nowhere", "First")) {
            long position = consumed(1, "RETRY_TOPIC\1" + origin);
            assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
            assertThat(store.records("%RETRY%cg", 0)).last().extracting(retry -> retry.property("RETRY_TOPIC"))
                .isEqualTo(origin);
            assertThat(stats.meter("SNDBCK_PUT_NUMS", origin + "@cg") == null).isNotEqualTo(origin.equals("First"));
        }
        assertThat(stats.meter("SNDBCK_PUT_NUMS", "Orders@cg").sum()).isEqualTo(2);
    }

    @Test
    void shouldBuryAtTheLimitWithoutDelay() {
        long position = consumed(16, "DELAY\0016\2K\1v");
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        RecordView dead = store.records("%DLQ%cg", 0).get(0);
        assertThat(dead.property("DELAY")).isNull();
        assertThat(dead.property("K")).isEqualTo("v");
        assertThat(dead.property("RETRY_TOPIC")).isEqualTo("Orders");
        assertThat(tables.topics.topic("%DLQ%cg").perm()).isEqualTo(6);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "%DLQ%cg").sum()).as("dead letters of the group").isEqualTo(1);
    }

    @Test
    void shouldDoNoMoreThanOneRetryMoreWhenAskedTwice() {
        long position = consumed(0, "");
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        assertThat(sendBack("offset", position, "group", "cg", "delayLevel", 0).code).isZero();
        assertThat(store.records("%RETRY%cg", 0)).hasSize(2)
            .allMatch(record -> record.reconsumeTimes() == 1);
    }

    /** Counts come from clients too: none leads around the delay. */
    @ParameterizedTest
    @CsvSource({"2147483646,32770", "100,103", "-7,3", "-2147483648,3"})
    void shouldDelayWhateverTheCountIs(int times, String level) {
        assertThat(sendBack("offset", consumed(times, ""), "group", "cg", "delayLevel", 0, "maxReconsumeTimes",
            Integer.MAX_VALUE).code).isZero();
        RecordView retry = store.records("%RETRY%cg", 0).get(0);
        assertThat(retry.property("DELAY")).isEqualTo(level);
        assertThat(retry.reconsumeTimes()).isEqualTo(times + 1);
    }

    @Test
    void shouldBuryWhenToldSo() {
        sendBack("offset", consumed(0, ""), "group", "cg", "delayLevel", -1);
        sendBack("offset", consumed(2, ""), "group", "cg", "delayLevel", 0, "maxReconsumeTimes", 2);
        assertThat(store.records("%DLQ%cg", 0)).hasSize(2);
    }

    private void group(String name, Map<String, Object> settings) {
        tables.groups.update(List.of(SubscriptionGroupConfig.read(JsonFields.of(settings), name)));
    }

    @ParameterizedTest
    @CsvSource({"1,2,409,5", "2,2,409,", "2,2,120,5", "1,2,120,0", "4,2,409,5", "5,2,409,5", "0,0,409,", "0,-1,409,"})
    void shouldTakeTheLimitOfTheGroupUnlessAClientFrom349On(int times, int ofGroup, int version, Integer asked) {
        group("limited", Map.of("retryMaxTimes", ofGroup));
        ReplyTwin reply = new ReplyTwin();
        Object[] fields = asked == null ? new Object[] {"offset", consumed(times, ""), "group", "limited"}
            : new Object[] {"offset", consumed(times, ""), "group", "limited", "maxReconsumeTimes", asked};
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestTwin.of(RequestCode.CONSUMER_SEND_MSG_BACK,
            new byte[0], fields), version), reply);
        assertThat(reply.code).isZero();
        int limit = asked == null || version < 121 ? ofGroup : asked;
        assertThat(store.topics()).containsExactlyInAnyOrder("Orders",
            times >= limit ? "%DLQ%limited" : "%RETRY%limited");
    }

    @Test
    void shouldSpreadRetriesOverTheQueuesOfTheGroup() {
        group("wide", Map.of("retryQueueNums", 3));
        long position = consumed(0, "");
        for (int i = 0; i < 100; i++) {
            assertThat(sendBack("offset", position, "group", "wide").code).isZero();
        }
        assertThat(tables.topics.topic("%RETRY%wide").readQueueNums()).isEqualTo(3);
        assertThat(store.queueIds("%RETRY%wide")).containsExactly(0, 1, 2);
    }

    @Test
    void shouldRefuseWhereTheRetryTopicTakesNothing() {
        tables.topics.createIfAbsent(TopicConfig.of("%RETRY%shut", 1, 4));
        assertThat(sendBack("offset", consumed(0, ""), "group", "shut").code).isEqualTo(16);
        tables.topics.createIfAbsent(TopicConfig.of("%DLQ%full", 1, 4));
        assertThat(sendBack("offset", consumed(20, ""), "group", "full").code).isEqualTo(16);
        assertThat(store.topics()).containsExactly("Orders");
    }

    @Test
    void shouldWorkWithTheOldestFields() {
        assertThat(sendBack("offset", consumed(0, ""), "group", "cg").code).isZero();
        assertThat(store.records("%RETRY%cg", 0)).hasSize(1);
    }

    @Test
    void shouldSayWhatIsWrong() {
        long position = consumed(0, "");
        assertThat(sendBack("offset", 99_999, "group", "cg").remark).contains("99999");
        assertThat(sendBack("offset", position + 1, "group", "cg").code).isEqualTo(1);
        ReplyTwin longName = sendBack("offset", position, "group", "g".repeat(121));
        assertThat(longName.code).isEqualTo(26);
        assertThat(longName.remark).contains("121", "120");
        assertThat(sendBack("group", "cg").code).isEqualTo(1);
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        ReplyTwin refused = sendBack("offset", position, "group", "cg");
        assertThat(refused.code).isEqualTo(1);
        assertThat(refused.remark).contains("SERVICE_NOT_AVAILABLE");
    }

    @Test
    void shouldDropForAGroupWithoutRetries() {
        tables.groups.update(List.of(SubscriptionGroupConfig.read(
            JsonFields.of(Map.of("retryQueueNums", 0)), "none")));
        assertThat(sendBack("offset", consumed(0, ""), "group", "none").code).isZero();
        assertThat(store.topics()).containsExactly("Orders");
    }
}
