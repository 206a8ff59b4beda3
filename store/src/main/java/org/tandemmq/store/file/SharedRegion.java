/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A mapping with several holders: the file itself and every reader that has a slice. It is unmapped when the last one
 * lets go, so that neither deleting nor idling a segment pulls the bytes from under a reader.
 */
public final class SharedRegion {

    private final MappedRegion region;
    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Takes over a mapping; the caller is its first holder.
     *
     * @param region the mapping
     */
    SharedRegion(MappedRegion region) {
        this.region = region;
    }

    /** The bytes of the whole file; read and written by absolute index only; valid until {@link #release}. */
    public ByteBuffer bytes() {
        return region.bytes();
    }

    /**
     * Forces a range to disk.
     *
     * @param fromIndex first byte
     * @param toIndex behind the last byte
     * @throws IOException when the disk did not confirm
     */
    public void force(int fromIndex, int toIndex) throws IOException {
        region.force(fromIndex, toIndex);
    }

    /**
     * Whether a range is in memory at the moment; asks the operating system.
     *
     * @param fromIndex first byte
     * @param toIndex behind the last byte
     * @return false when touching it would wait for the disk
     */
    public boolean isLoaded(int fromIndex, int toIndex) {
        return region.isLoaded(fromIndex, toIndex);
    }

    /** Becomes one more holder; false when it is unmapped already. */
    boolean retain() {
        int count = holders.get();
        while (count > 0) {
            if (holders.compareAndSet(count, count + 1)) {
                return true;
            }
            count = holders.get();
        }
        return false;
    }

    /** Lets go; the last one unmaps. Each holder calls it once. */
    public void release() {
        int left = holders.decrementAndGet();
        if (left == 0) {
            region.unmap();
        } else if (left < 0) {
            throw new AssertionError("a mapping was released more often than it was taken");
        }
    }

    /** As {@link #release}, for a thread that has time: a large mapping is let go of a little at a time before. */
    void releaseGently() {
        region.leavePages();
        release();
    }

    /** Number of holders besides the file itself, while the file has it mapped. */
    int readers() {
        return holders.get() - 1;
    }
}
