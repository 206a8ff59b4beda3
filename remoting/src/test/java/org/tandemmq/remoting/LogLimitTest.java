/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How many lines of one cause are let through, with a clock moved by hand. */
class LogLimitTest {

    private long nowNs = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(5);
    private final LogLimit limit = new LogLimit(() -> nowNs);

    private int permitted(int lines) {
        int permitted = 0;
        for (int i = 0; i < lines; i++) {
            permitted += limit.permits() ? 1 : 0;
        }
        return permitted;
    }

    @Test
    void shouldLetAsManyThroughAsItIsToldTo() {
        LogLimit one = new LogLimit(() -> nowNs, 1, TimeUnit.MINUTES.toNanos(1));
        assertThat(one.permits()).isTrue();
        nowNs += TimeUnit.SECONDS.toNanos(59);
        assertThat(one.permits()).isFalse();
        nowNs += TimeUnit.SECONDS.toNanos(1);
        assertThat(one.permits()).isTrue();
        assertThat(one.suppressed()).isEqualTo(" (1 more such lines were left out)");
    }

    @Test
    void shouldLetFiveLinesThroughInTenSeconds() {
        assertThat(permitted(4)).isEqualTo(4);
        assertThat(limit.suppressed()).isEmpty();
        assertThat(permitted(100)).isEqualTo(1);
        nowNs += TimeUnit.SECONDS.toNanos(9);
        assertThat(permitted(1)).isZero();
        nowNs += TimeUnit.SECONDS.toNanos(2);
        assertThat(permitted(1)).isEqualTo(1);
        assertThat(limit.suppressed()).isEqualTo(" (100 more such lines were left out)");
        assertThat(limit.suppressed()).isEmpty();
    }
}
