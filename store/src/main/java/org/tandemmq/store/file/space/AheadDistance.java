/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

/**
 * How far ahead of the log's writer space is taken: four times as far while it writes more than 40 MB/s, since the disk
 * makes whoever takes space wait for 50 ms now and then. Written by the allocator's thread, read by the writer.
 */
final class AheadDistance {

    private static final int FAR = 4;
    private static final long CALM_BYTES_PER_MS = 40_000;
    private static final long LOOK_MS = 10;

    private final int nearBytes;
    private final int farBytes;
    private volatile int bytes;
    private volatile int lowBytes;
    private boolean calm = true;
    private long position;
    private long sinceMs;

    /** A distance from a slow writer, and the size of a segment, which is the longest one. */
    AheadDistance(int nearBytes, int segmentBytes) {
        this.nearBytes = nearBytes;
        this.farBytes = (int) Math.min((long) FAR * nearBytes, segmentBytes);
        keep();
    }

    private void keep() {
        bytes = calm ? nearBytes : farBytes;
        lowBytes = calm ? bytes / 2 : bytes - bytes / 4;
    }

    /** Looks how fast the writer has been since the last look, if that was long enough ago to tell. */
    void look(long end, long nowMs) {
        long elapsedMs = nowMs - sinceMs;
        if (elapsedMs >= LOOK_MS) {
            calm = end - position <= elapsedMs * CALM_BYTES_PER_MS;
            position = end;
            sinceMs = nowMs;
            keep();
        }
    }

    /** Whether the writer is slow. */
    boolean isCalm() {
        return calm;
    }

    int bytes() {
        return bytes;
    }

    /** What of it is too little. */
    int lowBytes() {
        return lowBytes;
    }
}
