/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.util.List;

/**
 * When old segments go (storage 12, 19.4).
 *
 * @param reservedHours {@code fileReservedTime}
 * @param deleteAtHours {@code deleteWhen}: hours of the day, 0 to 23
 * @param maxUsedPercent {@code diskMaxUsedSpaceRatio}: expired files go above this
 * @param forcePercent {@code diskSpaceCleanForciblyRatio}: the oldest go above this whatever their age
 * @param fullPercent {@code diskSpaceWarningLevelRatio}: writes are refused above this
 * @param forciblyEnabled {@code cleanFileForciblyEnable}
 * @param pauseMs {@code deleteCommitLogFilesInterval}: pause between two deletions
 * @param slaveHoldBackBytes {@code haRetentionHoldBackBytes}: how much more than it would a master keeps for a slave
 */
public record RetentionConfig(int reservedHours, List<Integer> deleteAtHours, int maxUsedPercent, int forcePercent,
                              int fullPercent, boolean forciblyEnabled, long pauseMs, long slaveHoldBackBytes) {

    /** All defaults. */
    public static RetentionConfig defaults() {
        return new RetentionConfig(72, List.of(4), 75, 85, 90, true, 100, 16L << 30);
    }
}
