/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mapping of a segment that goes while the broker works is let go of a little at a time, whoever reads it. */
class GentleUnmappingTest {

    private static final int SIZE_BYTES = MappedFile.WINDOW_BYTES;

    @TempDir
    private Path directory;

    private final List<String> calls = new ArrayList<>();
    private MappedFileQueue files;
    private MappedFile oldest;

    @BeforeEach
    void fillTwoSegments() throws IOException {
        files = new MappedFileQueue(WatchedLayer.of((isNew, call, arguments) -> {
            if (call.equals("leavePages") || call.equals("unmap")) {
                calls.add(call);
            }
        }), directory, SIZE_BYTES);
        oldest = files.create(0);
        files.add(oldest);
        files.add(files.create(SIZE_BYTES));
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void shouldLeaveThePagesOfAnIdleSegmentFirst() throws IOException {
        oldest.acquire().release();
        assertThat(oldest.unmapIdle()).as("used just now").isFalse();
        assertThat(calls).isEmpty();
        assertThat(oldest.unmapIdle()).isTrue();
        assertThat(calls).containsExactly("leavePages", "unmap");
    }

    @Test
    void shouldLeaveThePagesOfADeletedSegmentFirst() throws IOException {
        oldest.acquire().release();
        assertThat(files.removeFirst()).isTrue();
        assertThat(calls).containsExactly("leavePages", "unmap");
        assertThat(oldest.path()).doesNotExist();
    }

    @Test
    void shouldLeaveThePagesOfADeletedSegmentWhileItIsReadAndUnmapItAtTheEnd() throws IOException {
        SharedRegion reader = oldest.acquire();
        reader.bytes().put(17, (byte) 42);
        assertThat(files.removeFirst()).isTrue();
        assertThat(calls).containsExactly("leavePages");
        assertThat(oldest.path()).doesNotExist();
        assertThat(reader.bytes().get(17)).isEqualTo((byte) 42);
        reader.release();
        assertThat(calls).containsExactly("leavePages", "unmap");
    }
}
