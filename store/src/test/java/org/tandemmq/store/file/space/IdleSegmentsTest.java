/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.file.WatchedLayer;

/** Which segments are unmapped, when, and how many at a time. */
class IdleSegmentsTest {

    private static final int SIZE_BYTES = MappedFile.WINDOW_BYTES;
    private static final long MINUTE_MS = 60_000;

    @TempDir
    private Path directory;

    private final List<String> calls = new ArrayList<>();
    private MappedFileQueue files;
    private IdleSegments idle;
    private long nowMs = 1_000_000;

    @BeforeEach
    void fill() throws IOException {
        files = new MappedFileQueue(WatchedLayer.of((isNew, call, arguments) -> {
            if (call.equals("leavePages") || call.equals("unmap")) {
                calls.add(call);
            }
        }), directory, SIZE_BYTES);
        for (int i = 0; i < 4; i++) {
            files.add(files.create((long) i * SIZE_BYTES));
        }
        idle = new IdleSegments(files);
        for (MappedFile file : files.files()) {
            file.acquire().release();
        }
    }

    @AfterEach
    void close() {
        files.close();
    }

    private int look() {
        nowMs += MINUTE_MS;
        int done = 0;
        while (idle.doWork(nowMs) > 0) {
            done++;
        }
        return done;
    }

    @Test
    void shouldUnmapWhatNobodyReadForAMinuteOneAtATime() {
        assertThat(look()).as("read just now").isZero();
        assertThat(idle.doWork(nowMs + MINUTE_MS - 1)).as("not a minute later").isZero();
        nowMs += MINUTE_MS;
        for (int i = 1; i <= 3; i++) {
            assertThat(idle.doWork(nowMs)).isEqualTo(1);
            assertThat(calls).hasSize(2 * i).endsWith("leavePages", "unmap");
        }
        assertThat(idle.doWork(nowMs)).as("the newest stays").isZero();
        assertThat(look()).isZero();
    }

    @Test
    void shouldLeaveWhatIsHeldOrReadAgain() throws IOException {
        look();
        SharedRegion held = files.files().get(0).acquire();
        files.files().get(1).acquire().release();
        assertThat(look()).isEqualTo(1);
        assertThat(look()).as("the one that was read").isEqualTo(1);
        held.release();
        assertThat(look()).isEqualTo(1);
        files.first().acquire().release();
        assertThat(look()).as("mapped again").isZero();
    }

    @Test
    void shouldGoOnWhenASegmentWasDeletedMeanwhile() throws IOException {
        look();
        nowMs += MINUTE_MS;
        assertThat(idle.doWork(nowMs)).isEqualTo(1);
        files.removeFirst();
        files.removeFirst();
        assertThat(idle.doWork(nowMs)).isEqualTo(1);
        assertThat(idle.doWork(nowMs)).isZero();
    }
}
