/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An event loop that looks again before it sleeps. */
class YieldingSelectTest {

    private long nanos;
    private long othersRunNanos = 1_000;
    private final YieldingSelect select = new YieldingSelect(() -> nanos += othersRunNanos, () -> nanos);
    private final Deque<Integer> looks = new ArrayDeque<>();

    private int next(boolean hasTasks, Integer... found) throws Exception {
        looks.addAll(List.of(found));
        return select.calculateStrategy(looks::remove, hasTasks);
    }

    @Test
    void shouldLookOnceWhenThereIsOtherWork() throws Exception {
        assertThat(next(true, 0)).isZero();
        assertThat(next(true, 3)).isEqualTo(3);
        assertThat(looks).isEmpty();
    }

    @Test
    void shouldTakeWhatCameBeforeItSleeps() throws Exception {
        assertThat(next(false, 2)).isEqualTo(2);
        assertThat(next(false, 0, 1)).isEqualTo(1);
        assertThat(looks).isEmpty();
    }

    @Test
    void shouldSleepWhenNothingCame() throws Exception {
        assertThat(next(false, 0, 0)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEmpty();
    }

    @Test
    void shouldSleepAtOnceWhileOthersAnswer() throws Exception {
        assertThat(next(false, 1)).isEqualTo(1);
        YieldingSelect.answersCame();
        for (int i = 0; i < YieldingSelect.SLEEPS_AFTER_ANSWERS; i++) {
            assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
        }
        assertThat(next(false, 1)).as("awake again").isEqualTo(1);
        assertThat(looks).isEmpty();
    }

    @Test
    void shouldSleepAtOnceWhileOthersKeepTheCore() throws Exception {
        othersRunNanos = YieldingSelect.BUSY_NANOS + 1;
        assertThat(next(false, 1)).as("what came meanwhile").isEqualTo(1);
        for (int i = 0; i < YieldingSelect.SLEEPS_WHEN_BUSY; i++) {
            assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
        }
        assertThat(next(false, 0)).as("still busy").isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEmpty();
    }
}
