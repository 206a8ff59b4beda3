/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/** Who comes in the master's place takes nothing from its slave: no empty master, no broker of another name. */
class MasterTrustTest extends FollowingPair {

    private static final String HERE = "record 900 to 1000 lies behind the master's end 0";

    @BeforeEach
    void open() {
        master.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        master.groups.update(List.of(SubscriptionGroupConfig.of("G")));
        master.offsets.commit("G", "T", 0, 70);
        master.delays.update(3, 12);
        master.logEnd = 1_000;
        slave.logEnd = 1_000;
        pass(1_000);
        assertSlaveHasAll();
    }

    private void assertSlaveHasAll() {
        assertThat(slave.topics.topic("T")).isNotNull();
        assertThat(slave.groups.group("G")).isNotNull();
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(70);
        assertThat(slave.delays.offset(3)).isEqualTo(12);
    }

    private Node empty() {
        return new Node(folder.resolve("empty"), true, wallMs);
    }

    private List<SyncStatus> tables() {
        return sync.report().tables();
    }

    @Test
    void shouldKeepAllWhenTheMasterComesBackWithoutItsStore() {
        Node returned = empty();
        returned.delays.update(3, 1);
        twin.serve(returned.processor(true));
        history.differs = HERE;
        pass(120_000);
        assertSlaveHasAll();
        assertThat(sync.report().follows()).isFalse();
        assertThat(sync.takesOffsets()).isNull();
        assertThat(tables()).allSatisfy(table ->
            assertThat(table.text()).contains("the old ones stay").contains(HERE));
        assertThat(twin.count(OwnRequestCode.PUSH_OFFSETS)).isZero();
        assertThat(reachable).as("it answers, readers may go there").isTrue();
        assertThat(history.asked.size()).as("looked at again, without haste").isBetween(60, 125);
        assertThat(history.ends).as("nothing is lacking that such a master does not have").containsOnly(1_000L);
        history.differs = null;
        pass(2_000);
        assertThat(slave.topics.topics()).isEqualTo(returned.topics.topics());
        assertThat(tables()).allSatisfy(table -> assertThat(table.problem()).isNull());
    }

    @Test
    void shouldFollowAProcessThatComesBackWithAllItHad() {
        Node returned = new Node(master.folder, true, wallMs);
        returned.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        returned.logEnd = 2_000;
        twin.serve(returned.processor(true, "broker-a", "another process"));
        int before = history.asked.size();
        pass(1_100);
        assertThat(history.asked).hasSize(before + 1);
        assertThat(slave.topics.topic("New")).isNotNull();
        assertThat(sync.takesOffsets()).isEqualTo("m1:10911");
        assertThat(history.ends).contains(2_000L);
        pass(60_000);
        assertThat(history.asked).as("once a process").hasSize(before + 1);
    }

    @Test
    void shouldGiveAndTakeNothingWhereABrokerOfAnotherNameAnswers() {
        Node stranger = empty();
        stranger.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        stranger.offsets.commit("G", "T", 0, 5);
        twin.serve(stranger.processor(true, "broker-b", "stranger"));
        slave.offsets.commit("G", "T", 0, 90);
        pass(120_000);
        assertThat(slave.topics.topics()).isEqualTo(master.topics.topics());
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(90);
        assertThat(slave.delays.offset(3)).isEqualTo(12);
        assertThat(stranger.offsets.offset("G", "T", 0)).isEqualTo(5);
        assertThat(sync.takesOffsets()).isNull();
        assertThat(sync.report().problem()).contains("broker-b").contains("broker-a");
        assertThat(reachable).isFalse();
        assertThat(history.asked).as("no question about a log that is not meant").hasSize(1);
    }

    @Test
    void shouldNotTakeWhatAnotherProcessGivesBetweenTwoQuestions() {
        master.topics.update(List.of(TopicConfig.of("New", 3, 6)));
        twin.breakOff(RequestCode.GET_ALL_TOPIC_CONFIG);
        pass(1_000);
        history.differs = HERE;
        Node returned = empty();
        twin.hang(OwnRequestCode.TABLE_VERSIONS);
        twin.serve(returned.processor(true));
        twin.forget(RequestCode.GET_ALL_TOPIC_CONFIG);
        pass(60_000);
        assertThat(twin.count(RequestCode.GET_ALL_TOPIC_CONFIG)).isGreaterThan(2);
        assertSlaveHasAll();
        assertThat(tables().get(0).problem()).contains("another process");
    }

