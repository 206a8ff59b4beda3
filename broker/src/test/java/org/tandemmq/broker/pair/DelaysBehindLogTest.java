/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.schedule.DelayOffsets;

/** The progress of delays is never ahead of the slave's log. */
class DelaysBehindLogTest {

    @TempDir
    private Path folder;
    private long mastersEnd = 1_000;
    private long slavesEnd = 1_000;
    private DelayOffsets mastersProgress;
    private DelayOffsets slavesProgress;
    private DelaysBehindLog master;
    private DelaysBehindLog slave;

    @BeforeEach
    void open() {
        mastersProgress = new DelayOffsets(new TableFile(folder.resolve("master.json")), Instant::now);
        slavesProgress = new DelayOffsets(new TableFile(folder.resolve("slave.json")), Instant::now);
        master = new DelaysBehindLog(mastersProgress, () -> mastersEnd);
        slave = new DelaysBehindLog(slavesProgress, () -> slavesEnd);
    }

    @Test
    void shouldTakeProgressAtOnceWhenTheLogIsThere() {
        mastersProgress.update(1, 5);
        assertThat(slave.replaceWith(master.snapshot())).isEqualTo(1);
        assertThat(slavesProgress.offset(1)).isEqualTo(5);
        assertThat(slave.version()).isEqualTo(master.version());
        assertThat(slave.doWork()).isZero();
    }

    @Test
    void shouldWaitForTheLogWithTheOldestThatCanBeReached() {
        mastersProgress.update(1, 5);
        mastersEnd = 1_500;
        slave.replaceWith(master.snapshot());
        assertThat(slave.doWork()).isZero();
        mastersProgress.update(1, 9);
        mastersEnd = 2_000;
        slave.replaceWith(master.snapshot());
        slavesEnd = 1_600;
        assertThat(slave.doWork()).isEqualTo(1);
        assertThat(slavesProgress.offset(1)).as("the newer one is not there yet").isEqualTo(5);
        assertThat(slave.version()).isNotEqualTo(master.version());
        slave.replaceWith(master.snapshot());
        slavesEnd = 2_000;
        slave.doWork();
        assertThat(slavesProgress.offset(1)).isEqualTo(9);
        assertThat(slave.version()).isEqualTo(master.version());
    }

    @Test
    void shouldNotWaitForeverForALogThatWasCut() {
        mastersProgress.update(1, 5);
        mastersEnd = 9_000;
        slave.replaceWith(master.snapshot());
        mastersEnd = 800;
        mastersProgress.update(1, 4);
        slave.replaceWith(master.snapshot());
        assertThat(slavesProgress.offset(1)).isEqualTo(4);
        slavesEnd = 9_000;
        assertThat(slave.doWork()).isZero();
    }

    @Test
    void shouldTakeTablesOfMastersThatTellNoEnd() {
        slavesEnd = 0;
        slave.replaceWith("{\"offsetTable\":{1:7}}".getBytes(StandardCharsets.UTF_8));
        assertThat(slavesProgress.offset(1)).isEqualTo(7);
    }
}
