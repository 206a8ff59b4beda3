/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is freed of the pages of a file, and what nobody notices of it. */
class PageCacheTest {

    private static final int SIZE_BYTES = (int) (2 * PageCache.PIECE_BYTES + 12_345);

    @TempDir
    private Path folder;

    private Path written(byte[] content) throws IOException {
        Path path = folder.resolve("segment");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(content));
            file.force(true);
        }
        return path;
    }

    private static byte[] content() {
        byte[] content = new byte[SIZE_BYTES];
        new Random(7).nextBytes(content);
        return content;
    }

    private static MappedByteBuffer map(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return file.map(FileChannel.MapMode.READ_ONLY, 0, SIZE_BYTES);
        }
    }

    @Test
    void shouldFreeThePagesAndKeepTheFile() throws Exception {
        byte[] content = content();
        Path path = written(content);
        assumeTrue(PageCache.forget(path, SIZE_BYTES), "this system can't be asked");

        MappedByteBuffer mapped = map(path);
        assertThat(IntStream.iterate(0, at -> at < SIZE_BYTES, at -> at + 4096)
            .filter(at -> mapped.slice(at, 1).isLoaded()).boxed()).as("pages in memory").isEmpty();
        assertThat(Files.readAllBytes(path)).isEqualTo(content);
    }

    @Test
    void shouldLeaveWhatSomebodyHasMapped() throws Exception {
        byte[] content = content();
        Path path = written(content);
        MappedByteBuffer mapped = map(path);
        byte[] seen = new byte[SIZE_BYTES];
        mapped.get(0, seen);

        PageCache.forget(path, SIZE_BYTES);

        assertThat(mapped.isLoaded()).isTrue();
        mapped.get(0, seen);
        assertThat(seen).isEqualTo(content);
    }

    @Test
    void shouldKeepWhatIsNotOnTheDiskYet() throws Exception {
        byte[] content = content();
        Path path = Files.write(folder.resolve("dirty"), content);

        PageCache.forget(path, SIZE_BYTES);

        assertThat(Files.readAllBytes(path)).isEqualTo(content);
    }

    @Test
    void shouldTakeAFileThatIsGoneForAnError() {
        assertThat(PageCache.forget(folder.resolve("none"), SIZE_BYTES)).isFalse();
    }
}
