/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Threads with a bounded queue, and the thread of jobs. */
class BoundedPoolTest {

    @Test
    void shouldRejectWithTheLimitAndFinishWhatItTook() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        Runnable task = () -> {
            awaitQuietly(go);
            done.countDown();
        };
        BoundedPool pool = new BoundedPool("reader", 1, 1);
        pool.execute(task);
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
