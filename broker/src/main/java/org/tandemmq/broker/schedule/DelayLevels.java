/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.schedule;

import java.util.List;

/**
 * The delay levels, 1 to {@link #count}, and their times (storage 15).
 *
 * @param delaysMs delay of each level in milliseconds, level 1 first
 */
public record DelayLevels(List<Long> delaysMs) {

    /** Delay of a queue that belongs to no level, after the table was shortened. */
    private static final long UNKNOWN_LEVEL_MS = 1_000;

    /** Copies the list. */
    public DelayLevels {
        delaysMs = List.copyOf(delaysMs);
    }

    /** Number of levels. */
    public int count() {
        return delaysMs.size();
    }

    /**
     * Delay of a level.
     *
     * @param level 1 or more
     * @return milliseconds; one second for a level that is not in the table
     */
    public long delayMs(int level) {
        return level >= 1 && level <= delaysMs.size() ? delaysMs.get(level - 1) : UNKNOWN_LEVEL_MS;
    }

    /**
     * The level that is used for one that was asked for.
     *
     * @param asked level of a producer or of a retry
     * @return at most the highest level; 0 for none
     */
    public int capped(int asked) {
        return Math.max(0, Math.min(asked, delaysMs.size()));
    }
}
