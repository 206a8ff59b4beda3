/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.broker.slave.SyncStatus;

/** Whether a slave could take its master's place, out of what it knows of its log and tables. */
class TakeoverReadinessTest {

    private SlaveSynchronize.Report report = new SlaveSynchronize.Report(null, -1, "no master was found yet", false,
        List.of());
    private String logProblem;
    private final TakeoverReadiness readiness = new TakeoverReadiness(() -> report, () -> logProblem, 10_000);

    private void tables(long ageMs, String problem) {
        report = new SlaveSynchronize.Report("m1:10911", 100, null, true,
            List.of(new SyncStatus("topics", 0, 0, 1, null), new SyncStatus("delay offsets", ageMs, 0, 1, problem)));
    }

    @Test
    void shouldLackAMasterAtFirst() {
        assertThat(readiness.text()).isEqualTo("no because no master was found yet");
    }

    @Test
    void shouldBeReadyWithALogInStepAndFreshTables() {
        tables(10_000, null);
        assertThat(readiness.text()).isEqualTo("yes");
        logProblem = "12 bytes behind";
        assertThat(readiness.text()).isEqualTo("no because of the log: 12 bytes behind");
    }

    @Test
    void shouldNameTheTableThatIsOldOrNeverCame() {
        tables(10_001, "code 1");
        assertThat(readiness.text()).isEqualTo(
            "no because delay offsets are 10001 ms old, allowed are 10000: code 1");
        tables(-1, null);
        assertThat(readiness.text()).isEqualTo("no because delay offsets were never taken over");
    }
}
