/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.config;

/**
 * When data are forced to disk.
 *
 * @param sync {@code flushDiskType=SYNC_FLUSH}: a send waits for the disk
 * @param intervalMs {@code flushIntervalCommitLog}: pause of the asynchronous flush
 * @param leastPages {@code flushCommitLogLeastPages}: dirty pages below which the asynchronous flush lets it be
 * @param thoroughIntervalMs {@code flushCommitLogThoroughInterval}: flush whatever there is at least this often
 * @param syncTimeoutMs {@code syncFlushTimeout}: after this a waiting send is answered FLUSH_DISK_TIMEOUT
 * @param queueIntervalMs {@code flushIntervalConsumeQueue}
 * @param queueThoroughIntervalMs {@code flushConsumeQueueThoroughInterval}
 */
public record FlushConfig(boolean sync, long intervalMs, int leastPages, long thoroughIntervalMs, long syncTimeoutMs,
                          long queueIntervalMs, long queueThoroughIntervalMs) {

    /** All defaults: asynchronous flush. */
    public static FlushConfig defaults() {
        return new FlushConfig(false, 500, 4, 10_000, 5_000, 1_000, 60_000);
    }

    /**
     * The same with the other kind of flush.
     *
     * @param synchronous whether sends wait for the disk
     * @return changed copy
     */
    public FlushConfig withSync(boolean synchronous) {
        return new FlushConfig(synchronous, intervalMs, leastPages, thoroughIntervalMs, syncTimeoutMs, queueIntervalMs,
            queueThoroughIntervalMs);
    }
}
