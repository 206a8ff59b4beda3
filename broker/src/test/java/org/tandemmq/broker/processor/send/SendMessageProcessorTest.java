/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
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
import org.tandemmq.remoting.protocol.body.MessageQueue;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.record.RecordProperties;
import org.tandemmq.store.record.RecordView;

/** Sends: checks in order, what is stored, what is answered. */
class SendMessageProcessorTest {

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private final List<Runnable> admin = new ArrayList<>();
    private final BrokerStats stats = new BrokerStats();
    private boolean adminFull;
    private SendSettings settings = SendSettings.DEFAULTS;
    private BrokerTables tables;
    private SendMessageProcessor processor;

    @BeforeEach
    void open() {
        build(true);
    }

    private void build(boolean autoCreate) {
        tables = new BrokerTables(folder, autoCreate);
        SendRules rules = new SendRules(tables.topics, tables.groups, tables.locks, () -> settings,
            BrokerTables.CLOCK, () -> 0);
        WaitingWork creations = new WaitingWork(work -> {
            if (adminFull) {
                throw new RejectedExecutionException("limit 1000");
            }
            admin.add(work);
        }, 1_000_000);
        processor = new SendMessageProcessor(store, rules, creations, PutDiversion.NONE,
            BrokerIdentity.of("C1", "DefaultRegion", true, new InetSocketAddress("10.0.0.1", 10911)), stats,
            BrokerTables.CLOCK);
    }

    private ReplyTwin send(String topic, Object... changes) {
        return sendBody("hello".getBytes(StandardCharsets.UTF_8), topic, changes);
    }