    @Test
    void shouldAskAgainWhileNobodySaysWhetherTheHistoriesAreTheSame() {
        twin.serve(empty().processor(true));
        history.silence = new RemotingException("this broker is no master");
        pass(20_000);
        assertSlaveHasAll();
        assertThat(sync.report().problem()).contains("this broker is no master");
        assertThat(reachable).isFalse();
        history.silence = null;
        twin.serve(master.processor(true));
        pass(6_000);
        assertThat(sync.report().follows()).isTrue();
        assertThat(reachable).isTrue();
    }

    @Test
    void shouldNotTakeTheEmptyTablesOfAnotherKindThatWasStartedAnew() {
        twin.knowNothingOfUs();
        pass(12_000);
        assertThat(sync.report().follows()).isTrue();
        history.differs = HERE;
        twin.serve(empty().processor(true));
        twin.answer(RequestCode.GET_BROKER_RUNTIME_INFO,
            "{\"table\":{\"bootTimestamp\":\"1700000099000\",\"commitLogMaxOffset\":\"0\"}}");
        pass(60_000);
        assertSlaveHasAll();
        assertThat(tables().get(0).problem()).contains(HERE);
        history.differs = null;
        pass(12_000);
        assertThat(slave.topics.topic("T")).isNull();
    }

    @Test
    void shouldForgetWhatWaitsFromAProcessThatIsGone() {
        master.offsets.commit("G", "T", 0, 80);
        master.delays.update(3, 15);
        master.logEnd = 2_000;
        pass(2_000);
        assertSlaveHasAll();
        Node older = new Node(folder.resolve("older"), true, wallMs);
        older.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        older.offsets.commit("G", "T", 0, 70);
        older.delays.update(3, 12);
        older.logEnd = 1_000;
        twin.serve(older.processor(true));
        pass(1_100);
        slave.logEnd = 2_000;
        pass(2_000);
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(70);
        assertThat(slave.delays.offset(3)).isEqualTo(12);
    }

    @Test
    void shouldNotGiveTheMasterAgainAndAgainWhatItDoesNotTake() {
        slave.offsets.commit("G", "GoneTopic", 0, 7);
        pass(2_000);
        twin.asked.clear();
        for (int second = 0; second < 180; second++) {
            master.offsets.commit("G", "T", 1, second);
            pass(900);
        }
        assertThat(twin.count(OwnRequestCode.PUSH_OFFSETS)).isBetween(1, 4);
        assertThat(twin.count(RequestCode.GET_ALL_CONSUMER_OFFSET)).isBetween(1, 8);
    }

    @Test
    void shouldPauseBetweenTwoGifts() {
        for (int turn = 0; turn < 200; turn++) {
            slave.offsets.commit("G", "GoneTopic", 0, turn);
            nowMs += 10;
            sync.doWork(nowMs);
        }
        assertThat(twin.count(OwnRequestCode.PUSH_OFFSETS)).isBetween(1, 3);
    }

    @Test
    void shouldTellTheMasterWhomOffsetsAreMeantFor() {
        master.topics.update(List.of(TopicConfig.of("T", 3, 6)));
        MasterApi strange = new MasterApi(twin, "broker-b", "s1:10911");
        byte[] body = "{\"offsetTable\":{\"T@G\":{0:900}}}".getBytes(StandardCharsets.UTF_8);
        assertThat(strange.pushOffsets("m1:10911", body)).failsWithin(Duration.ofSeconds(1))
            .withThrowableThat().withMessageContaining("broker-b");
        assertThat(master.offsets.offsets("G", "T")).isEqualTo(Map.of(0, 70L));
        new MasterApi(twin, "broker-a", "s1:10911").pushOffsets("m1:10911", body).join();
        assertThat(master.offsets.offset("G", "T", 0)).isEqualTo(900);
    }
}
