/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.nio.ByteBuffer;
import org.tandemmq.store.file.SharedRegion;

/**
 * A slice of one segment's mapping; holds the mapping until closed, unless another slice does that for it. The view of
 * its bytes is made when it is asked for: most slices are only copied.
 */
final class SegmentSlice implements LogSlice {

    private final long position;
    private final SharedRegion region;
    private final int index;
    private final int sizeBytes;
    private ByteBuffer bytes;
    private boolean holds;

    /** A slice that takes over the caller's hold on the region. */
    static SegmentSlice holding(long position, SharedRegion region, int index, int sizeBytes) {
        return new SegmentSlice(position, region, index, sizeBytes, true);
    }

    private SegmentSlice(long position, SharedRegion region, int index, int sizeBytes, boolean holds) {
        this.position = position;
        this.region = region;
        this.index = index;
        this.sizeBytes = sizeBytes;
        this.holds = holds;
    }

    /** Whether bytes are in the same segment. */
    boolean reaches(long otherPosition, int otherBytes) {
        long start = position - index;
        return otherBytes > 0 && otherPosition >= start
            && otherPosition + otherBytes <= start + region.bytes().capacity();
    }

    /** Other bytes of the segment, valid as long as this slice is open. */
    SegmentSlice sibling(long otherPosition, int otherBytes) {
        return new SegmentSlice(otherPosition, region, (int) (index + otherPosition - position), otherBytes, false);
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public ByteBuffer bytes() {
        if (bytes == null) {
            bytes = region.bytes().slice(index, sizeBytes);
        }
        return bytes;
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void copyTo(ByteBuffer into) {
        into.put(into.position(), region.bytes(), index, sizeBytes);
        into.position(into.position() + sizeBytes);
    }

    @Override
    public boolean isLoaded(int at, int count) {
        return region.isLoaded(index + at, index + at + count);
    }

    @Override
    public void close() {
        if (holds) {
            holds = false;
            region.release();
        }
    }

    @Override
    public String toString() {
        return sizeBytes + " bytes of the log at " + position;
    }
}
