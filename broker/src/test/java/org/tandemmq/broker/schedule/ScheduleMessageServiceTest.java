/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.topic.LateMessages;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;
import org.tandemmq.broker.topic.TopicNames;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.GetStatus;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutStatus;
import org.tandemmq.store.record.RecordProperties;

/** Delivery of delayed messages, with the clock moved by hand. */
class ScheduleMessageServiceTest {

    private static final DelayLevels LEVELS = new DelayLevels(List.of(1_000L, 5_000L, 60_000L));

    @TempDir
    Path folder;
    private final MemoryStore store = new MemoryStore();
    private int queues = 4;
    private int faults;
    private DelayOffsets offsets;
    private ScheduleMessageService service;

    @BeforeEach
    void assemble() {
        offsets = offsets();
        service = new ScheduleMessageService(store, LEVELS, offsets, this::queue);
    }

    private int queue(String topic, int queue) {
        if (faults > 0) {
            faults--;
            throw new InternalError("a fault occurred in an unsafe memory access operation");
        }
        return queue % queues;
    }

    private DelayOffsets offsets() {
        InstantSource clock = () -> Instant.ofEpochMilli(store.nowMs);
        DelayOffsets table = new DelayOffsets(new TableFile(folder.resolve("delayOffset.json")), clock);
        table.load();
        return table;
    }

    private void send(String body, int level) {
        NewMessage plain = new NewMessage("Orders", 3, 7, 0, store.nowMs, new InetSocketAddress("10.0.0.9", 4000), 0, 0,
            ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
            ByteBuffer.wrap(RecordProperties.encode(Map.of("DELAY", Integer.toString(level), "TAGS", "red"))));
        store.put(DelayedMessages.delayed(plain, level, LEVELS), AckPolicy.APPEND_ONLY);
    }

    private List<String> delivered() {
        return store.records("Orders", 3).stream()
            .map(record -> StandardCharsets.UTF_8.decode(record.body()).toString()).toList();
    }

