/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

/**
 * The disk under the log beside its limit, for the answer to a put that found no room. Any thread.
 *
 * @param disk the log's disk
 * @param fullPercent {@code diskSpaceWarningLevelRatio}
 */
public record DiskRoom(DiskGauge disk, int fullPercent) {

    /** Whether the disk is above its limit. */
    public boolean isFull() {
        return disk.usedPercent() > fullPercent;
    }

    @Override
    public String toString() {
        return "the disk is " + disk.usedPercent() + " % full, the limit is " + fullPercent
            + " % (diskSpaceWarningLevelRatio)";
    }
}
