/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Many lives of a store, each from a seed and in one thread, with kills and power losses that forget what was not
 * forced, page by page and torn. The system property {@code crash.seeds} sets how many, {@code crash.first} the first.
 */
class CrashSimulationTest {

    private static final int SEEDS = Integer.getInteger("crash.seeds", 300);
    private static final int FIRST = Integer.getInteger("crash.first", 1);
    private static final int STEPS = 300;

    @Test
    void shouldKeepEverythingAcknowledgedWhateverTheSeed() {
        int recoveries = 0;
        for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
            try {
                recoveries += new CrashRun(seed).run(STEPS);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertThat(recoveries).isGreaterThan(SEEDS);
    }
}