    @Test
    void shouldDeliverWhenTheTimeHasComeAndNotBefore() {
        send("first", 1);
        send("later", 2);
        assertThat(service.doWork(store.nowMs + 999)).isZero();
        assertThat(delivered()).isEmpty();
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).containsExactly("first");
        service.doWork(store.nowMs + 4_999);
        assertThat(delivered()).containsExactly("first");
        service.doWork(store.nowMs + 5_000);
        assertThat(delivered()).containsExactly("first", "later");
    }

    @Test
    void shouldKeepWhatTheProducerGaveAndTheRealTopic() {
        send("first", 1);
        service.doWork(store.nowMs + 1_000);
        var record = store.records("Orders", 3).get(0);
        assertThat(record.flag()).isEqualTo(7);
        assertThat(record.property("TAGS")).isEqualTo("red");
        assertThat(record.property("REAL_TOPIC")).isEqualTo("Orders");
        assertThat(record.bornHost()).isEqualTo(new InetSocketAddress("10.0.0.9", 4000));
    }

    @Test
    void shouldUseTheHighestLevelForOneBeyondTheTable() {
        send("far", 99);
        assertThat(store.records(TopicNames.SCHEDULE, 2).get(0).property("DELAY")).isEqualTo("3");
        service.doWork(store.nowMs + 59_999);
        assertThat(delivered()).isEmpty();
        service.doWork(store.nowMs + 60_000);
        assertThat(delivered()).containsExactly("far");
    }

    @Test
    void shouldTryAgainWhileTheStoreRefuses() {
        send("first", 1);
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        assertThat(service.doWork(store.nowMs + 1_000)).isZero();
        store.refusal = PutStatus.PUT_OK;
        assertThat(service.doWork(store.nowMs + 1_100)).isOne();
        assertThat(delivered()).containsExactly("first");
    }

    @Test
    void shouldNotHoldUpOtherLevelsWithAMessageThatTheDiskDoesNotGive() {
        send("first", 1);
        send("later", 2);
        faults = 1;
        service.doWork(store.nowMs + 5_000);
        assertThat(delivered()).containsExactly("later");
        service.doWork(store.nowMs + 5_999);
        assertThat(delivered()).as("after a pause").containsExactly("later");
        service.doWork(store.nowMs + 6_000);
        assertThat(delivered()).containsExactly("later", "first");
    }

    @Test
    void shouldPassOverWhatCanNeverBeStored() {
        send("bad", 1);
        store.refusal = PutStatus.MESSAGE_ILLEGAL;
        service.doWork(store.nowMs + 1_000);
        store.refusal = PutStatus.PUT_OK;
        send("good", 1);
        service.doWork(store.nowMs + 2_000);
        assertThat(delivered()).containsExactly("good");
    }

    @Test
    void shouldGoOnAfterRestartWithoutRepeating() {
        send("first", 1);
        send("second", 1);
        service.doWork(store.nowMs + 1_000);
        assertThat(offsets.persist()).isTrue();
        assertThat(offsets.persist()).isFalse();
        send("third", 1);
        DelayOffsets again = offsets();
        ScheduleMessageService restarted = new ScheduleMessageService(store, LEVELS, again,
            (topic, queue) -> queue);
        restarted.checkProgress();
        restarted.doWork(store.nowMs + 1_000);
        assertThat(delivered()).containsExactly("first", "second", "third");
    }

    @Test
    void shouldCorrectOffsetsOutsideTheQueue() {
        send("first", 1);
        offsets.update(1, 10_000);
        offsets.update(2, -5);
        service.checkProgress();
        assertThat(offsets.offset(1)).isEqualTo(1);
        assertThat(offsets.offset(2)).isZero();
        send("second", 1);
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).containsExactly("second");
    }

    @ParameterizedTest
    @EnumSource(names = {"MESSAGE_WAS_REMOVING", "NO_MATCHED_MESSAGE"})
    void shouldPassOverWhatIsGone(GetStatus status) {
        for (int i = 0; i < 100; i++) {
            send("lost " + i, 1);
        }
        send("behind", 1);
        store.unreadable(TopicNames.SCHEDULE, 0, 100);
        store.unreadableStatus = status;
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).containsExactly("behind");
    }

    @Test
    void shouldNotHoldUpOtherLevelsWithALargeBacklog() {
        for (int i = 0; i < 2_000; i++) {
            send("bulk " + i, 1);
        }
        send("small", 2);
        service.doWork(store.nowMs + 5_000);
        assertThat(delivered()).hasSizeLessThanOrEqualTo(ScheduleMessageService.DELIVERED_PER_SLICE_MAX + 33)
            .contains("small");
        while (service.doWork(store.nowMs + 5_000) > 0) {
            assertThat(delivered().size()).isLessThanOrEqualTo(2_001);
        }
        assertThat(delivered()).hasSize(2_001);
    }

    @Test
    void shouldTakeOverTheMastersTableAtOnce() {
        send("first", 1);
        offsets.replaceWith("{\"dataVersion\":{\"counter\":4,\"timestamp\":9},\"offsetTable\":{1:1,3:8}}"
            .getBytes(StandardCharsets.UTF_8));
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).isEmpty();
        assertThat(offsets.offset(3)).isEqualTo(8);
        assertThat(offsets.version().counter()).isEqualTo(4);
        assertThat(offsets().offset(3)).isEqualTo(8);
    }

    @Test
    void shouldKeepAndCountWhatComesDueWhenItsTopicIsGone() {
        TopicConfigManager topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            TopicDefaults.of("C1", "broker-a"), true, Instant::now);
        LateMessages late = new LateMessages(topics);
        topics.createIfAbsent(TopicConfig.of("Orders", 4, 6));
        service = new ScheduleMessageService(store, LEVELS, offsets, late);
        send("of the topic", 1);
        service.doWork(store.nowMs + 1_000);
        assertThat(late.tell()).isZero();
        send("first", 1);
        send("second", 1);
        topics.delete("Orders");
        store.refusal = PutStatus.SERVICE_NOT_AVAILABLE;
        service.doWork(store.nowMs + 1_000);
        assertThat(late.tell()).as("while the store refuses").isZero();
        store.refusal = PutStatus.PUT_OK;
        service.doWork(store.nowMs + 1_100);
        assertThat(delivered()).containsExactly("of the topic", "first", "second");
        assertThat(late.tell()).isEqualTo(2);
    }

    @Test
    void shouldDeliverWhereItIsReadWhenTheTopicHasFewerQueues() {
        send("waiting", 1);
        queues = 2;
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).isEmpty();
        assertThat(store.records("Orders", 1)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RMQ_SYS_TRANS_HALF_TOPIC", "RMQ_SYS_TRANS_OP_HALF_TOPIC", "SCHEDULE_TOPIC_XXXX"})
    void shouldDeliverNothingToTheBrokersOwnTopics(String topic) {
        store.put(new NewMessage("SCHEDULE_TOPIC_XXXX", 0, 0, 0, store.nowMs, new InetSocketAddress("10.0.0.9", 4000),
            0, 0, ByteBuffer.allocate(1), ByteBuffer.wrap(RecordProperties.encode(Map.of("REAL_TOPIC", topic,
                "REAL_QID", "0")))), AckPolicy.APPEND_ONLY);
        send("behind", 1);
        service.doWork(store.nowMs + 1_000);
        assertThat(delivered()).containsExactly("behind");
        assertThat(store.topics()).containsExactlyInAnyOrder("SCHEDULE_TOPIC_XXXX", "Orders");
    }
}
