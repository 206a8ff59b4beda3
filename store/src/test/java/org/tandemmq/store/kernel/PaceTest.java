/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long is rested after a piece of work. */
class PaceTest {

    private final List<Long> rests = new ArrayList<>();
    private long nowNanos = Long.MAX_VALUE - 500_000;
    private final Pace pace = new Pace(() -> nowNanos, nanos -> {
        rests.add(nanos);
        nowNanos += nanos;
    });

    private void work(long nanos) {
        nowNanos += nanos;
        pace.afterPiece();
    }

    @Test
    void shouldRestFourTimesAsLongAsThePieceTook() {
        work(400_000);
        work(10_000);
        assertThat(rests).containsExactly(1_600_000L, 40_000L);
    }

    @Test
    void shouldNotRestLongAfterAPieceThatWaitedForTheDisk() {
        work(3_000_000_000L);
        assertThat(rests).containsExactly(2_000_000L);
    }

    @Test
    void shouldNotRestWithoutWork() {
        pace.afterPiece();
        assertThat(rests).isEmpty();
    }
}
