/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.StoreFile;

/**
 * Takes the disk space of an index file piece by piece before the mapping is written to, with zeros through the file. A
 * full disk shows here as an exception with a cause. And the first touch of a page that the file does not have would
 * read ahead, some megabytes of a hole on some systems, during which the kernel gives the core to nobody else.
 *
 * <p>The writer of the index only.
 */
final class IndexSpace {

    /** A page at a time for what lies anywhere: the kernel brings to the disk together what was laid together. */
    static final int SCATTERED_BYTES = 4 << 10;
    /** For what follows each other. */
    static final int GROWING_BYTES = 16 << 10;

    private static final int PAGE_BYTES = 4 << 10;
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(GROWING_BYTES).asReadOnlyBuffer();

    private final FileLayer layer;
    private final Path path;
    private final long fileBytes;
    private final BitSet taken = new BitSet();
    private boolean usedKnown;

    /**
     * Space of one file.
     *
     * @param layer where the file is
     * @param path the file, which exists
     * @param fileBytes its length
     * @param isNew whether it was made just now; in any other an earlier run may have written everywhere
     */
    IndexSpace(FileLayer layer, Path path, long fileBytes, boolean isNew) {
        this.layer = layer;
        this.path = path;
        this.fileBytes = fileBytes;
        this.usedKnown = isNew;
    }

    /**
     * Says, with each entry and before its space is taken, where entries end. What an earlier run has left before the
     * first one is never touched; it is known only now, since a repair may find more entries than a header counts.
     *
     * @param usedBytes end of what is in use
     */
    void usedTo(int usedBytes) {
        if (!usedKnown) {
            taken.set(0, (usedBytes + PAGE_BYTES - 1) / PAGE_BYTES);
            usedKnown = true;
        }
    }

    /**
     * Sees to it that there is space.
     *
     * @param at first byte that will be written
     * @param sizeBytes how many, at most a page
     * @param pieceBytes how much is taken, if any: {@link #SCATTERED_BYTES} or {@link #GROWING_BYTES}
     * @throws IOException when the disk is full or fails
     */
    void take(int at, int sizeBytes, int pieceBytes) throws IOException {
        int first = at / PAGE_BYTES;
        int last = (at + sizeBytes - 1) / PAGE_BYTES;
        if (!taken.get(first)) {
            lay(first, pieceBytes / PAGE_BYTES);
        }
        if (last != first && !taken.get(last)) {
            lay(last, pieceBytes / PAGE_BYTES);
        }
    }

    /** Never over a page that is in use. */
    private void lay(int page, int pages) throws IOException {
        int used = taken.nextSetBit(page);
        int behind = used < 0 ? page + pages : Math.min(used, page + pages);
        long from = (long) page * PAGE_BYTES;
        int sizeBytes = (int) Math.min((long) behind * PAGE_BYTES, fileBytes) - (int) from;
        try (StoreFile file = layer.open(path)) {
            file.write(ZEROS.slice(0, sizeBytes), from);
        }
        taken.set(page, behind);
    }
}
