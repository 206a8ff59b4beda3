/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replication as a whole in one thread, from seeds. {@code -Dha.seeds=10000} runs more of them,
 * {@code -Dha.firstSeed=N} begins elsewhere; a failure names its seed.
 */
class SimulationTest {

    private static final int STEPS = 1_500;

    @TempDir
    private Path dumps;

    @Test
    void shouldKeepItsPromisesWhateverHappens() {
        long first = Long.getLong("ha.firstSeed", 1);
        long seeds = Long.getLong("ha.seeds", 400);
        for (long seed = first; seed < first + seeds; seed++) {
            try {
                run(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private void run(long seed) {
        SimWorld world = new SimWorld(seed, dumps);
        for (int i = 0; i < STEPS; i++) {
            world.step();
        }
        world.settle();
    }
}
