/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
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
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientMemory;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.send.SendRules;
import org.tandemmq.broker.processor.send.SendSettings;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.PutStatus;

/** Replies of request-reply: to whom they go, what is stored, and what is refused. */
class ReplyMessageProcessorTest {

    private static final String TOPIC = "C1_REPLY_TOPIC";

    @TempDir
    private Path folder;
    private final MemoryStore store = new MemoryStore();
    private final ProducerManager producers = new ProducerManager(new ClientMemory(1 << 20));
    private final ConnectionTwin requester = new ConnectionTwin();
    private SendSettings settings = SendSettings.DEFAULTS;
    private boolean stores = true;
    private BrokerTables tables;
    private ReplyMessageProcessor processor;

    @BeforeEach
    void open() {
        tables = new BrokerTables(folder, true);
        SendRules rules = new SendRules(tables.topics, tables.groups, tables.locks, () -> settings,
            BrokerTables.CLOCK, () -> 0);
        processor = new ReplyMessageProcessor(store, rules, producers, () -> stores,
            new ReplyMessageProcessor.Own(new InetSocketAddress("10.0.0.1", 10911), "DefaultRegion", true),
            BrokerTables.CLOCK);
        producers.register("pg", new ClientChannel(requester, "asker", 0, 409, 0, 0));
    }

    private ReplyTwin answered(String topic, Object... changes) {
        Map<String, Object> fields = new TreeMap<>(Map.of("a", "rg", "b", topic, "c", "TBW102", "d", 4, "e", 0, "f", 0,
            "g", 1_600_000_000_000L, "h", 0, "i", "REPLY_TO_CLIENT\1asker\2CORRELATION_ID\1c1\2MSG_TYPE\1reply"));
        for (int i = 0; i < changes.length; i += 2) {
            fields.put((String) changes[i], changes[i + 1]);
        }
        ReplyTwin reply = new ReplyTwin();
        processor.process(new ConnectionTwin(), RequestTwin.of(RequestCode.SEND_REPLY_MESSAGE_V2,
            "pong".getBytes(StandardCharsets.UTF_8), fields.entrySet().stream()
                .flatMap(field -> Stream.of(field.getKey(), field.getValue())).toArray()), reply);
        return reply;
    }

    @Test
    void shouldAnswerWhenTheRequesterHasTakenIt() {
        ReplyTwin reply = answered(TOPIC);
        assertThat(requester.questions).containsExactly(RequestCode.PUSH_REPLY_MESSAGE_TO_CLIENT);
        assertThat(reply.code).as("not before the requester").isEqualTo(-1);
        requester.answer.complete(RequestTwin.of(0, new byte[0]));
        assertThat(reply.code).isZero();
        assertThat(reply.fields).containsEntry("msgId", "0A00000100002A9F0000000000000000")
            .containsEntry("queueOffset", "0").containsEntry("TRACE_ON", "true");
        assertThat(store.records(TOPIC, 0).get(0).property("PUSH_REPLY_TIME")).isEqualTo("1700000000000");
    }

    @Test
    void shouldSayWhyStoringFailed() {
        store.failure = new IllegalStateException("no such place");
        ReplyTwin reply = answered(TOPIC);
        requester.answer.complete(RequestTwin.of(0, new byte[0]));
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).contains("storing", "no such place");
    }

    @Test
    void shouldHoldNoBodyForTheRequester() {
        answered(TOPIC);
        assertThat(store.records(TOPIC, 0)).as("stored before the requester answers").hasSize(1);
    }

    @Test
    void shouldWaitForALimitedNumberOfRequesters() {
        stores = false;
        List<ReplyTwin> replies = Stream.generate(() -> answered(TOPIC)).limit(ReplyMessageProcessor.WAITING_MAX)
            .toList();
        assertThat(answered(TOPIC).remark).contains("32768", "limit");
        requester.answer.complete(RequestTwin.of(0, new byte[0]));
        assertThat(replies).allMatch(reply -> reply.code == 0);
        assertThat(answered(TOPIC).code).isZero();
    }

    @Test
    void shouldSayThatTheRequesterRefusedOrFellSilent() {
        ReplyTwin reply = answered(TOPIC);
        requester.answer.completeExceptionally(new IllegalStateException("no answer for 10000 ms"));
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.remark).contains("asker", "10000 ms");
        assertThat(store.records(TOPIC, 0)).as("stored nevertheless").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPLY_TO_CLIENT\1gone\2", "REPLY_TO_CLIENT\1\2", "MSG_TYPE\1reply\2", ""})
    void shouldSayThatNobodyWaits(String properties) {
        ReplyTwin reply = answered(TOPIC, "i", properties);
        assertThat(reply.code).isEqualTo(1);
        assertThat(reply.fields).containsKeys("msgId", "MSG_REGION");
        assertThat(requester.questions).isEmpty();
        assertThat(store.records(TOPIC, 0)).hasSize(1);
    }

    /** Nothing gets into the broker's own topics as a reply: an op record there would end anybody's transaction. */
    @ParameterizedTest
    @CsvSource({"RMQ_SYS_TRANS_OP_HALF_TOPIC,16", "RMQ_SYS_TRANS_HALF_TOPIC,16", "SCHEDULE_TOPIC_XXXX,16",
        "TRANS_CHECK_MAX_TIME_TOPIC,16", "OFFSET_MOVED_EVENT,16", "SELF_TEST_TOPIC,16", "nowhere,17", "a b,29",
        "'',29"})
    void shouldRefuseWhatASendIsRefusedFor(String topic, int code) {
        ReplyTwin reply = answered(topic);
        assertThat(reply.code).isEqualTo(code);
        assertThat(reply.fields).containsEntry("MSG_REGION", "DefaultRegion").containsEntry("TRACE_ON", "true");
        assertThat(requester.questions).isEmpty();
        assertThat(store.topics()).isEmpty();
    }

    @Test
    void shouldHoldRepliesToTheBrokersPermissionsAndQueues() {
        assertThat(answered(TOPIC, "e", 1).code).isEqualTo(29);
        assertThat(answered(TOPIC, "e", "x").code).isEqualTo(1);
        assertThat(answered(TOPIC, "e", "x").fields).containsKey("TRACE_ON");
        settings = new SendSettings(6, false, Long.MAX_VALUE, false);
        assertThat(answered(TOPIC).code).isEqualTo(1);
        settings = new SendSettings(4, false, 0, false);
        tables.topics.update(List.of(new TopicConfig(TOPIC, 1, 1, 6, "SINGLE_TAG", 0, true, Map.of())));
        assertThat(answered(TOPIC).code).isEqualTo(16);
        assertThat(requester.questions).isEmpty();
        settings = SendSettings.DEFAULTS;
        answered(TOPIC, "e", -1);
        requester.answer.complete(RequestTwin.of(0, new byte[0]));
        assertThat(store.records(TOPIC, 0)).hasSize(1);
    }

    @Test
    void shouldBringTheReplyThoughItCanNotBeStored() {
        requester.answer.complete(RequestTwin.of(0, new byte[0]));
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        assertThat(answered(TOPIC).code).isZero();
        assertThat(answered(TOPIC).fields).containsEntry("msgId", "0");
        store.refusal = PutStatus.PUT_OK;
        stores = false;
        assertThat(answered(TOPIC).fields).containsEntry("msgId", "0").containsEntry("queueOffset", "0");
        assertThat(store.records(TOPIC, 0)).isEmpty();
    }
}
