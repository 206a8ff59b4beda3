/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;

/** When a send is replicated, refused, given up. */
class ReplicatedCopiesTest {

    private static final long FALL_BEHIND = 1_000;

    private final Position replicated = new Position("replicated", -1);
    private final PositionWaiters waiters = new PositionWaiters(replicated);
    private long nowMs;
    private int moreShown;

    private ReplicatedCopies copies(int inSync, int minInSync, boolean allInStep) {
        return new ReplicatedCopies(new HaConfig.Copies(inSync, minInSync, allInStep), FALL_BEHIND, position -> {
            replicated.publish(position);
            waiters.complete();
        });
    }

    private static void hold(ReplicatedCopies copies, long end, long... acks) {
        copies.update(acks.clone(), acks.clone(), end);
    }

    @Test
    void shouldWaitForOneSlaveHoweverLittleIsConfigured() {
        ReplicatedCopies copies = copies(1, 1, false);
        hold(copies, 500, 300, 100);
        assertThat(replicated.value()).isEqualTo(300);
    }

    @Test
    void shouldCountTheMastersOwnCopy() {
        ReplicatedCopies copies = copies(3, 1, false);
        hold(copies, 500, 300);
        assertThat(replicated.value()).isEqualTo(-1);
        hold(copies, 500, 300, 100);
        assertThat(replicated.value()).isEqualTo(100);
        hold(copies, 500, 300, 100, 250);
        assertThat(replicated.value()).isEqualTo(250);
    }

    @Test
    void shouldNeverGoBackWhenAnAcknowledgementGoesWithItsConnection() {
        ReplicatedCopies copies = copies(2, 1, false);
        hold(copies, 500, 400);
        hold(copies, 500);
        assertThat(replicated.value()).isEqualTo(400);
        assertThat(copies.unavailable(500)).contains("no slave connected");
        hold(copies, 500, 100);
        assertThat(replicated.value()).isEqualTo(400);
    }

    @Test
    void shouldWaitForEverySlaveInStepWhereThatIsAskedFor() {
        ReplicatedCopies copies = copies(2, 1, true);
        hold(copies, 2_000, 2_000, 1_500, 900);
        assertThat(replicated.value()).as("900 is out of reach").isEqualTo(1_500);
    }

    @Test
    void shouldRefuseBeforeTheAppendWhenTooFewAreInStep() {
        ReplicatedCopies copies = copies(2, 2, false);
        assertThat(copies.refusal(100)).contains("1 copies in step", "minInSyncReplicas is 2");
        hold(copies, 5_000, 4_001);
        assertThat(copies.refusal(5_000)).isNull();
        assertThat(copies.refusal(5_001)).isNotNull();
    }

    @Test
    void shouldSayAtOnceThatNoSlaveIsNearEnough() {
        ReplicatedCopies copies = copies(2, 1, false);
        HaGate gate = gate(copies);
        assertThat(outcome(gate.await(100))).isEqualTo(ReplicationGate.Outcome.NO_SLAVE);
        hold(copies, 5_000, 4_000);
        CompletableFuture<ReplicationGate.Replication> far = gate.await(5_000);
        assertThat(outcome(far)).isEqualTo(ReplicationGate.Outcome.NO_SLAVE);
        assertThat(far.join().reason()).contains("lacks 1000 bytes", "limit 1000");
    }

    @Test
    void shouldCompleteWaitsInAnyOrderAndAtTheDeadline() {
        ReplicatedCopies copies = copies(2, 1, false);
        HaGate gate = gate(copies);
        hold(copies, 100, 100);
        CompletableFuture<ReplicationGate.Replication> late = gate.await(300);
        CompletableFuture<ReplicationGate.Replication> soon = gate.await(200);
        assertThat(late).isNotDone();
        hold(copies, 300, 200);
        assertThat(outcome(soon)).isEqualTo(ReplicationGate.Outcome.REPLICATED);
        assertThat(late).isNotDone();
        nowMs = 3_000;
        waiters.expire(nowMs);
        assertThat(outcome(late)).isEqualTo(ReplicationGate.Outcome.TIMED_OUT);
        assertThat(late.join().reason()).contains("3000 ms");
        hold(copies, 300, 300);
        assertThat(outcome(gate.await(300))).isEqualTo(ReplicationGate.Outcome.REPLICATED);
    }

