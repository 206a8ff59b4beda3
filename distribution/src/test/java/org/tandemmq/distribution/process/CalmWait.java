/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Waits for what has to be there within a time that is promised, on a machine that runs other tests as well: where this
 * thread itself was held up, most of that does not count.
 */
public final class CalmWait {
    private static final Duration GIVE_UP = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long POLL_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(80);

    private final String what;
    private final long withinNanos;
    private long countedNanos;
    private long lastNanos;

    private CalmWait(String what, Duration within) {
        this.what = what;
        this.withinNanos = within.toNanos();
        this.lastNanos = System.nanoTime();
    }

    /** Waits until it is so; fails when more calm time than this is over. */
    public static void await(String what, Duration within, Callable<Boolean> condition) {
        CalmWait wait = new CalmWait(what, within);
        Awaitility.await(what).atMost(GIVE_UP).pollDelay(Duration.ZERO).pollInterval(POLL)
            .until(() -> condition.call() || wait.goesOn());
    }

    private boolean goesOn() {
        long now = System.nanoTime();
        countedNanos += Math.min(now - lastNanos, POLL_NANOS_MAX);
        lastNanos = now;
        if (countedNanos > withinNanos) {
            throw new AssertionError(what + " is not there within " + TimeUnit.NANOSECONDS.toMillis(withinNanos)
                + " ms");
        }
        return false;
    }
}
