/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.remoting.protocol.body.MessageQueue;

/** Queue locks: life, renewal, and owners that vanish. */
class RebalanceLockManagerTest {

    private static final MessageQueue FIRST = new MessageQueue("T", "broker-a", 0);
    private static final MessageQueue SECOND = new MessageQueue("T", "broker-a", 1);
    private final RebalanceLockManager locks = new RebalanceLockManager("broker-a", 1 << 20);

    @Test
    void shouldGiveAQueueToOneMemberOnly() {
        assertThat(locks.lock("g", "a", Set.of(FIRST), 0)).containsExactly(FIRST);
        assertThat(locks.lock("g", "b", Set.of(FIRST, SECOND), 1)).containsExactly(SECOND);
        assertThat(locks.lock("other", "b", Set.of(FIRST), 1)).containsExactly(FIRST);
        assertThat(locks.isLocked("g", 1)).isTrue();
    }

    @Test
    void shouldGrantNothingBeyondItsMemoryAndSaySo() {
        RebalanceLockManager small = new RebalanceLockManager("broker-a", 10_000);
        int granted = 0;
        for (int i = 0; i < 100; i++) {
            granted += small.lock("g" + i, "a", Set.of(new MessageQueue("T", "broker-a", i)), 0).size();
        }
        assertThat(granted).isBetween(30, 60);
        assertThat(small.refusal()).contains("the limits are 500000 and 10000 bytes");
        small.doWork(60_000);
        assertThat(small.lock("g", "a", Set.of(FIRST), 60_000)).containsExactly(FIRST);
        assertThat(small.refusal()).isNull();
    }

    @Test
    void shouldEndALockThatIsNotRenewed() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.lock("g", "a", Set.of(FIRST), 20_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST), 79_999)).isEmpty();
        assertThat(locks.lock("g", "b", Set.of(FIRST), 80_000)).containsExactly(FIRST);
    }

    @Test
    void shouldUnlockOwnLocksOnly() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.unlock("g", "b", Set.of(FIRST));
        assertThat(locks.lock("g", "b", Set.of(FIRST), 1)).isEmpty();
        locks.unlock("g", "a", Set.of(FIRST));
        assertThat(locks.lock("g", "b", Set.of(FIRST), 1)).containsExactly(FIRST);
    }

    @Test
    void shouldFreeLocksOfAnOwnerThatStaysAway() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.ownerGone("a", 1_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST), 10_999)).isEmpty();
        assertThat(locks.lock("g", "b", Set.of(FIRST), 11_000)).containsExactly(FIRST);
    }

    @Test
    void shouldKeepLocksOfAnOwnerThatComesBack() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.ownerGone("a", 1_000);
        locks.ownerBack("a");
        assertThat(locks.lock("g", "b", Set.of(FIRST), 30_000)).isEmpty();
    }

    /** Its next heartbeat may take 30 s, its next request for locks 20 s; it pulls or commits long before. */
    @Test
    void shouldKeepLocksOfAnOwnerThatWorksOnOverAnotherConnection() {
        ConnectionTwin another = new ConnectionTwin();
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.ownerGone("a", 1_000);
        locks.queueUsed("g", "T", 0, another, 4_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST), 30_000)).isEmpty();
        another.close("gone too");
        locks.queueUsed("g", "T", 0, another, 35_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST), 35_001)).as("what it does not give a sign of").isNotEmpty();
    }

    @Test
    void shouldGiveAnOwnerItsGraceAgainWhenItsNextConnectionGoesAtOnce() {
        ConnectionTwin another = new ConnectionTwin();
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.ownerGone("a", 1_000);
        locks.ownerSeen("a", another, 9_000);
        another.close("gone too");
        assertThat(locks.lock("g", "b", Set.of(FIRST), 18_999)).isEmpty();
        assertThat(locks.lock("g", "b", Set.of(FIRST), 19_000)).containsExactly(FIRST);
    }

    @Test
    void shouldTakeOnlyItsOwnQueueForASignOfLife() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.lock("g", "c", Set.of(SECOND), 0);
        locks.ownerGone("a", 1_000);
        ConnectionTwin other = new ConnectionTwin();
        locks.queueUsed("g", "T", 1, other, 4_000);
        locks.queueUsed("g", "U", 0, other, 4_000);
        locks.queueUsed("h", "T", 0, other, 4_000);
        locks.ownerSeen("c", other, 4_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST, SECOND), 11_000)).containsExactly(FIRST);
    }

    @Test
    void shouldEndALockThatIsNotRenewedHoweverItIsUsed() {
        locks.lock("g", "a", Set.of(FIRST), 0);
        locks.ownerGone("a", 1_000);
        locks.queueUsed("g", "T", 0, new ConnectionTwin(), 4_000);
        assertThat(locks.lock("g", "b", Set.of(FIRST), 60_000)).containsExactly(FIRST);
    }

    @Test
    void shouldForgetWhatIsOver() {
        locks.lock("g", "a", Set.of(FIRST, SECOND), 0);
        assertThat(locks.doWork(59_999)).isZero();
        assertThat(locks.doWork(60_000)).isEqualTo(2);
        assertThat(locks.isLocked("g", 60_000)).isFalse();
    }
}
