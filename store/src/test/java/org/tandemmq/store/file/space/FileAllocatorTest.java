/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.agent.Wakeup;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;

/** Space ahead of the writer: near a slow one, far ahead of a fast one, and across the end of a segment. */
class FileAllocatorTest {

    private static final int MIB = 1 << 20;
    private static final int SEGMENT = 32 * MIB;
    private static final int NEAR = 4 * MIB;
    private static final int FAR = 4 * NEAR;

    @TempDir
    private Path directory;

    private MappedFileQueue files;
    private FileAllocator allocator;
    private MappedFile first;
    private long end;
    private long nowMs = 1_000_000;

    @BeforeEach
    void open() throws IOException {
        files = new MappedFileQueue(new DiskFileLayer(), directory, SEGMENT);
        files.load();
        allocator = new FileAllocator(files, NEAR, false, () -> end, new Wakeup());
        first = allocator.next(0);
        files.add(first);
        work();
    }

    @AfterEach
    void close() {
        allocator.close();
        files.close();
    }

    private void work() {
        while (allocator.doWork(nowMs) > 0) {
            assertThat(allocator.failure()).isNull();
        }
    }

    /** Writes as far as there is space, in ten milliseconds. */
    private void writeFast() {
        nowMs += 10;
        end = first.startPosition() + first.allocatedBytes();
        work();
    }

    @Test
    void shouldKeepNearASlowWriter() {
        assertThat(first.allocatedBytes()).isEqualTo(NEAR);
        end = NEAR;
        nowMs += 1_000;
        work();
        assertThat(first.allocatedBytes()).isEqualTo(2 * NEAR);
    }

    @Test
    void shouldGoFarAheadOfAFastWriterAndComeNearAgain() {
        writeFast();
        assertThat(first.allocatedBytes() - end).isBetween(FAR * 3L / 4, (long) FAR);
        end = first.allocatedBytes() - MIB;
        nowMs += 10_000;
        work();
        assertThat(first.allocatedBytes() - end).as("slow again").isBetween(NEAR / 2L, (long) NEAR);
    }

    @Test
    void shouldHaveSpaceInTheNextSegmentBeforeTheWriterComesThere() throws IOException {
        writeFast();
        writeFast();
        assertThat(first.allocatedBytes()).isEqualTo(SEGMENT);
        MappedFile next = allocator.next(SEGMENT);
        assertThat(next.allocatedBytes()).isEqualTo((int) (FAR - (SEGMENT - end)));
    }
}
