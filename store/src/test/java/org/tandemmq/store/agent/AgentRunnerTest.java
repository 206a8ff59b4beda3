/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of an agent: wakes, outlives failures, closes. */
@Timeout(20)
class AgentRunnerTest {

    private static final AgentRunner.Pauses LONG_REST = new AgentRunner.Pauses(TimeUnit.MINUTES.toMillis(10), 0);

    @Test
    void shouldWorkAtOnceWhenWokenFromALongRest() throws Exception {
        Wakeup wakeup = new Wakeup();
        AtomicInteger todo = new AtomicInteger();
        List<CountDownLatch> done = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            done.add(new CountDownLatch(1));
        }
        AtomicInteger next = new AtomicInteger();
        Agent agent = agent(nowMs -> {
            int count = todo.getAndSet(0);
            for (int i = 0; i < count; i++) {
                done.get(next.getAndIncrement()).countDown();
            }
            return count;
        });
        try (AgentRunner runner = new AgentRunner(agent, wakeup, LONG_REST, () -> 0).start()) {
            for (CountDownLatch each : done) {
                todo.incrementAndGet();
                wakeup.wake();
                assertThat(each.await(10, TimeUnit.SECONDS)).as("no wake-up is lost").isTrue();
            }
            assertThat(runner.failure()).isNull();
        }
    }

    @Test
    void shouldOutliveWhatItsAgentThrows() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch recovered = new CountDownLatch(1);
        Agent agent = agent(nowMs -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("made up");
            }
            if (calls.get() == 2) {
                throw new InternalError("a page of a mapped file that the disk does not give");
            }
            recovered.countDown();
            return 0;
        });
        long begin = System.nanoTime();
        try (AgentRunner runner = new AgentRunner(agent, new Wakeup(), LONG_REST,
            () -> (System.nanoTime() - begin) / 1_000_000).start()) {
            assertThat(recovered.await(10, TimeUnit.SECONDS)).as(() -> String.valueOf(runner.failure())).isTrue();
        }
        assertThat(calls.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldEndOnAnyErrorAndTellTheHandler() throws Exception {
        endsWith(new AssertionError("made up"));
        endsWith(new OutOfMemoryError("made up"));
    }

    private void endsWith(Error error) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        Agent agent = agent(nowMs -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, cause) -> told.countDown());
            calls.incrementAndGet();
            throw error;
        });
        try (AgentRunner runner = new AgentRunner(agent, new Wakeup(), LONG_REST, () -> 0).start()) {
            assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(runner.failure()).hasMessage("made up");
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void shouldCloseTheAgentOnItsThreadWhenStopped() {
        List<String> closedOn = new ArrayList<>();
        Agent agent = new Agent() {
            @Override
            public String name() {
                return "closing";
            }

            @Override
            public int doWork(long nowMs) {
                return 0;
            }

            @Override
            public void close() {
                closedOn.add(Thread.currentThread().getName());
            }
        };
        new AgentRunner(agent, new Wakeup(), LONG_REST, () -> 0).start().close();
        assertThat(closedOn).containsExactly("closing");
    }

    @Test
    void shouldLetTheOthersOfACompositeWorkWhenOneFails() {
        AtomicInteger worked = new AtomicInteger();
        CompositeAgent composite = new CompositeAgent("both", List.of(
            agent(nowMs -> {
                throw new IllegalStateException("made up");
            }),
            agent(nowMs -> worked.incrementAndGet())));
        assertThatThrownBy(() -> composite.doWork(0)).hasMessageContaining("made up");
        assertThat(worked).hasValue(1);
    }

    @Test
    void shouldDoubleThePauseUpToItsLimitAndBeginAnewAfterSuccess() {
        Backoff backoff = new Backoff(100, 300);
        assertThat(backoff.isOver(0)).isTrue();
        backoff.failed(1_000);
        assertThat(backoff.isOver(1_099)).isFalse();
        assertThat(backoff.isOver(1_100)).isTrue();
        backoff.failed(1_100);
        assertThat(backoff.delayMs()).isEqualTo(200);
        backoff.failed(1_300);
        assertThat(backoff.delayMs()).isEqualTo(300);
        backoff.succeeded();
        backoff.failed(2_000);
        assertThat(backoff.delayMs()).isEqualTo(100);
    }

    private interface Work {
        int doWork(long nowMs);
    }

    private static Agent agent(Work work) {
        return new Agent() {
            @Override
            public String name() {
                return "test-agent";
            }

            @Override
            public int doWork(long nowMs) {
                return work.doWork(nowMs);
            }
        };
    }
}
