/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.ha.sim.MemoryLog;

/** What one slave gets next and what its reports are worth. */
class SlaveProgressTest {

    private static final SlaveProgress.Terms TERMS = new SlaveProgress.Terms(5_000, 20_000, 10_000, false);

    private final MemoryLog log = new MemoryLog(4_096);
    private SlaveProgress progress = progress(TERMS);

    private SlaveProgress progress(SlaveProgress.Terms terms) {
        return new SlaveProgress("10.0.0.2:40000", log, terms, position -> position == 777, 0);
    }

    @BeforeEach
    void fillLog() {
        Random random = new Random(1);
        while (log.endPosition() < 10_000) {
            log.appendRecord(200, 1, random);
        }
    }

    @Test
    void shouldWaitForTheFirstReportAndSendNothingBefore() {
        assertThat(progress.step(19_999)).isEqualTo(SlaveProgress.Step.WAIT);
        assertThat(progress.state()).isEqualTo(SlaveState.HANDSHAKE);
        assertThat(progress.step(20_001)).isEqualTo(SlaveProgress.Step.CLOSE);
    }

    @Test
    void shouldBeginANewSlaveAtTheOldestSegment() {
        log.expireOldest();
        progress.reported(0, 1);
        assertThat(progress.step(1)).isEqualTo(SlaveProgress.Step.DATA);
        assertThat(progress.nextPosition()).isEqualTo(4_096);
        assertThat(progress.ackPosition()).isZero();
    }

    @Test
    void shouldBeginANewSlaveAtTheLastSegmentWhereThatIsAskedFor() {
        progress = progress(new SlaveProgress.Terms(5_000, 20_000, 10_000, true));
        progress.reported(0, 1);
        assertThat(progress.nextPosition()).isEqualTo(8_192);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 0x474554202F204854L, 0x1603010200010001L})
    void shouldTurnAwayWhatIsNoPositionOfThisLog(long first) {
        progress.reported(first, 1);
        assertThat(progress.step(1)).isEqualTo(SlaveProgress.Step.CLOSE);
        assertThat(progress.state().isFollowing()).isFalse();
        assertThat(progress.ackPosition()).isEqualTo(-1);
    }

    @Test
    void shouldCallOneBehindTheEndAhead() {
        progress.reported(log.endPosition() + 1, 1);
        assertThat(progress.state()).isEqualTo(SlaveState.AHEAD);
        assertThat(progress.step(1)).isEqualTo(SlaveProgress.Step.CLOSE);
    }

    @Test
    void shouldTurnAwayPositionsInsideARecordUnlessItSentThatFar() {
        progress.reported(log.recordStarts().get(3) + 1, 1);
        assertThat(progress.state()).isEqualTo(SlaveState.CLOSED);
        assertThat(progress.reason()).contains("inside a record");

        progress = progress(TERMS);
        progress.reported(777, 1);
        assertThat(progress.state().isFollowing()).isTrue();
        assertThat(progress.isAligned()).isFalse();
    }

    @Test
    void shouldGoOnAtAnyRecordAndAtTheEnd() {
        for (long start : log.recordStarts()) {
            progress = progress(TERMS);
            progress.reported(start, 1);
            assertThat(progress.state().isFollowing()).as("at %d", start).isTrue();
            assertThat(progress.nextPosition()).isEqualTo(start);
        }
        progress = progress(TERMS);
        progress.reported(log.endPosition(), 1);
        assertThat(progress.state()).isEqualTo(SlaveState.IN_STEP);
        assertThat(progress.step(1)).isEqualTo(SlaveProgress.Step.WAIT);
    }

    @Test
    void shouldSendOnlyHeartbeatsToASlaveBelowTheOldestSegment() {
        long early = log.recordStarts().get(1);
        log.expireOldest();
        progress.reported(early, 1);
        assertThat(progress.state()).isEqualTo(SlaveState.OUT_OF_RANGE);
        assertThat(progress.reason()).contains(early + "", log.minPosition() + " to " + log.endPosition());
        assertThat(progress.step(100)).isEqualTo(SlaveProgress.Step.WAIT);
        assertThat(progress.step(5_001)).isEqualTo(SlaveProgress.Step.HEARTBEAT);
        assertThat(progress.heartbeatPosition()).isEqualTo(early);
        progress.reported(early, 5_001);
        assertThat(progress.state()).isEqualTo(SlaveState.OUT_OF_RANGE);
    }

    @Test
    void shouldDropASlaveWhoseSegmentWasDeletedBeforeItGotIt() {
        progress.reported(0, 1);
        log.expireOldest();
        assertThat(progress.step(2)).isEqualTo(SlaveProgress.Step.CLOSE);
        assertThat(progress.state()).isEqualTo(SlaveState.OUT_OF_RANGE);
    }

    @Test
    void shouldCountAcknowledgementsOnlyUpToWhatItSent() {
        progress.reported(0, 1);
        progress.sent(300, 2);
        progress.reported(300, 3);
        assertThat(progress.ackPosition()).isEqualTo(300);
        progress.reported(301, 4);
        assertThat(progress.step(4)).isEqualTo(SlaveProgress.Step.CLOSE);
        assertThat(progress.ackPosition()).isEqualTo(300);
        assertThat(progress.reason()).contains("301", "300");
    }

    @Test
    void shouldDropASlaveThatTakesAnAcknowledgementBack() {
        progress.reported(0, 1);
        progress.sent(600, 2);
        progress.reported(600, 3);
        progress.reported(599, 4);
        assertThat(progress.step(4)).isEqualTo(SlaveProgress.Step.CLOSE);
    }

    @Test
    void shouldKeepAnIdleConnectionUpWithHeartbeats() {
        progress.reported(log.endPosition(), 1);
        long now = 1;
        for (int i = 0; i < 100; i++) {
            now += 5_001;
            assertThat(progress.step(now)).isEqualTo(SlaveProgress.Step.HEARTBEAT);
            assertThat(progress.heartbeatPosition()).isEqualTo(log.endPosition());
            progress.sent(0, now);
            progress.reported(log.endPosition(), now);
        }
        assertThat(progress.step(now + 20_001)).isEqualTo(SlaveProgress.Step.CLOSE);
        assertThat(progress.reason()).contains("silent");
    }

    @Test
    void shouldTellWhenASlaveFallsBehindAndWhenItIsInStepAgain() {
        progress.reported(log.endPosition(), 1);
        Random random = new Random(2);
        long held = log.endPosition();
        while (log.endPosition() < held + 10_000) {
            log.appendRecord(500, 1, random);
        }
        progress.step(2);
        assertThat(progress.state()).isEqualTo(SlaveState.CATCHING_UP);
        progress.sent(log.endPosition() - held, 3);
        progress.reported(log.endPosition(), 4);
        assertThat(progress.state()).isEqualTo(SlaveState.IN_STEP);
    }

    @Test
    void shouldShowWhatASlaveWasToldItIs() {
        progress.judged(SlaveState.DIVERGED, "other bytes at 512");
        progress.end("slave closed the connection");
        assertThat(progress.state()).isEqualTo(SlaveState.DIVERGED);
        assertThat(progress.step(1)).isEqualTo(SlaveProgress.Step.CLOSE);
    }
}
