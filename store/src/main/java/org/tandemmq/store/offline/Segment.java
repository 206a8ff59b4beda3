/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One file of the log, mapped for reading only.
 *
 * @param path the file
 * @param start position of its first byte
 * @param bytes all its bytes
 */
public record Segment(Path path, long start, ByteBuffer bytes) {

    /**
     * Maps a file.
     *
     * @param path the file
     * @return the segment
     * @throws IOException when it can't be read
     */
    public static Segment open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return new Segment(path, Long.parseLong(path.getFileName().toString()),
                file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
        }
    }

    /** Its size. */
    public int sizeBytes() {
        return bytes.capacity();
    }

    /** Position behind its last byte. */
    public long end() {
        return start + bytes.capacity();
    }
}
