/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

/**
 * Limits of the questions to producers (storage 16).
 *
 * @param timeoutMs {@code transactionTimeOut}: age before the first question
 * @param intervalMs {@code transactionCheckInterval}: pause between two rounds of questions
 * @param checksMax {@code transactionCheckMax}: questions before the message is given up
 * @param ageMaxMs age by its birth above which a half message is given up, from {@code fileReservedTime}
 * @param openMax most half messages kept in mind; more stay unread until some are ended
 */
public record CheckLimits(long timeoutMs, long intervalMs, int checksMax, long ageMaxMs, int openMax) {

    /** Half messages kept in mind by default. */
    public static final int DEFAULT_OPEN_MAX = 200_000;
    /** Op records kept in mind above which the oldest half messages are appended again, to let the progress move on. */
    static final int OPS_IN_MIND_MAX = 100_000;

    /** Whether a half message is too old, or was asked about too often, to be asked about once more. */
    boolean isOver(HalfMessage half, long nowMs) {
        return half.ageMs(nowMs) > ageMaxMs || nowMs - half.storeTimestampMs() > ageMaxMs
            || half.checkTimes() >= checksMax;
    }

    /** Not beyond the age at which its file may go, and not for a time by which the clock was set back. */
    boolean isImmune(OpenHalves.OpenHalf half, long nowMs) {
        long ageMs = nowMs - half.storeTimestampMs();
        return half.immuneUntilMs() > nowMs && ageMs >= -intervalMs && ageMs <= ageMaxMs;
    }
}
