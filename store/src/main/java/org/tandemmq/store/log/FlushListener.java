/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

/** Told by the flush thread what the disk has. */
public interface FlushListener {

    /** Nobody listens. */
    FlushListener NONE = (position, storeTimestampMs) -> { };

    /**
     * Everything up to a position is on disk.
     *
     * @param position the position
     * @param storeTimestampMs store time such that all records of that time and before are on disk; 0 when no record
     *     was appended here since the start
     */
    void flushed(long position, long storeTimestampMs);
}
