/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;

/** Offsets between a master and its slave: newest wins, a reset wins over all, in both directions. */
class OffsetExchangeTest {

    @TempDir
    Path folder;
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private ConsumerOffsetManager master;
    private ConsumerOffsetManager slave;

    @BeforeEach
    void open() {
        master = table("master");
        slave = table("slave");
    }

    private ConsumerOffsetManager table(String name) {
        ConsumerOffsetManager table = new ConsumerOffsetManager(new TableFile(folder.resolve(name + ".json")),
            () -> Instant.ofEpochMilli(nowMs.incrementAndGet()), 1 << 20);
        table.load(name.equals("master"));
        return table;
    }

    private void sync() {
        byte[] masters = master.snapshot();
        byte[] newer = slave.ownCommits().newerThan(masters, OffsetFilter.ALL);
        if (newer != null) {
            master.mergeNewest(newer, OffsetFilter.ALL);
        }
        slave.replaceWith(master.snapshot());
    }

    @Test
    void shouldTakeProgressOfTheMaster() {
        master.commit("G", "T", 0, 10);
        master.commit("G", "T", 3, 30);
        sync();
        assertThat(slave.offsets("G", "T")).isEqualTo(master.offsets("G", "T"));
        assertThat(slave.version()).isEqualTo(master.version());
    }

    @Test
    void shouldGiveTheReturningMasterWhatTheSlaveTook() {
        master.commit("G", "T", 0, 3_000);
        sync();
        master.persist();
        slave.commit("G", "T", 0, 7_000);
        master = table("master");
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(7_000);
        assertThat(slave.offset("G", "T", 0)).isEqualTo(7_000);
    }

    @Test
    void shouldGiveAKilledMasterTheCommitsItHadNotWritten() {
        master.commit("G", "T", 0, 3_000);
        master.persist();
        master.commit("G", "T", 0, 4_000);
        sync();
        master = table("master");
        assertThat(master.offset("G", "T", 0)).isEqualTo(3_000);
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(4_000);
    }

    @Test
    void shouldLetAResetWinOnBothSides() {
        master.commit("G", "T", 0, 7_000);
        sync();
        master.commit("G", "T", 0, 100);
        sync();
        assertThat(slave.offset("G", "T", 0)).isEqualTo(100);
        assertThat(master.offset("G", "T", 0)).isEqualTo(100);
    }

    @Test
    void shouldLetAResetWinThatTheSlaveDidNotSee() {
        master.commit("G", "T", 0, 7_000);
        sync();
        slave.commit("G", "T", 0, 7_500);
        slave.persist();
        master.commit("G", "T", 0, 100);
        slave = table("slave");
        sync();
        assertThat(slave.offset("G", "T", 0)).isEqualTo(100);
        assertThat(master.offset("G", "T", 0)).isEqualTo(100);
    }

    @Test
    void shouldLetAResetOnTheSlaveReachTheReturningMaster() {
        master.commit("G", "T", 0, 7_000);
        sync();
        slave.commit("G", "T", 0, 100);
        slave.commit("G", "T", 0, 200);
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(200);
    }

    @Test
    void shouldKeepStampsOverARestart() {
        master.commit("G", "T", 0, 7_000);
        master.commit("G", "T", 0, 100);
        master.persist();
        slave.commit("G", "T", 0, 9_000);
        master = table("master");
        sync();
        assertThat(slave.offset("G", "T", 0)).isEqualTo(100);
    }

    @Test
    void shouldNotBringBackOffsetsOfATopicThatWasCreatedAnew() {
        master.commit("G", "T", 0, 1_000);
        sync();
        master.deleteTopic("T", 1);
        master.commit("G", "T", 0, 5);
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(5);
        assertThat(slave.offset("G", "T", 0)).isEqualTo(5);
    }

