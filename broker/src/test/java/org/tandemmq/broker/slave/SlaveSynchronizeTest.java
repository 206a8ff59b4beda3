/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** A slave's tables follow a master of our kind, one of another kind, and masters that answer nonsense. */
class SlaveSynchronizeTest extends FollowingPair {

    private static final int TOPICS = 21;
    private static final int OFFSETS = 43;
    private static final int DELAYS = 45;
    private static final int GROUPS = 201;

    private static MasterApi wayBack(MasterTwin way, String ownAddress) {
        return new MasterApi(way, "broker-a", ownAddress);
    }

    private SyncStatus status(int index) {
        return sync.report().tables().get(index);
    }

    @Test
    void shouldTakeAllTablesAtOnceWhenAMasterIsFound() {
        master.offsets.commit("G", "T", 0, 7);
        master.delays.update(3, 12);
        work();
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        assertThat(slave.groups.groups()).isEqualTo(master.groups.groups());
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(7);
        assertThat(slave.delays.offset(3)).isEqualTo(12);
        assertThat(reachable).isTrue();
        assertThat(sync.report().tables()).allSatisfy(table -> {
            assertThat(table.problem()).isNull();
            assertThat(table.ageMs()).isZero();
        });
        assertThat(status(0).differences()).isEqualTo(master.topics.topics().size());
    }

    @Test
    void shouldFollowEachChangeWithinASecond() {
        work();
        master.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        master.groups.update(List.of(SubscriptionGroupConfig.of("NewGroup")));
        master.offsets.commit("G", "T", 0, 9);
        master.delays.update(1, 5);
        pass(1_100);
        assertThat(slave.topics.topic("New")).isEqualTo(master.topics.topic("New"));
        assertThat(slave.groups.group("NewGroup")).isNotNull();
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(9);
        assertThat(slave.delays.offset(1)).isEqualTo(5);
        master.topics.delete("New");
        master.groups.delete("NewGroup");
        pass(1_100);
        assertThat(slave.topics.topic("New")).isNull();
        assertThat(slave.groups.group("NewGroup")).isNull();
    }

    @Test
    void shouldAskForNothingButVersionsWhileNothingChanges() throws IOException {
        work();
        Map<Path, FileTime> written = new HashMap<>();
        try (var files = Files.list(slave.folder)) {
            for (Path file : files.toList()) {
                written.put(file, Files.getLastModifiedTime(file));
            }
        }
        twin.asked.clear();
        pass(60_000);
        assertThat(twin.asked).hasSizeBetween(59, 61).containsOnly(OwnRequestCode.TABLE_VERSIONS);
        for (Map.Entry<Path, FileTime> file : written.entrySet()) {
            assertThat(Files.getLastModifiedTime(file.getKey())).isEqualTo(file.getValue());
        }
        assertThat(status(0).takeovers()).isEqualTo(1);
        assertThat(status(0).ageMs()).isZero();
    }

    @Test
    void shouldTakeOverAChangeMadeWithAClockSetBack() {
        work();
        wallMs.addAndGet(-86_400_000);
        master.topics.update(List.of(TopicConfig.of("Back", 3, 6)));
        pass(1_100);
        assertThat(slave.topics.topic("Back")).isNotNull();
    }

    @Test
    void shouldGiveTheMasterWhatWasConsumedWhileItWasAway() {
        master.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        master.offsets.commit("G", "T", 0, 3_000);
        master.offsets.persist();
        work();
        IntStream.of(TOPICS, OFFSETS, DELAYS, GROUPS, OwnRequestCode.TABLE_VERSIONS).forEach(twin::breakOff);
        pass(10_000);
        assertThat(reachable).isFalse();
        slave.offsets.commit("G", "T", 0, 7_000);
        master = new Node(master.folder, true, wallMs);
        twin.serve(master.processor(true));
        for (int code : new int[] {TOPICS, OFFSETS, DELAYS, GROUPS, OwnRequestCode.TABLE_VERSIONS}) {
            twin.forget(code);
        }
        pass(6_000);
        assertThat(master.offsets.offset("G", "T", 0)).isEqualTo(7_000);
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(7_000);
        assertThat(reachable).isTrue();
    }

    @Test
    void shouldLetTheReturningMasterAskBeforeItServes() {
        master.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        master.offsets.commit("G", "T", 0, 3_000);
        master.offsets.persist();
        work();
        slave.offsets.commit("G", "T", 0, 7_000);
        Node returned = new Node(master.folder, true, wallMs);
        assertThat(returned.slaves.addresses()).containsExactly("s1:10911");
        MasterTwin way = new MasterTwin();
        way.serve(slave.processor(false));
        assertThat(new ReturningMaster("broker-a", wayBack(way, "m1:10911"), returned)
            .learn(returned.slaves.addresses(), 1_000)).isEqualTo(1);
        assertThat(returned.offsets.offset("G", "T", 0)).isEqualTo(7_000);
    }

