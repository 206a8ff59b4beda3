/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.sim.MemoryLog;

/** The last record of a log is found while it grows, and after it was cut. */
class LastRecordTest {

    private static final int SEGMENT_BYTES = 4_096;

    private final MemoryLog log = new MemoryLog(SEGMENT_BYTES);
    private final LastRecord last = new LastRecord(log);
    private final Random random = new Random(5);

    @Test
    void shouldFindNoneInAnEmptyLog() {
        assertThat(last.find()).isNull();
    }

    @Test
    void shouldFindTheLastOneOfALogThatGrowsOverSegments() {
        for (int i = 1; i <= 200; i++) {
            log.appendRecord(random.nextInt(700), i, random);
            if (random.nextInt(9) < 2) {
                RecordMark found = last.find();
                assertThat(found.endPosition()).isEqualTo(log.endPosition());
                assertThat(found.storeTimestampMs()).isEqualTo(i);
            }
        }
        assertThat(log.endPosition()).isGreaterThan(8L * SEGMENT_BYTES);
    }

    @Test
    void shouldNotGoOnFromARecordThatWasCutAway() {
        log.appendRecord(300, 1, random);
        long common = log.endPosition();
        log.appendRecord(300, 2, random);
        log.appendRecord(300, 3, random);
        assertThat(last.find().storeTimestampMs()).isEqualTo(3);
        log.truncate(common);
        assertThat(last.find().storeTimestampMs()).isEqualTo(1);
        for (int i = 0; i < 4; i++) {
            log.appendRecord(250, 10 + i, random);
        }
        assertThat(last.find().storeTimestampMs()).isEqualTo(13);
        log.setAside("test");
        assertThat(last.find()).isNull();
    }
}
