/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer's mappings of a segment of five windows: what is written shows to readers, what is left is unmapped. */
class WriteWindowsTest {

    private static final int PIECE_BYTES = 256 << 10;
    private static final int WINDOW = MappedFile.WINDOW_BYTES;
    private static final int SIZE = 4 * WINDOW + 100_000;

    @TempDir
    private Path directory;

    private MappedFile file;

    @BeforeEach
    void create() throws IOException {
        file = MappedFile.create(new DiskFileLayer(), directory.resolve("00000000000000000000"), 0, SIZE);
    }

    private long mappings() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "skipped: this system does not tell its mappings");
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains(directory.toString())).count();
    }

    private void write(int index, long value) throws IOException {
        SharedRegion window = file.window(index);
        window.bytes().putLong(index - MappedFile.windowFrom(index), value);
        window.release();
    }

    private long read(int index) throws IOException {
        SharedRegion region = file.acquire();
        try {
            return region.bytes().getLong(index);
        } finally {
            region.release();
        }
    }

    @Test
    void shouldShowReadersWhatIsWrittenWithinAndOverTheEndsOfWindows() throws Exception {
        file.allocate(SIZE, PIECE_BYTES);
        int[] indexes = {0, WINDOW - 4, WINDOW + 8, 2 * WINDOW - 1, 3 * WINDOW, 4 * WINDOW - 8, SIZE - 8};
        for (int index : indexes) {
            write(index, 7L * index + 1);
        }
        file.releaseWindows(SIZE);
        for (int index : indexes) {
            assertThat(read(index)).as("at %d", index).isEqualTo(7L * index + 1);
        }
        file.close();
    }

    @Test
    void shouldReachALongestRecordIntoTheNextWindowAndNotBeyondTheFile() throws Exception {
        MappedFile large = MappedFile.create(new DiskFileLayer(), directory.resolve("large"), 0,
            3 * WINDOW + MappedFile.WINDOW_RECORD_BYTES);
        SharedRegion window = large.window(WINDOW + 1);
        assertThat(window.bytes().capacity()).isEqualTo(WINDOW + MappedFile.WINDOW_RECORD_BYTES);
        window.release();
        large.close();
        SharedRegion last = file.window(SIZE - 1);
        assertThat(last.bytes().capacity()).isEqualTo(SIZE - 4 * WINDOW);
        last.release();
        file.close();
    }

    @Test
    void shouldUnmapWhatTheWriterHasLeft() throws Exception {
        file.allocate(3 * WINDOW, PIECE_BYTES);
        assertThat(mappings()).isEqualTo(3);
        file.releaseWindows(WINDOW - 1);
        assertThat(mappings()).isEqualTo(3);
        file.releaseWindows(WINDOW);
        assertThat(mappings()).isEqualTo(2);
        SharedRegion held = file.window(2 * WINDOW);
        file.seal();
        assertThat(mappings()).as("the writer has it still").isEqualTo(1);
        held.release();
        assertThat(mappings()).isZero();
        file.close();
    }

    @Test
    void shouldMapAgainForAWriterThatGoesBack() throws Exception {
        file.allocate(3 * WINDOW, PIECE_BYTES);
        file.releaseWindows(3 * WINDOW);
        write(5, 99);
        assertThat(read(5)).isEqualTo(99);
        file.close();
        assertThat(mappings()).isZero();
    }

    @Test
    void shouldRefuseAWindowOfADeletedFile() throws Exception {
        file.delete();
        assertThatThrownBy(() -> file.window(0)).isInstanceOf(IOException.class).hasMessageContaining("deleted");
    }
}
