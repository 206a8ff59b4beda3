/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.QueueConfig;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.log.AppendResult;
import org.tandemmq.store.log.LogFixture;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** From the log into queues: who enters, with which tags code, and what the files have after passes and restarts. */
class ConsumeQueueTableTest {

    private static final Path DIRECTORY = Path.of("/consumequeue");

    private final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    private final List<String> arrivals = new ArrayList<>();
    private final Position dispatched = new Position("dispatched", 0);
    private final OpenFiles open = new OpenFiles(layer, 16);
    private LogFixture fixture;
    private ConsumeQueueTable table;
    private DispatchAgent dispatch;

    @BeforeEach
    void open() throws Exception {
        fixture = new LogFixture(layer, Path.of("/log"), 1 << 20).open(0);
        table = table();
    }

    private ConsumeQueueTable table() {
        ConsumeQueueTable made = new ConsumeQueueTable(new QueueDirectory(layer, open, DIRECTORY, 2_000),
            new TagsCode(QueueConfig.defaults().delayLevelsMs()),
            (topic, queueId, next, code, record) -> arrivals.add(topic + "/" + queueId + "/" + next), 1_000);
        dispatch = new DispatchAgent(fixture.reader, dispatched, List.of(made));
        return made;
    }

    private void dispatchAll(long nowMs) {
        while (dispatched.value() < fixture.end.value()) {
            assertThat(dispatch.doWork(nowMs)).as(() -> dispatch.failure()).isPositive();
        }
    }

    private AppendResult append(String topic, String properties, int sysFlag) {
        return fixture.append(topic, 0, ByteBuffer.allocate(10), properties, sysFlag);
    }

    private long tagsCode(String topic, long offset) {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        assertThat(table.find(topic, 0).read(offset, entry)).isEqualTo(1);
        return QueueEntry.tagsCode(entry, 0);
    }

    @Test
    void shouldCodeTagsAndTellArrivals() {
        append("T", "TAGS\u0001TagA\u0002", 0);
        append("T", "KEYS\u0001k\u0002", 0);
        append("T", "TAGS\u0001TagA\u0002TAGS\u0001\u4f60\u597d", 0);
        dispatchAll(0);
        assertThat(tagsCode("T", 0)).isEqualTo("TagA".hashCode());
        assertThat(tagsCode("T", 1)).isZero();
        assertThat(tagsCode("T", 2)).isEqualTo("\u4f60\u597d".hashCode());
        assertThat(arrivals).containsExactly("T/0/1", "T/0/2", "T/0/3");
    }

    @Test
    void shouldCodeTheDueTimeOfDelayedMessages() {
        fixture.wallMs = 5_000_000;
        String schedule = "SCHEDULE_TOPIC_XXXX";
        for (String level : new String[] {"1", "3", "18", "99", "0", "x"}) {
            append(schedule, "TAGS\u0001A\u0002DELAY\u0001" + level + "\u0002", 0);
        }
        append(schedule, "TAGS\u0001A\u0002", 0);
        append("T", "TAGS\u0001A\u0002DELAY\u00013\u0002", 0);
        dispatchAll(0);
        assertThat(tagsCode(schedule, 0)).isEqualTo(5_001_000);
        assertThat(tagsCode(schedule, 1)).isEqualTo(5_010_000);
        assertThat(tagsCode(schedule, 2)).isEqualTo(5_000_000 + 7_200_000);
        assertThat(tagsCode(schedule, 3)).as("above the highest level").isEqualTo(5_000_000 + 7_200_000);
        assertThat(tagsCode(schedule, 4)).isEqualTo(5_001_000);
        assertThat(tagsCode(schedule, 5)).isEqualTo(5_001_000);
        assertThat(tagsCode(schedule, 6)).isEqualTo("A".hashCode());
        assertThat(tagsCode("T", 0)).as("delivered, it still has DELAY").isEqualTo("A".hashCode());
    }

    @Test
    void shouldLeavePreparedAndRolledBackMessagesOut() {
        append("T", "", RecordLayout.SYS_TRANSACTION_PREPARED);
        append("T", "", RecordLayout.SYS_TRANSACTION_ROLLBACK);
        assertThat(append("T", "", RecordLayout.SYS_TRANSACTION_COMMIT).queueOffset()).isZero();
        dispatchAll(0);
        assertThat(table.find("T", 0).maxOffset()).isEqualTo(1);
        assertThat(dispatched.value()).isEqualTo(fixture.end.value());
    }

    /** As lost+found is, where the queues have a disk of their own. */
    @Test
    void shouldLeaveAForeignDirectoryAloneThatItMayNotRead() throws Exception {
        append("T", "", 0);
        dispatchAll(0);
        table.writeOutAll();
        Path foreign = DIRECTORY.resolve("lost+found");
        layer.create(foreign.resolve("0").resolve("#12"), 1).close();
        layer.failBelow(foreign, new AccessDeniedException("lost+found"));
        table = table();
        table.find(List.of(new QueueMark.End("T", 0, 1)));
        table.load(LogBegin.whole(0), any -> { });
        assertThat(table.topics()).containsExactly("T");
        layer.failBelow(DIRECTORY.resolve("T"), new AccessDeniedException("T"));
        assertThatThrownBy(() -> table().find(List.of(new QueueMark.End("T", 0, 1))))
            .as("a topic that is known").isInstanceOf(AccessDeniedException.class);
    }