    /** It may be away for long, and questions have become rare: it says itself that it comes back. */
    @Test
    void shouldBeThereAtOnceWhenTheMasterSaysThatItComesBack() {
        work();
        assertThat(sync.takesOffsets()).isEqualTo("m1:10911");
        twin.breakOff(OwnRequestCode.TABLE_VERSIONS);
        pass(60_000);
        assertThat(sync.takesOffsets()).isNull();
        slave.slaves.whenSeen(sync::askedBy);
        MasterTwin way = new MasterTwin();
        way.serve(slave.processor(false));
        new ReturningMaster("broker-a", wayBack(way, "other:10911"), master).learn(List.of("s1:10911"), 1_000);
        pass(100);
        assertThat(sync.takesOffsets()).isNull();
        new ReturningMaster("broker-a", wayBack(way, "m1:10911"), master).learn(List.of("s1:10911"), 1_000);
        twin.asked.clear();
        pass(3_000);
        assertThat(twin.count(OwnRequestCode.TABLE_VERSIONS)).as("it is looked for").isGreaterThan(20);
        assertThat(sync.takesOffsets()).as("before it serves").isNull();
        twin.forget(OwnRequestCode.TABLE_VERSIONS);
        master.offsets.commit("G", "T", 0, 5);
        pass(200);
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(5);
        assertThat(reachable).isTrue();
    }

    @Test
    void shouldKeepTheTablesApartWhenTheMasterAnswersNonsense() {
        twin.hang(OFFSETS);
        twin.refuse(DELAYS, 1);
        twin.answer(GROUPS, "");
        pass(3_000);
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        assertThat(status(0).problem()).isNull();
        assertThat(status(1).ageMs()).isEqualTo(-1);
        assertThat(status(2).problem()).contains("code 1");
        assertThat(status(3).problem()).contains("0 bytes");
        int asked = twin.count(GROUPS);
        pass(60_000);
        assertThat(twin.count(GROUPS) - asked).as("tried again with growing pauses").isBetween(2, 6);
        twin.forget(GROUPS);
        pass(31_000);
        assertThat(slave.groups.groups()).isEqualTo(master.groups.groups());
        assertThat(status(3).problem()).isNull();
    }

    @Test
    void shouldKeepTheOldContentForGarbage() {
        work();
        Map<String, TopicConfig> before = slave.topics.topics();
        for (String garbage : new String[] {"null", "{}", "[]", "{\"topicConfigTable\":{}}", "x", "{\"a\":",
            "{\"topicConfigTable\":null,\"dataVersion\":null}"}) {
            twin.answer(TOPICS, garbage);
            master.topics.update(List.of(TopicConfig.of("T" + garbage.length(), 3, 6)));
            pass(2_000);
            assertThat(slave.topics.topics()).as(garbage).isEqualTo(before);
            assertThat(status(0).problem()).as(garbage).isNotNull();
        }
        twin.forget(TOPICS);
        pass(31_000);
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
    }

    @Test
    void shouldFollowAMasterOfAnotherKindByTime() {
        twin.knowNothingOfUs();
        work();
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        master.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        pass(9_000);
        assertThat(slave.topics.topic("New")).isNull();
        pass(1_200);
        assertThat(slave.topics.topic("New")).isNotNull();
        long takeovers = status(0).takeovers();
        pass(60_000);
        assertThat(status(0).takeovers()).as("nothing changed").isEqualTo(takeovers);
        assertThat(twin.count(TOPICS)).isBetween(7, 9);
    }

    @Test
    void shouldTakeTopicsWithWhateverElseTheyHave() {
        twin.knowNothingOfUs();
        twin.answer(TOPICS, "{\"dataVersion\":{\"counter\":\"3\",\"timestamp\":1700000000000},\"extra\":{\"a\":[1]},"
            + "\"topicConfigTable\":{\"A\":{\"attributes\":{\"message.type\":\"FIFO\"},\"perm\":\"6\","
            + "\"readQueueNums\":\"4\",\"topicName\":\"A\",\"writeQueueNums\":4,\"later\":{\"x\":null}},"
            + "\"B\":{\"topicName\":\"B\",\"attributes\":null,\"topicFilterType\":null}}}");
        work();
        assertThat(slave.topics.topics()).containsOnlyKeys("A", "B");
        assertThat(slave.topics.topic("A").readQueueNums()).isEqualTo(4);
        assertThat(slave.topics.topic("A").other()).containsEntry("attributes", Map.of("message.type", "FIFO"));
    }

    @Test
    void shouldBeginAnewAtAnotherMaster() {
        work();
        twin.hang(OFFSETS);
        master.offsets.commit("G", "T", 0, 5);
        pass(1_100);
        twin.forget(OFFSETS);
        masterAddress = "m2:10911";
        pass(200);
        assertThat(sync.report().master()).isEqualTo("m2:10911");
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(5);
    }

    @Test
    void shouldCountAgesBackFromWhenTheMasterWasHeardLast() {
        assertThat(sync.report().problem()).isEqualTo("no master was found yet");
        work();
        twin.refuse(OFFSETS, 1);
        master.offsets.commit("G", "T", 0, 5);
        pass(9_000);
        assertThat(status(1).ageMs()).isBetween(7_000L, 9_000L);
        assertThat(status(1).problem()).contains("code 1");
        assertThat(status(0).ageMs()).isZero();
        twin.forget(OFFSETS);
        pass(31_000);
        assertThat(status(1).ageMs()).isZero();
        IntStream.of(TOPICS, OFFSETS, DELAYS, GROUPS, OwnRequestCode.TABLE_VERSIONS).forEach(twin::breakOff);
        pass(120_000);
        assertThat(sync.report().tables()).as("the master is gone, what we have is what it had").allSatisfy(table ->
            assertThat(table.ageMs()).isZero());
        assertThat(sync.report().problem()).contains("does not answer");
        assertThat(sync.report().follows()).isFalse();
    }
}
