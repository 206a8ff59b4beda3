/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.file.DiskFileLayer;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.space.IdleSegments;
import org.tandemmq.store.record.RecordScanner;

/**
 * Segments that come and go, thousands of them: what the process holds afterwards is what the present segments need.
 * Number of rolls: {@code -Dtandemmq.rolls}, 300 by default.
 */
class SegmentRollsTest {

    private static final int SEGMENT_BYTES = 16_384;
    private static final int KEPT = 4;
    private static final int READERS = 3;
    private static final int ROLLS = Integer.getInteger("tandemmq.rolls", 300);

    @TempDir
    private Path root;

    @Test
    void shouldHoldNothingOfSegmentsThatAreGone() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "skipped: this system does not tell its mappings");
        LogFixture fixture = new LogFixture(new DiskFileLayer(), root, SEGMENT_BYTES).open(0);
        ArrayDeque<LogSlice> readers = new ArrayDeque<>();
        IdleSegments idle = new IdleSegments(fixture.files);
        long rolls = 0;
        for (long segment = 0; rolls < ROLLS; fixture.elapsedMs++) {
            long position = fixture.append("T", 0, 3_000).position();
            fixture.allocator.doWork(fixture.elapsedMs);
            if (position / SEGMENT_BYTES == segment) {
                continue;
            }
            segment = position / SEGMENT_BYTES;
            rolls++;
            // readers keep what they hold beyond the end of its file
            readers.add(fixture.reader.slice(fixture.files.minPosition(), 4096));
            if (readers.size() > READERS) {
                readers.remove().close();
            }
            while (fixture.files.size() > KEPT) {
                assertThat(fixture.files.removeFirst()).isTrue();
            }
            int unmapped = 1;
            while (unmapped > 0) {
                unmapped = idle.doWork(rolls * 60_000);
            }
        }
        // one each for readers, and the writer's own of the present segment and of the spare one
        assertThat(mappings()).as("mappings").isLessThanOrEqualTo(KEPT + READERS + 1 + 2);
        assertThat(handles()).as("file handles").isLessThanOrEqualTo(KEPT + 1);
        readers.forEach(LogSlice::close);
        fixture.allocator.close();
        fixture.log.close();
        fixture.files.close();
        assertThat(mappings()).as("mappings after the end").isZero();
        assertThat(handles()).as("file handles after the end").isZero();
    }

    @Test
    void shouldReadBackRecordsThatLieOverTheWriterWindowsAndLargerOnes() throws Exception {
        int segmentBytes = 4 * MappedFile.WINDOW_RECORD_BYTES + 5_000;
        LogFixture fixture = new LogFixture(new DiskFileLayer(), root, segmentBytes).open(0);
        List<Integer> sizes = List.of(3_000_000, 3_000_001, 5_000_003, MappedFile.WINDOW_RECORD_BYTES, 1, 4_000_005,
            MappedFile.WINDOW_RECORD_BYTES + 1, 20, 3_000_000, 2 * MappedFile.WINDOW_RECORD_BYTES, 700);
        SplittableRandom random = new SplittableRandom(5);
        List<AppendResult> results = new ArrayList<>();
        for (int size : sizes) {
            byte[] body = new byte[size];
            random.nextBytes(body);
            results.add(fixture.append("T", 0, ByteBuffer.wrap(body), "", 0));
            while (fixture.allocator.doWork(fixture.elapsedMs++) > 0) {
                assertThat(fixture.allocator.failure()).isNull();
            }
        }
        assertThat(fixture.end.value()).as("more than one segment").isGreaterThan(segmentBytes);
        RecordScanner scanner = new RecordScanner(segmentBytes, true);
        for (AppendResult result : results) {
            assertThat(result.isDone()).isTrue();
            try (LogSlice slice = fixture.reader.slice(result.position(), Integer.MAX_VALUE)) {
                assertThat(scanner.check(slice.bytes(), 0, slice.sizeBytes(), result.position()))
                    .as("%s", scanner.reason()).isEqualTo(RecordScanner.Verdict.RECORD);
            }
        }
        fixture.allocator.close();
        fixture.log.close();
        fixture.files.close();
    }

    private long mappings() throws IOException {
        return new String(Files.readAllBytes(Path.of("/proc/self/maps")), StandardCharsets.UTF_8).lines()
            .filter(line -> line.contains(root.toString())).count();
    }

    private long handles() throws IOException {
        long count = 0;
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : all.toList()) {
                try {
                    count += Files.readSymbolicLink(each).startsWith(root) ? 1 : 0;
                } catch (NoSuchFileException closedMeanwhile) {
                    continue;
                }
            }
        }
        return count;
    }
}
