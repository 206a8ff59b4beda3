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
import java.util.List;
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
    void shouldLeaveAMappingAndFindItsBytesAgain() throws Exception {
        int sizeBytes = (int) (PageCache.MAPPED_PIECE_BYTES + 12_345);
        Path path = folder.resolve("mapped");
        MappedByteBuffer mapped;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes);
        }
        byte[] content = new byte[sizeBytes];
        new Random(8).nextBytes(content);
        mapped.put(0, content);
        assertThat(residentKib(path)).isGreaterThanOrEqualTo(sizeBytes / 1024);

        assumeTrue(PageCache.leave(mapped), "this system can't be asked");

        assertThat(residentKib(path)).as("mapped pages, in KiB").isZero();
        assertThat(Files.readAllBytes(path)).isEqualTo(content);
        byte[] seen = new byte[sizeBytes];
        mapped.get(0, seen);
        assertThat(seen).isEqualTo(content);
    }

    /** What this process has mapped of a file at the moment; the system tells it in two lines. */
    private static int residentKib(Path path) throws IOException {
        Path maps = Path.of("/proc/self/smaps");
        assumeTrue(Files.exists(maps), "this system does not tell what is mapped");
        List<String> lines = Files.readAllLines(maps);
        int begin = IntStream.range(0, lines.size()).filter(line -> lines.get(line).endsWith(path.toString()))
            .findFirst().orElseThrow();
        return lines.subList(begin, lines.size()).stream().filter(line -> line.startsWith("Rss:"))
            .map(line -> Integer.parseInt(line.replaceAll("[^0-9]", ""))).findFirst().orElseThrow();
    }

    @Test
    void shouldTakeAFileThatIsGoneForAnError() {
        assertThat(PageCache.forget(folder.resolve("none"), SIZE_BYTES)).isFalse();
    }
}
