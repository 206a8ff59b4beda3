/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.log.AppendGate;

/** What the agent does with a log of ten segments of which none has expired, on a disk that fills up. */
class RetentionAgentTest {

    private static final long NOW_MS = 1_000_000_000_000L;

    private final RetentionConfig config = new RetentionConfig(72, List.of(), 75, 85, 90, true, 100, 0);
    private final List<RetentionPolicy.Segment> segments = new ArrayList<>();
    private final AppendGate gate = new AppendGate(1000, () -> 0);
    private final TwinLog twin = new TwinLog();
    private double ratio = 0.5;
    private double queueRatio = 0.1;
    private RetentionAgent agent;
    private long nowMs = 5;

    @BeforeEach
    void create() {
        for (int i = 0; i < 10; i++) {
            segments.add(new RetentionPolicy.Segment(i * 100L, i * 100L + 100, NOW_MS));
        }
        agent = new RetentionAgent(config, twin, new RetentionAgent.Disks(() -> ratio, () -> queueRatio), gate,
            () -> Long.MAX_VALUE, InstantSource.fixed(Instant.ofEpochMilli(NOW_MS)));
    }

    @Test
    void shouldDoNothingWhileThereIsRoom() {
        run(60_000);
        assertThat(segments).hasSize(10);
        assertThat(gate.refusal()).isNull();
    }

    @Test
    void shouldDeleteTheOldestUntilTheDiskIsBelowTheLimitAndCountThem() {
        ratio = 0.88;
        run(60_000);
        assertThat(segments).hasSize(7);
        assertThat(segments.get(0).start()).isEqualTo(300);
        assertThat(agent.forcedDeletions()).isEqualTo(3);
        assertThat(twin.followed).isGreaterThanOrEqualTo(4);
        assertThat(gate.refusal()).isNull();
    }

    @Test
    void shouldPauseBetweenTwoDeletions() {
        ratio = 0.88;
        run(150);
        assertThat(segments).hasSize(8);
    }

    @Test
    void shouldRefuseWritesOnAFullDiskAndTakeThemAgain() {
        twin.stuck = true;
        ratio = 0.934;
        run(20);
        assertThat(gate.refusal()).contains("94 % full").contains("the limit is 90 %");
        ratio = 0.9;
        run(2_000);
        assertThat(gate.refusal()).isNull();
    }

    @Test
    void shouldLookAtTheDiskOfTheQueuesToo() {
        twin.stuck = true;
        queueRatio = 0.95;
        run(20);
        assertThat(gate.refusal()).contains("95 % full");
    }

    @Test
    void shouldTryAgainLaterWhenAFileCanNotBeDeleted() {
        twin.failure = new IOException("device busy");
        ratio = 0.88;
        run(5_000);
        assertThat(twin.attempts).isEqualTo(1);
        twin.failure = null;
        run(60_000);
        assertThat(segments).hasSize(7);
    }

    @Test
    void shouldNotDeleteBecauseTheDiskCanNotBeAsked() {
        ratio = -1;
        queueRatio = -1;
        run(60_000);
        assertThat(segments).hasSize(10);
        assertThat(gate.refusal()).isNull();
    }

    private void run(long ms) {
        for (long end = nowMs + ms; nowMs < end; nowMs += 10) {
            agent.doWork(nowMs);
        }
    }

    /** Each deletion frees one percent. */
    private final class TwinLog implements RetainedLog {
        private int followed;
        private int attempts;
        private boolean stuck;
        private IOException failure;

        @Override
        public List<RetentionPolicy.Segment> segments() {
            return List.copyOf(segments);
        }

        @Override
        public boolean deleteOldest() throws IOException {
            attempts++;
            if (failure != null) {
                throw failure;
            }
            if (stuck) {
                return false;
            }
            segments.remove(0);
            ratio -= 0.01;
            return true;
        }

        @Override
        public void follow() {
            followed++;
        }
    }
}
