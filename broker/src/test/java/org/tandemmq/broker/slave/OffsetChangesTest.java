/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.protocol.RequestCode;

/** Consumer offsets that change all the time go over in small pieces. */
class OffsetChangesTest extends FollowingPair {

    @Test
    void shouldFetchOnlyTheOffsetsThatChanged() {
        for (int i = 0; i < 1_000; i++) {
            master.offsets.commit("G" + i, "T", 0, i);
        }
        work();
        master.offsets.commit("G1", "T", 0, 5);
        pass(1_100);
        twin.asked.clear();
        for (int i = 2; i < 12; i++) {
            master.offsets.commit("G" + i, "T", 0, 100);
            pass(1_000);
            assertThat(slave.offsets.offset("G" + i, "T", 0)).isEqualTo(100);
            assertThat(slave.offsets.version()).isEqualTo(master.offsets.version());
        }
        assertThat(twin.count(RequestCode.GET_ALL_CONSUMER_OFFSET)).isZero();
        assertThat(sync.report().tables().get(1).differences()).isEqualTo(1);
        assertThat(new String(master.offsets.changesSince(slave.offsets.version()), StandardCharsets.UTF_8).length())
            .isLessThan(400);
        pass(60_000);
        master.offsets.commit("G1", "T", 0, 6);
        pass(1_100);
        assertThat(twin.count(RequestCode.GET_ALL_CONSUMER_OFFSET)).as("the whole table once a minute").isEqualTo(1);
    }

    @Test
    void shouldFetchAllOffsetsAfterSomethingWasRemoved() {
        master.offsets.commit("G1", "T", 0, 5);
        master.offsets.commit("G2", "T", 0, 5);
        work();
        master.offsets.commit("G1", "T", 0, 6);
        pass(1_100);
        master.offsets.deleteGroup("G2");
        pass(1_100);
        assertThat(slave.offsets.offset("G2", "T", 0)).isEqualTo(-1);
        assertThat(slave.offsets.offset("G1", "T", 0)).isEqualTo(6);
    }

    @Test
    void shouldGiveCommitsOnTheSlaveToALivingMaster() {
        master.offsets.commit("G1", "SELF_TEST_TOPIC", 0, 5);
        work();
        master.offsets.commit("G1", "SELF_TEST_TOPIC", 0, 6);
        pass(1_100);
        slave.offsets.commit("G1", "SELF_TEST_TOPIC", 0, 8);
        pass(2_200);
        assertThat(master.offsets.offset("G1", "SELF_TEST_TOPIC", 0)).isEqualTo(8);
    }
}
