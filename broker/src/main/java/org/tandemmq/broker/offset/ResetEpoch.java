/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what makes smaller offsets right: resets and deletions. Each offset carries the count of the time when it
 * began or was last set back. Between two brokers the larger stamp wins, then the larger offset: an offset that a slave
 * took while its master was away beats the master's older one, and a reset beats both.
 */
final class ResetEpoch {

    /** Largest count that another broker may tell: from there on ours has room for ever. */
    static final long TOLD_MAX = 1L << 48;

    private final AtomicLong count = new AtomicLong();

    long current() {
        return count.get();
    }

    /** One more reset or deletion; gives its stamp. */
    long next() {
        return count.incrementAndGet();
    }

    /** Another broker has counted so far. */
    void atLeast(long other) {
        count.accumulateAndGet(other, Math::max);
    }
}
