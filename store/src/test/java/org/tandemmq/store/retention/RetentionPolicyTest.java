/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.retention.RetentionPolicy.Decision;
import org.tandemmq.store.retention.RetentionPolicy.Segment;
import org.tandemmq.store.retention.RetentionPolicy.Situation;

/** Each limit from both sides. Ten segments of 100 bytes, one older by an hour than the next. */
class RetentionPolicyTest {

    private static final long HOUR_MS = 3_600_000;
    private static final long NOBODY = Long.MAX_VALUE;
    private static final long NOW_MS = 1000 * HOUR_MS;

    private final RetentionConfig config = new RetentionConfig(72, List.of(4), 75, 85, 90, true, 100, 250);
    private final RetentionPolicy policy = new RetentionPolicy(config);

    @Test
    void shouldLetExpiredSegmentsGoAtTheHour() {
        assertThat(decide(50, 4, 4, NOBODY)).isEqualTo(new Decision(4, 0, 0, false));
        assertThat(decide(50, 3, 4, NOBODY)).isEqualTo(new Decision(0, 0, 0, false));
    }

    @Test
    void shouldLetExpiredSegmentsGoAboveTheFirstLimit() {
        assertThat(decide(75, 12, 4, NOBODY).deletions()).isZero();
        assertThat(decide(76, 12, 4, NOBODY)).isEqualTo(new Decision(4, 0, 0, false));
    }

    @Test
    void shouldForceTheOldestAboveTheSecondLimit() {
        assertThat(decide(85, 12, 0, NOBODY).deletions()).isZero();
        assertThat(decide(86, 12, 2, NOBODY)).isEqualTo(new Decision(9, 7, 0, false));
    }

    @Test
    void shouldRefuseWritesAboveTheThirdLimit() {
        assertThat(decide(90, 12, 0, NOBODY).full()).isFalse();
        assertThat(decide(91, 12, 0, NOBODY).full()).isTrue();
    }

    @Test
    void shouldNotForceWhereThatIsForbidden() {
        RetentionPolicy mild = new RetentionPolicy(new RetentionConfig(72, List.of(4), 75, 85, 90, false, 100, 250));
        assertThat(mild.decide(new Situation(segments(10, 0), 95, 12, false, NOBODY, NOW_MS)))
            .isEqualTo(new Decision(0, 0, 0, true));
    }

    @Test
    void shouldNeverDeleteTheNewest() {
        assertThat(policy.decide(new Situation(segments(1, 1), 99, 4, true, NOBODY, NOW_MS)).deletions()).isZero();
        assertThat(policy.decide(new Situation(List.of(), 99, 4, true, NOBODY, NOW_MS)).deletions()).isZero();
    }

    @Test
    void shouldKeepWhatASlaveNeedsWithinTheLimit() {
        assertThat(decide(50, 4, 4, 200)).isEqualTo(new Decision(2, 0, 2, false));
        assertThat(decide(50, 4, 4, 199)).isEqualTo(new Decision(2, 0, 2, false));
        assertThat(decide(50, 4, 4, 350)).isEqualTo(new Decision(3, 0, 1, false));
        assertThat(decide(50, 4, 4, 0)).isEqualTo(new Decision(2, 0, 2, false));
        assertThat(decide(50, 4, 9, 0)).isEqualTo(new Decision(7, 0, 2, false));
    }

    @Test
    void shouldNotKeepTheLogBecauseTheClockWasAheadForAWhile() {
        List<Segment> segments = new ArrayList<>(segments(10, 4));
        segments.set(1, new Segment(100, 200, NOW_MS + 9000 * HOUR_MS));
        segments.set(2, new Segment(200, 300, Long.MAX_VALUE));
        assertThat(policy.decide(new Situation(segments, 50, 4, false, NOBODY, NOW_MS)).deletions()).isEqualTo(4);
        segments.set(3, new Segment(300, 400, NOW_MS + 1));
        assertThat(policy.decide(new Situation(segments, 50, 4, false, NOBODY, NOW_MS)).deletions())
            .as("what is behind has not expired, so nobody knows of these").isEqualTo(1);
    }

    @Test
    void shouldTakeNoMoreThanOneRoundAtATime() {
        List<Segment> many = segments(40, 40);
        assertThat(policy.decide(new Situation(many, 50, 12, true, NOBODY, NOW_MS)).deletions()).isEqualTo(10);
    }

    private Decision decide(int usedPercent, int hour, int expired, long slaveNeeds) {
        return policy.decide(new Situation(segments(10, expired), usedPercent, hour, false, slaveNeeds, NOW_MS));
    }

    private static List<Segment> segments(int count, int expired) {
        List<Segment> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Segment(i * 100L, i * 100L + 100, NOW_MS - 72 * HOUR_MS + (i - expired + 1) * HOUR_MS));
        }
        return all;
    }
}