    @Test
    void shouldRemoveWhatTheMasterRemoved() {
        master.commit("G", "T", 0, 1_000);
        master.commit("G2", "T", 0, 1_000);
        sync();
        master.deleteGroup("G");
        sync();
        assertThat(slave.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
        assertThat(slave.offset("G2", "T", 0)).isEqualTo(1_000);
        assertThat(master.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
    }

    /** The slave goes down with what it has, and comes back after something happened on the master. */
    private void slaveMisses(Runnable what) {
        slave.persist();
        what.run();
        slave = table("slave");
    }

    @Test
    void shouldNotBringBackAGroupThatWasDeletedWhileTheSlaveWasDown() {
        master.commit("G", "T", 0, 1_000);
        master.commit("G2", "T", 0, 1_000);
        sync();
        slave.commit("G", "T", 1, 30);
        slaveMisses(() -> master.deleteGroup("G"));
        sync();
        assertThat(master.offsets("G", "T")).isEmpty();
        assertThat(slave.offsets("G", "T")).isEmpty();
        assertThat(slave.offset("G2", "T", 0)).isEqualTo(1_000);
        master.commit("G", "T", 0, 4);
        sync();
        assertThat(slave.offset("G", "T", 0)).as("a new life").isEqualTo(4);
    }

    @Test
    void shouldNotBringBackOffsetsOfATopicThatWasCreatedAnewWhileTheSlaveWasDown() {
        master.commit("G", "T", 0, 1_000);
        master.commit("G", "U", 0, 7);
        sync();
        slaveMisses(() -> master.deleteTopic("T", 1));
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
        assertThat(slave.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
        assertThat(slave.offset("G", "U", 0)).isEqualTo(7);
    }

    @Test
    void shouldKnowDeletionsAfterItWasPromotedAndTellAMasterThatHasThemNot() throws IOException {
        master.commit("G", "T", 0, 1_000);
        sync();
        master.persist();
        byte[] before = Files.readAllBytes(folder.resolve("master.json"));
        master.deleteGroup("G");
        sync();
        Files.write(folder.resolve("master.json"), before);
        master = table("master");
        assertThat(master.offset("G", "T", 0)).as("what a damaged disk brought back").isEqualTo(1_000);
        sync();
        assertThat(master.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
        slave.persist();
        slave = table("slave");
        assertThat(slave.offset("G", "T", 0)).isEqualTo(ConsumerOffsetManager.NONE);
    }

    @Test
    void shouldKeepAGroupThatAKilledMasterHadNotWritten() {
        master.commit("Old", "T", 0, 1);
        master.persist();
        master.commit("Young", "T", 0, 20);
        sync();
        master = table("master");
        sync();
        assertThat(master.offset("Young", "T", 0)).isEqualTo(20);
        assertThat(slave.offset("Young", "T", 0)).isEqualTo(20);
    }

    @Test
    void shouldLearnFromTheNewMasterWhenItWasOneItself() throws IOException {
        master.commit("G", "T", 0, 100);
        sync();
        master.commit("G", "T", 0, 120);
        master.commit("G", "T", 1, 120);
        master.commit("G", "T", 1, 3);
        master.commit("Own", "T", 0, 9);
        master.persist();
        Files.move(folder.resolve("master.json"), folder.resolve("returned.json"));
        ConsumerOffsetManager returned = table("returned");
        slave.commit("G", "T", 0, 110);
        assertThat(returned.ownCommits().newerThan(slave.snapshot(), OffsetFilter.ALL))
            .as("offsets of a history that nobody else has").isNull();
        returned.persist();
        returned = table("returned");
        returned.replaceWith(slave.snapshot());
        assertThat(returned.offsets("G", "T")).isEqualTo(Map.of(0, 110L));
        assertThat(returned.topicsOf("Own")).isEmpty();
        returned = table("returned");
        returned.commit("G", "T", 0, 115);
        assertThat(returned.ownCommits().newerThan(slave.snapshot(), OffsetFilter.ALL))
            .as("it is a slave like any other").isNotNull();
    }

    @Test
    void shouldGoOnAtTheEndOfAQueueWhoseEndWasLost() {
        master.commit("G", "T", 0, 200);
        master.commit("G", "T", 1, 40);
        sync();
        slave.limitTo((topic, queueId) -> 150);
        assertThat(slave.offsets("G", "T")).isEqualTo(Map.of(0, 150L, 1, 40L));
        byte[] newer = slave.ownCommits().newerThan(master.snapshot(), OffsetFilter.ALL);
        master.mergeNewest(newer, OffsetFilter.ALL);
        assertThat(master.offset("G", "T", 0)).as("it is a reset").isEqualTo(150);
    }

    @Test
    void shouldForgetTheOldestDeletions() {
        Deletions deletions = new Deletions();
        for (int i = 1; i <= Deletions.DELETIONS_MAX + 5; i++) {
            deletions.topic("T" + i, i, 1);
        }
        assertThat(deletions.all()).hasSize(Deletions.DELETIONS_MAX);
        assertThat(deletions.stampFor("T5@G")).isZero();
        assertThat(deletions.stampFor("T6@G")).isEqualTo(6);
    }

    @Test
    void shouldLetAGroupBeginOnTheSlave() {
        master.commit("G", "T", 0, 1);
        sync();
        slave.commit("New", "T", 2, 20);
        sync();
        assertThat(master.offset("New", "T", 2)).isEqualTo(20);
        assertThat(slave.offset("New", "T", 2)).isEqualTo(20);
    }

    @Test
    void shouldLeaveOutTopicsThatTheMasterDoesNotHave() {
        slave.commit("G", "Gone", 0, 20);
        byte[] newer = slave.ownCommits().newerThan(master.snapshot(), OffsetFilter.ALL);
        assertThat(master.mergeNewest(newer, (topic, offsets) -> topic.equals("Gone") ? Map.of() : offsets)).isZero();
        assertThat(master.offset("G", "Gone", 0)).isEqualTo(ConsumerOffsetManager.NONE);
    }

    @Test
    void shouldFollowAMasterWithoutStamps() {
        slave.replaceWith(plain("{\"T@G\":{0:5000,1:7}}"));
        slave.commit("G", "T", 0, 6_000);
        assertThat(slave.ownCommits().newerThan(plain("{\"T@G\":{0:5000,1:7}}"), OffsetFilter.ALL))
            .as("it could not tell a reset").isNull();
        slave.replaceWith(plain("{\"T@G\":{0:5000,1:8}}"));
        assertThat(slave.offset("G", "T", 0)).isEqualTo(6_000);
        slave.replaceWith(plain("{\"T@G\":{0:100,1:8}}"));
        assertThat(slave.offset("G", "T", 0)).as("the master's own value went back").isEqualTo(100);
    }

    private static byte[] plain(String table) {
        return ("{\"offsetTable\":" + table + "}").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldChangeNothingForABodyWithoutTable() {
        slave.commit("G", "T", 0, 6_000);
        for (String bad : new String[] {"null", "{}", "[]", "{\"offsetTable\":null}", "x"}) {
            assertThatThrownBy(() -> slave.replaceWith(bad.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(RuntimeException.class);
        }
        assertThat(slave.offset("G", "T", 0)).isEqualTo(6_000);
    }
}
