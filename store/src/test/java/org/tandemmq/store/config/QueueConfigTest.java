/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures of queues. */
class QueueConfigTest {

    @ParameterizedTest
    @CsvSource({"20, 20", "21, 40", "39, 40", "6000000, 6000000", "2147483621, 2147483640", "2147483640, 2147483640"})
    void shouldRoundFilesUpToWholeEntries(int wanted, int rounded) {
        assertThat(new QueueConfig(wanted, true, 100, 100, List.of(), ReadConfig.defaults()).queueFileBytes())
            .isEqualTo(rounded);
    }
}
