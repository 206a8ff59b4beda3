/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.WatchedLayer;

/** In what pieces space is taken: the kernel writes a whole one to the disk when one byte of it is forced. */
class PieceSizesTest {

    private static final int MIB = 1 << 20;
    private static final int SEGMENT = 64 * MIB;

    @TempDir
    private Path directory;

    private final List<Integer> pieces = new ArrayList<>();
    private MappedFileQueue files;
    private FileAllocator allocator;
    private MappedFile first;
    private long end;
    private long nowMs = 1_000_000;

    private void open(boolean forcedOften) throws IOException {
        files = new MappedFileQueue(WatchedLayer.of((isNew, call, arguments) -> {
            if (call.equals("write") && ((ByteBuffer) arguments[0]).remaining() > 1) {
                pieces.add(((ByteBuffer) arguments[0]).remaining());
            }
        }), directory, SEGMENT);
        files.load();
        allocator = new FileAllocator(files, 4 * MIB, forcedOften, () -> end, new Wakeup());
        first = allocator.next(0);
        files.add(first);
        work();
    }

    private void work() {
        while (allocator.doWork(nowMs) > 0) {
            assertThat(allocator.failure()).isNull();
        }
    }

    private void written(int toBytes, long elapsedMs) {
        pieces.clear();
        nowMs += elapsedMs;
        end = toBytes;
        work();
        assertThat(pieces).isNotEmpty();
    }

    private void close() {
        allocator.close();
        files.close();
    }

    @Test
    void shouldTakeLargePiecesForAFastWriterAndStepsForASlowOne() throws IOException {
        open(false);
        written(4 * MIB, 10);
        assertThat(pieces).containsOnly(FileAllocator.LARGE_PIECE_BYTES);
        written(first.allocatedBytes() - MIB, 60_000);
        assertThat(pieces).as("of a slow one").containsOnly(FileAllocator.CALM_STEP_BYTES);
        close();
    }

    @Test
    void shouldTakeSmallPiecesWhereEachSendIsForced() throws IOException {
        open(true);
        assertThat(pieces).containsOnly(FileAllocator.SMALL_PIECE_BYTES);
        written(4 * MIB, 10);
        assertThat(pieces).containsOnly(FileAllocator.SMALL_PIECE_BYTES);
        pieces.clear();
        allocator.allocate(first, first.allocatedBytes() + 1);
        assertThat(pieces).as("of the writer itself").containsOnly(FileAllocator.SMALL_PIECE_BYTES);
        close();
    }

    @Test
    void shouldBeginPiecesAtMultiplesOfTheirSize() throws IOException {
        open(true);
        int from = first.allocatedBytes() + 5_000;
        first.write(from, ByteBuffer.allocate(16));
        pieces.clear();
        first.allocate(first.allocatedBytes() + 3 * FileAllocator.SMALL_PIECE_BYTES, FileAllocator.SMALL_PIECE_BYTES);
        assertThat(pieces.get(0)).isLessThan(FileAllocator.SMALL_PIECE_BYTES);
        assertThat(pieces.subList(1, 3)).containsOnly(FileAllocator.SMALL_PIECE_BYTES);
        close();
    }
}