    /** Segments are missing that held more of a queue than fillers are written for. */
    @Test
    void shouldBeginAnewBehindAGapThatIsTooLargeForFillers() throws Exception {
        for (long jump : new long[] {10_000, 1_000_000_000_000L}) {
            append("T", "TAGS\u0001before\u0002", 0);
            fixture.log.nextOffset("T", 0, jump);
            append("T", "TAGS\u0001first\u0002", 0);
            append("T", "TAGS\u0001second\u0002", 0);
            append("T", "TAGS\u0001third\u0002", 0);
            dispatchAll(0);
            ConsumeQueue queue = table.find("T", 0);
            assertThat(queue.minOffset()).isEqualTo(jump);
            assertThat(queue.maxOffset()).isEqualTo(jump + 3);
            assertThat(tagsCode("T", jump)).isEqualTo("first".hashCode());
            assertThat(tagsCode("T", jump + 1)).isEqualTo("second".hashCode());
            assertThat(tagsCode("T", jump + 2)).isEqualTo("third".hashCode());
            table.writeOutAll();
            table = table();
            table.find(List.of());
            table.load(LogBegin.whole(0), any -> { });
            assertThat(table.find("T", 0).neededFrom()).as("nothing was given up").isEqualTo(Long.MAX_VALUE);
            assertThat(table.find("T", 0).minOffset()).isEqualTo(jump);
            assertThat(table.find("T", 0).maxOffset()).isEqualTo(jump + 3);
        }
    }

    @Test
    void shouldNeverMakeAQueueForALookUp() throws Exception {
        assertThat(table.find("T", 0)).isNull();
        assertThat(table.queues("T")).isEmpty();
        assertThat(table.topics()).isEmpty();
        assertThat(layer.directories(DIRECTORY)).isEmpty();
    }

    @Test
    void shouldSayUpToWhichRecordTheFilesAreCompleteOnlyAfterAWholePass() throws Exception {
        append("A", "", 0);
        append("B", "", 0);
        dispatchAll(0);
        long first = fixture.end.value();
        dispatch.doWork(2_000);
        assertThat(table.force().position()).isEqualTo(first);
        append("A", "", 0);
        dispatchAll(2_100);
        assertThat(table.force().position()).as("no pass since").isEqualTo(first);
        dispatch.doWork(3_100);
        assertThat(table.force().position()).isEqualTo(fixture.end.value());
    }

    @Test
    void shouldHaveAfterARestartWhatThePassesWrote() throws Exception {
        for (int i = 0; i < 500; i++) {
            append("T" + i % 7, "", 0);
        }
        dispatchAll(0);
        table.writeOutAll();
        table = table();
        table.find(List.of());
        table.load(LogBegin.whole(0), queue -> { });
        assertThat(table.topics()).hasSize(7);
        assertThat(table.lastEndPosition()).isEqualTo(fixture.end.value());
        for (int i = 0; i < 7; i++) {
            assertThat(table.find("T" + i, 0).maxOffset()).isEqualTo((500 - i + 6) / 7);
        }
        dispatched.reset(0);
        arrivals.clear();
        dispatchAll(0);
        assertThat(arrivals).as("all of them are known").isEmpty();
    }

    @Test
    void shouldBeginANewLifeForATopicThatWasDeletedAndMadeAgain() throws Exception {
        append("T", "", 0);
        append("T", "", 0);
        dispatchAll(0);
        long end = fixture.log.dropTopic("T");
        dispatch.at(end, () -> table.deleteTopic("T"));
        append("T", "TAGS\u0001new\u0002", 0);
        dispatchAll(0);
        assertThat(table.find("T", 0).maxOffset()).isEqualTo(1);
        assertThat(tagsCode("T", 0)).isEqualTo("new".hashCode());

        // built again from the log alone, where the deletion left no trace
        table.cut(0, false);
        table = table();
        dispatched.reset(0);
        dispatchAll(0);
        assertThat(table.find("T", 0).maxOffset()).isEqualTo(1);
        assertThat(tagsCode("T", 0)).isEqualTo("new".hashCode());
    }

    @Test
    void shouldNotLetATopicLeadOutOfItsDirectory() {
        append("../../etc", "", 0);
        append("T", "", 0);
        dispatchAll(0);
        assertThat(table.topics()).containsExactly("T");
        QueueDirectory directory = new QueueDirectory(layer, new OpenFiles(layer, 1), DIRECTORY, 20);
        assertThat(directory.canHold("..")).isFalse();
        assertThat(directory.canHold("\uD800")).as("in no encoding of file names").isFalse();
        assertThat(directory.canHold("T")).isTrue();
    }

    @Test
    void shouldServeManyQueuesWithFewOpenFiles() throws Exception {
        int queues = 3_000;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < queues; i++) {
                fixture.append("many" + i / 8, i % 8, 1);
            }
        }
        dispatchAll(0);
        for (long now = 1_000; now < 40_000; now += 1_000) {
            int done = 1;
            while (done > 0) {
                done = dispatch.doWork(now);
            }
        }
        assertThat(open.size()).isLessThanOrEqualTo(16);
        assertThat(table.all()).hasSize(queues).allMatch(queue -> queue.maxOffset() == 3);
        table.force();
        table = table();
        table.find(List.of());
        table.load(LogBegin.whole(0), queue -> { });
        assertThat(table.all()).hasSize(queues).allMatch(queue -> queue.maxOffset() == 3);
    }
}
