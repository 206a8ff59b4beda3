/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only the files of the operating system can answer. */
class DiskFileLayerTest {

    private static final int MIB = 1 << 20;

    @Test
    void shouldTellWhatIsInMemory(@TempDir Path folder) throws Exception {
        try (StoreFile file = new DiskFileLayer().create(folder.resolve("segment"), 16 * MIB)) {
            MappedRegion region = file.map();
            assertThat(region.isLoaded(0, MIB)).as("a hole that nobody has touched").isFalse();
            for (int at = 0; at < MIB; at += 4096) {
                region.bytes().put(at, (byte) 1);
            }
            assertThat(region.isLoaded(0, MIB)).isTrue();
            assertThat(region.isLoaded(5000, 5001)).isTrue();
            assertThat(region.isLoaded(0, 12 * MIB)).isFalse();
            region.unmap();
        }
    }
}
