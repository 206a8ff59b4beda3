/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.file.WatchedLayer;

/** Space of an index file is taken before it is written to, once, and never over what is there. */
class IndexSpaceTest {

    private static final int SLOTS = 9_000;
    private static final int ENTRIES = 9_000;
    private static final long BEGIN_MS = 1_795_976_314_749L;

    @TempDir
    private Path directory;

    private final List<Long> writes = new ArrayList<>();
    private boolean full;
    private IndexDirectory files;

    @BeforeEach
    void useADiskThatMayBeFull() {
        files = new IndexDirectory(WatchedLayer.of(this::before), directory, SLOTS, ENTRIES,
            InstantSource.fixed(Instant.ofEpochMilli(BEGIN_MS)));
    }

    private void before(boolean isNew, String call, Object[] arguments) throws IOException {
        if (call.equals("write")) {
            if (full) {
                throw new IOException("no space left");
            }
            writes.add((long) arguments[1]);
        }
    }

    private static int hash(int number) {
        return new Random(number).nextInt(Integer.MAX_VALUE);
    }

    private static void put(IndexFile file, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            file.put(hash(number), number * 100L, BEGIN_MS + number);
        }
    }

    private static void assertHolds(IndexFile file, int from, int to) {
        for (int number = from; number < to; number++) {
            long position = number * 100L;
            List<Long> found = new ArrayList<>();
            file.find(hash(number), 0, Long.MAX_VALUE, found::add);
            assertThat(found).as("entry %d", number).contains(position);
        }
    }

    /** Header and slots page by page, what of the entries is behind them in pieces of four. */
    private int pieces() {
        int scattered = (IndexLayout.HEADER_BYTES + SLOTS * IndexLayout.SLOT_BYTES + 4095) / 4096;
        return scattered + (int) ((files.fileBytes() - scattered * 4096L + 16_383) / 16_384);
    }

    @Test
    void shouldTakeEachPieceOnceAndOnlyWhereItIsUsed() throws Exception {
        IndexFile file = files.create(null);
        assertThat(writes).containsExactly(0L);
        file.put(hash(1), 100, BEGIN_MS);
        assertThat(writes).hasSizeBetween(2, 3);
        put(file, 2, ENTRIES);
        assertThat(file.isFull()).isTrue();
        assertThat(writes).doesNotHaveDuplicates().hasSize(pieces());
        assertHolds(file, 1, ENTRIES);
        file.unmap();
    }

    /** After the loss of power a header may count less than there is. */
    @Test
    void shouldNeverWriteOverEntriesThatARepairHasFound() throws Exception {
        for (int counted : new int[] {1, 2, 700, 1_500, 3_999}) {
            IndexFile file = files.create(null);
            put(file, 1, 4_000);
            ByteBuffer header = file.bytes();
            header.putInt(IndexLayout.NEXT_ENTRY, counted);
            file.unmap();
            IndexFile again = files.open().get(0);
            new IndexRepair(again).recover(Long.MAX_VALUE);
            assertThat(again.nextEntry()).isEqualTo(4_000);
            put(again, 4_000, 8_000);
            assertHolds(again, 1, 8_000);
            files.delete(again);
        }
    }

    @Test
    void shouldChangeNothingOnAFullDiskAndGoOnWhenThereIsRoom() throws Exception {
        IndexFile file = files.create(null);
        put(file, 1, 1_000);
        full = true;
        int[] reached = {1_000};
        assertThatThrownBy(() -> {
            while (reached[0] < ENTRIES) {
                put(file, reached[0], reached[0] + 1);
                reached[0]++;
            }
        }).isInstanceOf(IOException.class).hasMessage("no space left");
        assertThat(file.nextEntry()).isEqualTo(reached[0]);
        full = false;
        put(file, reached[0], ENTRIES);
        assertHolds(file, 1, ENTRIES);
        file.unmap();
    }
}