    private ReplyTwin sendBody(byte[] body, String topic, Object... changes) {
        Map<String, Object> fields = new TreeMap<>(Map.of("a", "pg", "b", topic, "c", "TBW102", "d", 4, "e", 0, "f", 0,
            "g", 1_600_000_000_000L, "h", 9, "i", "TAGS\1A"));
        for (int i = 0; i < changes.length; i += 2) {
            fields.put((String) changes[i], changes[i + 1]);
        }
        Object[] flat = fields.entrySet().stream().flatMap(field -> java.util.stream.Stream.of(field.getKey(),
            field.getValue())).toArray();
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestCode.SEND_MESSAGE_V2, body, flat), reply);
        new ArrayList<>(admin).forEach(Runnable::run);
        admin.clear();
        return reply;
    }

    @Test
    void shouldStoreAMessageWithItsPropertiesAndOurs() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = send("Orders", "e", 3, "i", "TAGS\1A\2KEYS\1Größe");
        assertThat(reply.code).isZero();
        assertThat(reply.fields).containsEntry("queueId", "3").containsEntry("queueOffset", "0")
            .containsEntry("MSG_REGION", "DefaultRegion").containsEntry("TRACE_ON", "true")
            .containsEntry("msgId", "0A00000100002A9F0000000000000000").doesNotContainKey("transactionId");
        RecordView record = store.records("Orders", 3).get(0);
        assertThat(StandardCharsets.UTF_8.decode(record.body()).toString()).isEqualTo("hello");
        assertThat(record.flag()).isEqualTo(9);
        assertThat(record.bornTimestampMs()).isEqualTo(1_600_000_000_000L);
        Map<String, String> properties = RecordProperties.parse(record.properties());
        assertThat(properties).containsEntry("TAGS", "A").containsEntry("KEYS", "Größe")
            .containsEntry("CLUSTER", "C1").containsEntry("MSG_REGION", "DefaultRegion")
            .containsEntry("TRACE_ON", "true").containsKey("UNIQ_KEY").hasSize(6);
        assertThat(stats.puts().total()).isEqualTo(1);
    }

    @Test
    void shouldSayWhyStoringFailed() {
        store.failure = new IllegalStateException("no such place");
        ReplyTwin reply = send("Orders");
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).contains("storing", "no such place");
        assertThat(reply.fields).containsEntry("MSG_REGION", "DefaultRegion");
    }

    @Test
    void shouldTakeTheLongNamesToo() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[0],
            "producerGroup", "pg", "topic", "Orders", "queueId", 1), reply);
        assertThat(reply.code).isZero();
        RecordView record = store.records("Orders", 1).get(0);
        assertThat(record.bodyBytes()).isZero();
        assertThat(record.property("UNIQ_KEY")).hasSize(32);
    }

    @Test
    void shouldKeepTheSendersUniqueKeyAndItsWish() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        send("Orders", "i", "UNIQ_KEY\1MINE\2WAIT\1false\2");
        assertThat(store.lastAck).isEqualTo(AckPolicy.APPEND_ONLY);
        assertThat(store.records("Orders", 0).get(0).property("UNIQ_KEY")).isEqualTo("MINE");
        send("Orders");
        assertThat(store.lastAck).isEqualTo(AckPolicy.AS_CONFIGURED);
    }

    @Test
    void shouldCreateATopicBeforeItAnswers() {
        ReplyTwin reply = send("New", "d", 3, "e", 2);
        assertThat(reply.code).isZero();
        assertThat(tables.topics.topic("New").readQueueNums()).isEqualTo(3);
        assertThat(store.records("New", 2)).hasSize(1);
    }

    @Test
    void shouldCreateNothingWhenSwitchedOff() {
        build(false);
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        for (String template : List.of("TBW102", "C1", "broker-a", "SELF_TEST_TOPIC", "BenchmarkTest", "Orders")) {
            ReplyTwin reply = send("New", "c", template);
            assertThat(reply.code).as(template).isEqualTo(17);
            assertThat(reply.remark).contains("New", "autoCreateTopicEnable");
            assertThat(reply.fields).containsEntry("TRACE_ON", "true").doesNotContainKey("msgId");
        }
        assertThat(tables.topics.topic("New")).isNull();
    }

    @Test
    void shouldCreateNothingOnASlave() {
        store.role = BrokerRole.SLAVE;
        assertThat(send("New").code).isEqualTo(14);
        assertThat(tables.topics.topic("New")).isNull();
    }

    @Test
    void shouldNameTheLimitOfWaitingCreations() {
        adminFull = true;
        assertThat(send("New").code).isEqualTo(2);
        adminFull = false;
        ReplyTwin large = sendBody(new byte[1_000_001], "New");
        assertThat(large.code).isEqualTo(2);
        assertThat(large.remark).contains("1000000");
        assertThat(send("New").code).isZero();
    }

    @Test
    void shouldRefuseNamesAndQueuesThatDoNotExist() {
        assertThat(send("a".repeat(127)).code).isZero();
        assertThat(send("a".repeat(128)).code).isEqualTo(29);
        assertThat(send("a b").code).isEqualTo(29);
        assertThat(send("SCHEDULE_TOPIC_XXXX").code).isEqualTo(16);
        assertThat(send("RMQ_SYS_TRANS_HALF_TOPIC").code).isEqualTo(16);
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = send("Orders", "e", 4);
        assertThat(reply.code).as("4.x clients try another queue").isEqualTo(1);
        assertThat(reply.remark).contains("queue 4", "4 for reading");
        assertThat(send("Orders", "e", "x").code).isEqualTo(1);
        assertThat(send("Orders", "e", "x").fields).containsKey("MSG_REGION");
    }

    @ParameterizedTest
    @CsvSource({"412,1", "413,29", "479,29", "0,1"})
    void shouldTellOfAQueueThatWentAsTheBrokersOfTheClientsLineDo(int version, int code) {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestTwin.of(RequestCode.SEND_MESSAGE, new byte[0],
            "producerGroup", "pg", "topic", "Orders", "queueId", 4), version), reply);
        assertThat(reply.code).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"4", "0", "6"})
    void shouldLeaveThePermissionOfATopicToClients(int perm) {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, perm));
        assertThat(send("Orders").code).isZero();
        tables.topics.delete("Orders");
        assertThat(send("Orders", "c", "nowhere").code).isEqualTo(17);
    }

    @Test
    void shouldChooseAWriteQueueWhenNoneIsNamed() {
        tables.topics.update(List.of(new TopicConfig("Orders", 8, 2, 6, "SINGLE_TAG", 0, false, Map.of())));
        for (int i = 0; i < 50; i++) {
            assertThat(Integer.parseInt(send("Orders", "e", -1).fields.get("queueId"))).isBetween(0, 1);
        }
    }

    @Test
    void shouldNotBelieveFlagsThatAreOurs() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        send("Orders", "f", 0xFFF & ~0x30 | 0x400000);
        assertThat(store.records("Orders", 0).get(0).sysFlag()).isEqualTo(0xFFF & ~0x3E | 0x400000);
    }

    @Test
    void shouldKeepEachFlagThatIsNotOurs() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        int ours = 0x3E;
        for (int bit = 0; bit < 32; bit++) {
            int expected = 1 << bit & ~ours;
            send("Orders", "f", 1 << bit, "e", 1);
            assertThat(store.records("Orders", 1).get(bit).sysFlag()).as("bit " + bit).isEqualTo(expected);
        }
    }

    @Test
    void shouldAnswerEachOutcomeOfTheStore() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        Map<PutStatus, Integer> codes = Map.of(PutStatus.SERVICE_NOT_AVAILABLE, 14, PutStatus.MESSAGE_ILLEGAL, 13,
            PutStatus.PROPERTIES_SIZE_EXCEEDED, 13, PutStatus.OS_PAGE_CACHE_BUSY, 2,
            PutStatus.CREATE_MAPPED_FILE_FAILED, 1, PutStatus.IN_SYNC_REPLICAS_NOT_ENOUGH, 1);
        codes.forEach((status, code) -> {
            store.refusal = status;
            ReplyTwin reply = send("Orders");
            assertThat(reply.code).as(status.name()).isEqualTo(code);
            assertThat(reply.remark).contains("refused by the test");
            assertThat(reply.fields).containsKey("MSG_REGION");
        });
        assertThat(stats.putFailures()).isEqualTo(codes.size());
        assertThat(stats.putFailures()).isEqualTo(6);
    }

    @Test
    void shouldRefuseOversizeProperties() {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = send("Orders", "i", "K\1" + "v".repeat(40_000));
        assertThat(reply.code).isEqualTo(13);
        assertThat(reply.remark).contains("40002", "31743");
        assertThat(send("Orders", "i", "K\1" + "v".repeat(31_741)).code).isZero();
        assertThat(send("Orders", "i", "K\1" + "v".repeat(31_742)).code).isEqualTo(13);
        assertThat(send("%RETRY%cg", "i", "K\1" + "v".repeat(32_500)).code).isZero();
    }

    @ParameterizedTest
    @CsvSource({"DELAY,abc", "DELAY,1.5", "DELAY,-", "DELAY,99999999999", "TIMER_DELAY_SEC,1", "TIMER_DELAY_MS,1000",
        "TIMER_DELIVER_MS,99999999999999"})
    void shouldRefuseADelayThatItCanNotKeep(String name, String value) {
        tables.topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        ReplyTwin reply = send("Orders", "i", "K\1v\2" + name + "\1" + value + "\2");
        assertThat(reply.code).isEqualTo(13);
        assertThat(reply.remark).contains(name);
        assertThat(store.records("Orders", 0)).isEmpty();
        // with a level the time has no effect, and a transaction is delivered when it is committed
        assertThat(send("Orders", "i", "TIMER_DELAY_SEC\0019\2DELAY\0013\2").code).isZero();
        assertThat(send("Orders", "i", "TIMER_DELAY_SEC\0019\2TRAN_MSG\1true\2PGROUP\1p\2").code).isNotEqualTo(13);
        assertThat(send("Orders", "i", "DELAY\001-1\2").code).isZero();
    }

    @Test
    void shouldGiveUpARetryBeyondItsLimit() {
        assertThat(send("%RETRY%cg", "j", 16, "l", 16, "i", "DELAY\1005\2RETRY_TOPIC\1T").code).isZero();
        assertThat(store.records("%RETRY%cg", 0)).hasSize(1);
        assertThat(send("%RETRY%cg", "j", 17, "l", 16, "i", "DELAY\1005\2RETRY_TOPIC\1T").code).isZero();
        RecordView dead = store.records("%DLQ%cg", 0).get(0);
        assertThat(dead.property("DELAY")).isNull();
        assertThat(dead.property("RETRY_TOPIC")).isEqualTo("T");
        assertThat(tables.topics.topic("%DLQ%cg").readable()).isTrue();
    }

    /** A committed message still has the property that made it a half message. */
    @Test
    void shouldBuryAMessageOfATransactionToo() {
        String sent = "TRAN_MSG\1true\2PGROUP\1p\2DELAY\0015\2RETRY_TOPIC\1T";
        assertThat(send("%RETRY%cg", "j", 17, "l", 16, "i", sent).code).isZero();
        assertThat(store.records("%DLQ%cg", 0)).hasSize(1);
        assertThat(send("%RETRY%cg", "j", 3, "l", 16, "i", sent).code).isZero();
        assertThat(store.records("%RETRY%cg", 0)).hasSize(1);
    }

    @Test
    void shouldGiveUpAnOrderlyMessageAtItsLimit() {
        tables.locks.lock("cg", "c1", java.util.Set.of(new MessageQueue("T", "broker-a", 0)), 0);
        send("%RETRY%cg", "j", 16, "l", 16);
        assertThat(store.records("%DLQ%cg", 0)).hasSize(1);
    }

    @Test
    void shouldRefuseRetriesOfUnknownGroupsWhenSwitchedOff() {
        build(false);
        for (String group : List.of("cg", "a b", "g".repeat(121), "")) {
            assertThat(send("%RETRY%" + group).code).as(group).isIn(26, 29);
            assertThat(tables.topics.topic("%RETRY%" + group)).as(group).isNull();
        }
    }

    @Test
    void shouldFollowItsSettings() {
        tables.topics.update(List.of(new TopicConfig("Ordered", 1, 1, 6, "SINGLE_TAG", 0, true, Map.of())));
        settings = new SendSettings(4, false, 0, false);
        assertThat(send("Ordered").code).isEqualTo(16);
        settings = new SendSettings(6, false, Long.MAX_VALUE, false);
        assertThat(send("Ordered").code).isEqualTo(1);
        settings = new SendSettings(6, true, 0, false);
        assertThat(send("Ordered", "i", "TRAN_MSG\1true").code).isEqualTo(16);
    }
}
