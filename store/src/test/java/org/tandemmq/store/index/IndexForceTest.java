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
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.MappedRegion;

/** What of an index file is forced: everything that is not on disk, however often the disk fails, and nothing else. */
class IndexForceTest {

    private static final int SLOTS = 2_000_000;
    private static final int ENTRIES = 10_000;

    @TempDir
    private Path directory;

    private final BitSet forced = new BitSet();
    private boolean failing;

    private final class Region implements MappedRegion {

        private final ByteBuffer bytes = ByteBuffer.allocate((int) IndexLayout.fileBytes(SLOTS, ENTRIES));

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public void force(int fromIndex, int toIndex) throws IOException {
            if (failing && fromIndex > IndexLayout.HEADER_BYTES) {
                throw new IOException("the disk fails");
            }
            assertThat(toIndex).isGreaterThan(fromIndex);
            forced.set(fromIndex, toIndex);
        }

        @Override
        public boolean isLoaded(int fromIndex, int toIndex) {
            return true;
        }

        @Override
        public void unmap() {
            // on the heap
        }
    }

    private void assertForced(IndexFile file, int fromEntry, int toEntry) {
        int entriesAt = file.entryAt(0);
        assertThat(forced.nextClearBit(0)).as("header and slots").isGreaterThanOrEqualTo(entriesAt);
        assertThat(forced.nextClearBit(file.entryAt(fromEntry))).isGreaterThanOrEqualTo(file.entryAt(toEntry));
        assertThat(forced.nextSetBit(entriesAt)).as("entries forced before").isEqualTo(file.entryAt(fromEntry));
        forced.clear();
    }

    @Test
    void shouldForceWhatIsNewAndItAgainAfterAFailure() throws Exception {
        IndexDirectory files = new IndexDirectory(new DiskFileLayer(), directory, 1, 10, () -> java.time.Instant.EPOCH);
        Path path = files.create(null).path();
        IndexFile file = new IndexFile(path, new Region(),
            new IndexSpace(new DiskFileLayer(), path, IndexLayout.fileBytes(SLOTS, ENTRIES), true), SLOTS, ENTRIES);
        put(file, 1, 101);
        file.force();
        assertForced(file, 1, ENTRIES);
        file.force();
        assertThat(forced.isEmpty()).as("nothing is new").isTrue();
        put(file, 101, 151);
        file.force();
        assertForced(file, 101, 151);
        put(file, 151, 161);
        failing = true;
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        failing = false;
        forced.clear();
        file.force();
        assertForced(file, 151, 161);
        file.changed();
        file.force();
        assertForced(file, 1, ENTRIES);
    }

    private static void put(IndexFile file, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            file.put(number * 7_919, number * 100L, 1_795_976_314_749L + number);
        }
    }
}