    @Test
    void shouldShowNothingThatNoSlaveHasUntilItsProducerIsTold() {
        ReplicatedCopies copies = copies(2, 1, false);
        HaGate gate = gate(copies);
        assertThat(gate.holdsBack(100)).as("nobody is waited for").isFalse();
        assertThat(gate.shown(100, 0)).isEqualTo(100);
        hold(copies, 100, 100);
        assertThat(gate.holdsBack(100)).isTrue();
        assertThat(gate.shown(300, 0)).isEqualTo(100);
        assertThat(gate.shown(400, 2_999)).isEqualTo(100);
        hold(copies, 400, 200);
        assertThat(gate.shown(400, 2_999)).as("what the slave has is shown at once").isEqualTo(200);
        assertThat(gate.shown(500, 3_000)).as("those answered FLUSH_SLAVE_TIMEOUT").isEqualTo(300);
        assertThat(gate.shown(600, 5_999)).isEqualTo(300);
        assertThat(gate.shown(600, 6_000)).isEqualTo(500);
        hold(copies, 600, 600);
        assertThat(gate.shown(600, 6_001)).isEqualTo(600);
        assertThat(gate.shown(700, 6_002)).isEqualTo(600);
        assertThat(gate.shown(700, 9_001)).as("its time begins when it came").isEqualTo(600);
        assertThat(gate.shown(700, 9_002)).isEqualTo(700);
        hold(copies, 900);
        assertThat(gate.shown(900, 9_003)).as("the slave has gone").isEqualTo(900);
    }

    @Test
    void shouldShowWhatNoSlaveTookWhenItsProducerIsTold() {
        ReplicatedCopies copies = copies(2, 1, false);
        HaGate gate = gate(copies);
        hold(copies, 100, 100);
        assertThat(gate.shown(100, 0)).isEqualTo(100);
        nowMs = 1_000;
        CompletableFuture<ReplicationGate.Replication> first = gate.await(300);
        assertThat(gate.shown(300, 1_000)).isEqualTo(100);
        nowMs = 1_500;
        CompletableFuture<ReplicationGate.Replication> second = gate.await(400);
        assertThat(gate.shown(400, 3_999)).isEqualTo(100);
        assertThat(waiters.expire(4_000)).isEqualTo(1);
        assertThat(outcome(first)).isEqualTo(ReplicationGate.Outcome.TIMED_OUT);
        assertThat(moreShown).as("readers are woken").isEqualTo(1);
        assertThat(gate.shown(500, 4_000)).isEqualTo(300);
        waiters.expire(4_500);
        assertThat(outcome(second)).isEqualTo(ReplicationGate.Outcome.TIMED_OUT);
        assertThat(gate.shown(500, 4_500)).isEqualTo(400);
        assertThat(gate.shown(500, 6_999)).as("nobody waits for the rest").isEqualTo(400);
        assertThat(gate.shown(500, 7_000)).isEqualTo(500);
        hold(copies, 600, 450);
        assertThat(gate.shown(600, 7_001)).as("never back").isEqualTo(500);
    }

    private HaGate gate(ReplicatedCopies copies) {
        return new HaGate(new MemoryLog(4_096), copies, waiters, 3_000, () -> nowMs, () -> moreShown++);
    }

    private static ReplicationGate.Outcome outcome(CompletableFuture<ReplicationGate.Replication> future) {
        assertThat(future).isDone();
        return future.join().outcome();
    }
}
