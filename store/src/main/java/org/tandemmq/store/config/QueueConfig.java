/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import java.util.List;

/**
 * Measures of consume queues, index and reads.
 *
 * @param queueFileBytes {@code mappedFileSizeConsumeQueue}, a multiple of 20
 * @param indexEnabled {@code messageIndexEnable}
 * @param indexSlots {@code maxHashSlotNum}
 * @param indexEntries {@code maxIndexNum}
 * @param delayLevelsMs {@code messageDelayLevel} as milliseconds, level 1 first; decides the tags code of delayed
 *     records (storage 4)
 * @param read limits of one read
 */
public record QueueConfig(int queueFileBytes, boolean indexEnabled, int indexSlots, int indexEntries,
                          List<Long> delayLevelsMs, ReadConfig read) {

    /** Default of {@code mappedFileSizeConsumeQueue}: 300,000 entries of 20 bytes. */
    public static final int DEFAULT_QUEUE_FILE_BYTES = 6_000_000;

    /** Most delay levels. */
    public static final int DELAY_LEVELS_MAX = 1_000;
    /** Longest delay of a level: a hundred years, so that no store time and delay add up to more than a long holds. */
    public static final long DELAY_MAX_MS = 36_500L * 86_400_000;

    private static final int ENTRY_BYTES = 20;

    /** Rounds the file size up to whole entries. */
    public QueueConfig {
        queueFileBytes += Math.floorMod(-queueFileBytes, ENTRY_BYTES);
        delayLevelsMs = List.copyOf(delayLevelsMs);
    }

    /** All defaults, the 18 delay levels included. */
    public static QueueConfig defaults() {
        return new QueueConfig(DEFAULT_QUEUE_FILE_BYTES, true, 5_000_000, 20_000_000, defaultDelayLevelsMs(),
            ReadConfig.defaults());
    }

    private static List<Long> defaultDelayLevelsMs() {
        return List.of(1_000L, 5_000L, 10_000L, 30_000L, 60_000L, 120_000L, 180_000L, 240_000L, 300_000L, 360_000L,
            420_000L, 480_000L, 540_000L, 600_000L, 1_200_000L, 1_800_000L, 3_600_000L, 7_200_000L);
    }
}
