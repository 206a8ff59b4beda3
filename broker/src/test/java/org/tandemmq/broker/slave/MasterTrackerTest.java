/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.outer.AnswerListener;

/** Which master it is when several name servers speak. */
class MasterTrackerTest {

    private final List<Master> heard = new ArrayList<>();
    private final MasterTracker tracker = new MasterTracker("C1/broker-A", "s1:10911", heard::add);

    private void says(String server, String master, long nowMs) {
        tracker.answered(new AnswerListener.RegistrationAnswer(server, master, master == null ? null
            : master.replaceAll(":.*", ":10912"), Set.of("broker-a", "broker-b")), nowMs);
    }

    @Test
    void shouldFollowTheMasterThatAnyServerKnows() {
        says("ns1", null, 0);
        assertThat(tracker.master()).isNull();
        assertThat(tracker.isMasterDoubtful()).isTrue();
        says("ns2", "m1:10911", 1);
        says("ns1", null, 2);
        assertThat(heard).containsExactly(new Master("m1:10911", "m1:10912"));
        assertThat(tracker.isMasterDoubtful()).isFalse();
        assertThat(tracker.problem()).isNull();
    }

    @Test
    void shouldFollowAMasterThatMoved() {
        says("ns1", "m1:10911", 0);
        says("ns2", "m1:10911", 1);
        says("ns1", "m2:10911", 2);
        assertThat(tracker.master().address()).isEqualTo("m2:10911");
        says("ns2", "m1:10911", 3);
        assertThat(tracker.master().address()).as("the other has not heard yet").isEqualTo("m2:10911");
        says("ns2", "m2:10911", 4);
        assertThat(heard).hasSize(2);
    }

    @Test
    void shouldKeepTheLastMasterWhenNobodyKnowsOneAnyMore() {
        says("ns1", "m1:10911", 0);
        says("ns1", null, 1);
        assertThat(tracker.master().address()).isEqualTo("m1:10911");
        assertThat(tracker.isMasterDoubtful()).isTrue();
        assertThat(tracker.problem()).contains("m1:10911");
    }

    @Test
    void shouldNameItselfAndTheKnownNamesWhenThereIsNoMaster() {
        for (int i = 0; i < MasterTracker.EMPTY_ANSWERS_TOLD; i++) {
            says("ns1", null, i);
        }
        assertThat(tracker.problem()).contains("broker-A").contains("[broker-a, broker-b]").contains("3 registrations");
    }

    @Test
    void shouldNotFollowItself() {
        says("ns1", "s1:10911", 0);
        assertThat(tracker.master()).isNull();
        assertThat(tracker.problem()).contains("our own address");
    }

    @Test
    void shouldBeDoubtfulWhileTheMasterDoesNotAnswer() {
        says("ns1", "m1:10911", 0);
        tracker.reachable(false);
        assertThat(tracker.isMasterDoubtful()).isTrue();
        tracker.reachable(true);
        assertThat(tracker.isMasterDoubtful()).isFalse();
    }
}
