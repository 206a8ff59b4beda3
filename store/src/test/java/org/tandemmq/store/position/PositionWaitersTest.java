/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Futures on a position. */
class PositionWaitersTest {

    private final Position position = new Position("flushed", 0);
    private final PositionWaiters waiters = new PositionWaiters(position);

    @Test
    void shouldCompleteAtOnceWhatIsReachedAlready() {
        position.advance(10);
        assertThat(waiters.await(10, 1_000).join()).isEqualTo(Awaited.REACHED);
        assertThat(waiters.size()).isZero();
    }

    @Test
    void shouldCompleteExactlyThoseThatAreReachedInAnyOrderOfArrival() {
        CompletableFuture<Awaited> far = waiters.await(30, 1_000);
        CompletableFuture<Awaited> near = waiters.await(10, 1_000);
        CompletableFuture<Awaited> middle = waiters.await(20, 1_000);
        position.advance(20);
        assertThat(waiters.complete()).isEqualTo(2);
        assertThat(near).isCompletedWithValue(Awaited.REACHED);
        assertThat(middle).isCompletedWithValue(Awaited.REACHED);
        assertThat(far).isNotDone();
    }

    @Test
    void shouldEndWaitsAtTheirDeadlineAndNotBefore() {
        CompletableFuture<Awaited> early = waiters.await(10, 100);
        CompletableFuture<Awaited> late = waiters.await(5, 200);
        assertThat(waiters.expire(99)).isZero();
        assertThat(waiters.expire(100)).isEqualTo(1);
        assertThat(early).isCompletedWithValue(Awaited.TIMED_OUT);
        assertThat(waiters.earliestDeadlineMs()).isEqualTo(200);
        position.advance(10);
        waiters.complete();
        assertThat(late).isCompletedWithValue(Awaited.REACHED);
    }

    @Test
    void shouldNotWaitForMoreThanTheLimit() {
        for (int i = 0; i < PositionWaiters.WAITING_MAX; i++) {
            assertThat(waiters.await(10, 1_000)).isNotDone();
        }
        assertThat(waiters.await(10, 1_000)).isCompletedWithValue(Awaited.TOO_MANY);
        position.advance(10);
        assertThat(waiters.await(10, 1_000)).isCompletedWithValue(Awaited.REACHED);
        assertThat(waiters.complete()).isEqualTo(PositionWaiters.WAITING_MAX);
        assertThat(waiters.await(11, 1_000)).isNotDone();
    }

    @Test
    void shouldGiveUpPresentAndFutureWaits() {
        CompletableFuture<Awaited> present = waiters.await(10, 100);
        waiters.giveUp();
        assertThat(present).isCompletedWithValue(Awaited.GIVEN_UP);
        assertThat(waiters.await(10, 100)).isCompletedWithValue(Awaited.GIVEN_UP);
    }

    @Test
    void shouldLoseNoWaitWhilePositionMoves() throws Exception {
        int count = 20_000;
        List<CompletableFuture<Awaited>> futures = new ArrayList<>();
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= count; i++) {
                position.publish(i);
                waiters.complete();
            }
        });
        writer.start();
        for (int i = 1; i <= count; i++) {
            futures.add(waiters.await(i, Long.MAX_VALUE));
        }
        writer.join();
        waiters.complete();
        assertThat(futures).allMatch(CompletableFuture::isDone);
    }

    @Test
    void shouldRefuseToGoBackUnlessReset() {
        position.advance(10);
        assertThatThrownBy(() -> position.publish(9)).isInstanceOf(AssertionError.class)
            .hasMessageContaining("flushed");
        position.reset(3);
        assertThat(position.value()).isEqualTo(3);
    }

    @Test
    void shouldWakeThoseWhoAreRegistered() {
        AtomicInteger woken = new AtomicInteger();
        position.addWaker(woken::incrementAndGet);
        position.advance(1);
        position.publish(2);
        assertThat(woken).hasValue(1);
    }

    @Test
    void shouldWakeInOrder() {
        StringBuilder woken = new StringBuilder();
        position.addWaker(() -> woken.append('b'));
        position.addWaker(() -> woken.append('c'));
        position.addFirstWaker(() -> woken.append('a'));
        position.wake();
        assertThat(woken).hasToString("abc");
    }
}
