/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.OwnedTask;

/** Threads with a bounded queue, and the thread of jobs. */
class BoundedPoolTest {

    @Test
    void shouldRejectWithTheLimitAndFinishWhatItTook() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        CountDownLatch began = new CountDownLatch(1);
        Runnable task = () -> {
            began.countDown();
            awaitQuietly(go);
            done.countDown();
        };
        BoundedPool pool = new BoundedPool("reader", 1, 1);
        pool.execute(task);
        assertThat(began.await(10, TimeUnit.SECONDS)).isTrue();
        pool.execute(task);

        assertThat(pool.waiting()).isEqualTo(1);
        assertThatThrownBy(() -> pool.execute(task)).isInstanceOf(RejectedExecutionException.class)
            .hasMessageContaining("reader has 1 requests waiting");
        go.countDown();
        pool.close();

        assertThat(done.await(0, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> pool.execute(task)).hasMessageContaining("closed");
    }

    @Test
    void shouldGiveEachOwnerItsTurnAndRoomBesideOneThatFloods() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (BoundedPool pool = new BoundedPool("admin", 1, 4)) {
            pool.execute(OwnedTask.of("flood", () -> {
                began.countDown();
                awaitQuietly(go);
            }));
            assertThat(began.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 4; i++) {
                int number = i;
                pool.execute(OwnedTask.of("flood", () -> order.add("flood " + number)));
            }
            assertThatThrownBy(() -> pool.execute(OwnedTask.of("flood", () -> order.add("too many"))))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("admin has 4 requests waiting, 4 of this client, the limit is 4");
            pool.execute(OwnedTask.of("other", () -> order.add("other")));
            assertThatThrownBy(() -> pool.execute(OwnedTask.of("other", () -> order.add("too many"))))
                .isInstanceOf(RejectedExecutionException.class);
            for (int i = 0; i < 3; i++) {
                pool.execute(OwnedTask.of("one of many " + i, () -> order.add("one of many")));
            }
            assertThatThrownBy(() -> pool.execute(OwnedTask.of("the last of many", () -> order.add("too many"))))
                .isInstanceOf(RejectedExecutionException.class);
            go.countDown();
        }
        assertThat(order).containsExactly("flood 0", "other", "one of many", "one of many", "one of many", "flood 1",
            "flood 2", "flood 3");
    }

    @Test
    void shouldComeBackToJobThatFails() throws InterruptedException {
        CountDownLatch calls = new CountDownLatch(3);
        try (JobThread jobs = new JobThread("jobs")) {
            jobs.every("broken", 1, () -> {
                calls.countDown();
                throw new IllegalStateException("again");
            });

            assertThat(calls.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
