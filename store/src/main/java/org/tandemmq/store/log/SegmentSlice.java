/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.nio.ByteBuffer;
import org.tandemmq.store.file.SharedRegion;

/** A slice of one segment's mapping; holds the mapping until closed. */
final class SegmentSlice implements LogSlice {

    private final long position;
    private final int index;
    private final ByteBuffer bytes;
    private SharedRegion region;

    /** Takes over the caller's hold on the region. */
    SegmentSlice(long position, SharedRegion region, int index, int sizeBytes) {
        this.position = position;
        this.region = region;
        this.index = index;
        this.bytes = region.bytes().slice(index, sizeBytes);
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public boolean isLoaded(int at, int sizeBytes) {
        return region.isLoaded(index + at, index + at + sizeBytes);
    }

    @Override
    public void close() {
        SharedRegion held = region;
        if (held != null) {
            region = null;
            held.release();
        }
    }

    @Override
    public String toString() {
        return bytes.remaining() + " bytes of the log at " + position;
    }
}
