/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.simulation;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * The bytes of one file, twice: what a reader sees and what the disk has. A force copies the one to the other. A power
 * loss leaves, for each page that differs, by the dice the old one, the new one, or a page torn between two sectors,
 * and a file whose length was not forced may end where its last page on disk does.
 */
final class ForgetfulContent {

    static final int PAGE_BYTES = 4096;
    private static final int SECTOR_BYTES = 512;

    private final ByteBuffer durable;
    private ByteBuffer seen;
    private int length;
    private int durableLength;

    /**
     * Creates a file of zeros.
     *
     * @param lengthBytes its length
     * @param forced whether the disk has that length already
     */
    ForgetfulContent(int lengthBytes, boolean forced) {
        seen = ByteBuffer.allocate(lengthBytes);
        durable = ByteBuffer.allocate(lengthBytes);
        length = lengthBytes;
        durableLength = forced ? lengthBytes : 0;
    }

    /** What a reader sees, until power is lost. */
    ByteBuffer seen() {
        return seen;
    }

    int lengthBytes() {
        return length;
    }

    int read(ByteBuffer into, int at) {
        int count = Math.max(0, Math.min(into.remaining(), length - at));
        into.put(into.position(), seen, at, count);
        into.position(into.position() + count);
        return count;
    }

    void write(ByteBuffer from, int at) {
        seen.put(at, from, from.position(), from.remaining());
        from.position(from.limit());
    }

    void setLength(int lengthBytes) {
        for (int i = lengthBytes; i < length; i++) {
            seen.put(i, (byte) 0);
        }
        length = lengthBytes;
    }

    /** Forces bytes and length. */
    void force() {
        copy(0, seen.capacity());
        durableLength = length;
    }

    /** Forces the pages that hold some bytes. */
    void force(int fromIndex, int toIndex) {
        int from = fromIndex / PAGE_BYTES * PAGE_BYTES;
        copy(from, Math.min(seen.capacity(), (toIndex + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES));
    }

    /** A file is at least as long as what is on disk of it. */
    private void copy(int from, int to) {
        durable.put(from, seen, from, to - from);
        durableLength = Math.max(durableLength, Math.min(to, length));
    }

    /**
     * What was not forced is there afterwards or not.
     *
     * @param random the dice
     * @param keptPercent how many of the pages that differ the disk has got
     */
    void losePower(Random random, int keptPercent) {
        for (int page = 0; page < seen.capacity(); page += PAGE_BYTES) {
            loosePage(page, random, keptPercent);
        }
        if (durableLength < length && random.nextBoolean()) {
            durableLength = length;
        }
        seen = ByteBuffer.wrap(durable.array().clone());
        length = durableLength;
    }

    private void loosePage(int page, Random random, int keptPercent) {
        int end = Math.min(page + PAGE_BYTES, seen.capacity());
        if (seen.slice(page, end - page).mismatch(durable.slice(page, end - page)) < 0
            || random.nextInt(100) >= keptPercent) {
            return;
        }
        boolean torn = random.nextInt(4) == 0;
        for (int sector = page; sector < end; sector += SECTOR_BYTES) {
            if (!torn || random.nextBoolean()) {
                copy(sector, Math.min(sector + SECTOR_BYTES, end));
            }
        }
    }
}
