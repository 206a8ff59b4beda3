/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.protocol.RequestCode;

/** What a slave knows of its master's progress is never ahead of what its log has. */
class ProgressBehindLogTest extends FollowingPair {

    private static final String TRANSACTIONS = "CID_RMQ_SYS_TRANS";
    private static final String HALF = "RMQ_SYS_TRANS_HALF_TOPIC";
    private static final String OP = "RMQ_SYS_TRANS_OP_HALF_TOPIC";

    @BeforeEach
    void open() {
        master.logEnd = 1_000;
        slave.logEnd = 1_000;
        master.offsets.commit(TRANSACTIONS, HALF, 0, 10);
        master.offsets.commit(TRANSACTIONS, OP, 0, 8);
        master.offsets.commit("G", "T", 0, 50);
        master.delays.update(3, 5);
        pass(100);
    }

    private void masterGoesOn(long logEnd) {
        master.logEnd = logEnd;
        master.offsets.commit(TRANSACTIONS, HALF, 0, master.offsets.offset(TRANSACTIONS, HALF, 0) + 1);
        master.offsets.commit(TRANSACTIONS, OP, 0, master.offsets.offset(TRANSACTIONS, OP, 0) + 1);
        master.offsets.commit("G", "T", 0, master.offsets.offset("G", "T", 0) + 1);
        master.delays.update(3, master.delays.offset(3) + 1);
    }

    private void assertSlaveIsAt(int steps) {
        assertThat(slave.offsets.offset(TRANSACTIONS, HALF, 0)).isEqualTo(10 + steps);
        assertThat(slave.offsets.offset(TRANSACTIONS, OP, 0)).isEqualTo(8 + steps);
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(50 + steps);
        assertThat(slave.delays.offset(3)).isEqualTo(5 + steps);
    }

    @Test
    void shouldTakeProgressWhenTheLogIsThere() {
        assertSlaveIsAt(0);
        masterGoesOn(2_000);
        pass(3_000);
        assertSlaveIsAt(0);
        slave.logEnd = 1_999;
        pass(1_000);
        assertSlaveIsAt(0);
        assertThat(sync.report().tables().get(1).text()).contains("newer ones wait until our log, which ends at 1999");
        slave.logEnd = 2_000;
        pass(100);
        assertSlaveIsAt(1);
        assertThat(slave.offsets.version()).isEqualTo(master.offsets.version());
        assertThat(slave.delays.version()).isEqualTo(master.delays.version());
        pass(1_000);
        assertThat(sync.report().tables()).allSatisfy(table -> assertThat(table.problem()).isNull());
    }

    @Test
    void shouldFollowAtADistanceWhileTheLogIsAlwaysBehind() {
        for (int step = 1; step < 40; step++) {
            masterGoesOn(1_000 + 1_000L * step);
            slave.logEnd = Math.max(1_000, 1_000L * (step - 6));
            pass(1_000);
            assertThat(slave.offsets.offset(TRANSACTIONS, HALF, 0)).as("half messages at step " + step)
                .isBetween(10L + Math.max(0, step - 20), 10L + Math.max(0, step - 6));
        }
    }

    @Test
    void shouldTakeTheLastStateThoughItWasFetchedWhileAnotherWaited() {
        masterGoesOn(2_000);
        pass(1_000);
        masterGoesOn(3_000);
        pass(12_000);
        slave.logEnd = 3_000;
        pass(2_000);
        assertSlaveIsAt(2);
        assertThat(slave.delays.version()).isEqualTo(master.delays.version());
    }

    @Test
    void shouldNotWaitForALogThatWasCut() {
        masterGoesOn(9_000);
        pass(1_000);
        masterGoesOn(800);
        pass(6_000);
        assertSlaveIsAt(2);
        slave.logEnd = 9_000;
        pass(1_000);
        assertSlaveIsAt(2);
    }

    @Test
    void shouldGiveGroupsAPlaceToBeginMeanwhile() {
        Node young = new Node(folder.resolve("young"), false, wallMs);
        sync = new SlaveSynchronize(() -> new Master("m1:10911", null), answers -> { },
            new MasterApi(twin, "broker-a", "s1:10911"), young.followed(), history,
            new SlaveSynchronize.Timing(1_000, 10_000), () -> { });
        young.offsets.commit("G", "T", 0, 30);
        pass(2_000);
        assertThat(young.offsets.offset("G", "T", 0)).as("what it has stays").isEqualTo(30);
        assertThat(young.offsets.offset(TRANSACTIONS, HALF, 0)).as("all is looked at again").isEqualTo(-1);
        master.offsets.commit("G2", "T", 1, 7);
        pass(6_000);
        assertThat(young.offsets.offset("G2", "T", 1)).as("it does not begin elsewhere").isEqualTo(7);
        young.logEnd = 1_000;
        pass(2_000);
        assertThat(young.offsets.offset("G", "T", 0)).isEqualTo(50);
        assertThat(young.offsets.offset(TRANSACTIONS, OP, 0)).isEqualTo(8);
        assertThat(young.offsets.version()).isEqualTo(master.offsets.version());
    }

    @Test
    void shouldAskAMasterOfAnotherKindWhereItsLogEnds() {
        twin.knowNothingOfUs();
        twin.answer(RequestCode.GET_ALL_DELAY_OFFSET, "{\"offsetTable\":{3:6}}");
        twin.answer(RequestCode.GET_ALL_CONSUMER_OFFSET, "{\"offsetTable\":{\"" + HALF + "@" + TRANSACTIONS
            + "\":{0:11},\"T@G\":{0:51}}}");
        twin.answer(RequestCode.GET_BROKER_RUNTIME_INFO, "{\"table\":{\"commitLogMaxOffset\":\"2000\"}}");
        pass(40_000);
        assertSlaveIsAt(0);
        slave.logEnd = 2_000;
        pass(11_000);
        assertThat(slave.offsets.offset(TRANSACTIONS, HALF, 0)).isEqualTo(11);
        assertThat(slave.offsets.offset("G", "T", 0)).isEqualTo(51);
        assertThat(slave.delays.offset(3)).isEqualTo(6);
    }

    @Test
    void shouldTakeTablesOfMastersThatTellNoEnd() {
        twin.knowNothingOfUs();
        slave.logEnd = 0;
        twin.answer(RequestCode.GET_ALL_DELAY_OFFSET, "{\"offsetTable\":{3:7}}");
        twin.refuse(RequestCode.GET_BROKER_RUNTIME_INFO, 16);
        pass(11_000);
        assertThat(slave.delays.offset(3)).isEqualTo(7);
    }

    @Test
    void shouldTellAndTryAgainWhenWhatWaitedIsNoTable() {
        twin.knowNothingOfUs();
        twin.answer(RequestCode.GET_BROKER_RUNTIME_INFO, "{\"table\":{\"commitLogMaxOffset\":\"2000\"}}");
        twin.answer(RequestCode.GET_ALL_DELAY_OFFSET, "{\"no\":\"table\"}");
        pass(11_000);
        slave.logEnd = 2_000;
        pass(200);
        assertThat(sync.report().tables().get(2).problem()).contains("offsetTable");
        assertThat(slave.delays.offset(3)).isEqualTo(5);
        twin.forget(RequestCode.GET_ALL_DELAY_OFFSET);
        master.delays.update(3, 9);
        pass(11_000);
        assertThat(slave.delays.offset(3)).isEqualTo(9);
    }
}
