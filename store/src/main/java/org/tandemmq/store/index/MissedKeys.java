/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an index that could not be written has missed, and when it is tried again: after pauses that double up to a
 * minute. Changed by the dispatch thread, read by any.
 */
final class MissedKeys {

    private static final Logger log = LoggerFactory.getLogger(MissedKeys.class);
    private static final long PAUSE_FIRST_MS = 1_000;
    private static final long PAUSE_MAX_MS = 60_000;

    private final Path directory;
    private final AtomicLong count = new AtomicLong();
    private volatile long from = Long.MAX_VALUE;
    private long pauseMs;
    private long retryAtMs;

    MissedKeys(Path directory) {
        this.directory = directory;
    }

    /** Records missed so far. */
    long count() {
        return count.get();
    }

    /** Position of the first of them; the largest number when there is none. */
    long from() {
        return from;
    }

    /** Whether one more record is missed because it is too early for another attempt. */
    boolean isPause(long nowMs) {
        boolean pause = pauseMs > 0 && nowMs < retryAtMs;
        if (pause) {
            count.incrementAndGet();
        }
        return pause;
    }

    /** A record is missed because it could not be written. */
    void failed(long position, long nowMs, Throwable cause) {
        from = Math.min(from, position);
        pauseMs = pauseMs == 0 ? PAUSE_FIRST_MS : Math.min(PAUSE_MAX_MS, pauseMs * 2);
        retryAtMs = nowMs + pauseMs;
        log.error("the key index below {} can't be written at log position {}: {}; messages are taken all the same,"
            + " {} missed so far, tried again in {} ms", directory, position, cause.toString(),
            count.incrementAndGet(), pauseMs);
    }

    /** A record was written. */
    void ended() {
        if (pauseMs > 0) {
            log.warn("the key index below {} is written again; {} records from log position {} on are missed until the"
                + " next start", directory, count.get(), from);
            pauseMs = 0;
        }
    }
}
