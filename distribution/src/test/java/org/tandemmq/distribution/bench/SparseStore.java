/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tandemmq.distribution.process.BuildOutput;

/**
 * Makes a store look as if it had many segments, without their bytes: each has one record at its begin, a copy of the
 * first one moved to that place, and says that the rest is empty.
 *
 * <pre>
 * 0                        n              n + 8                        segment
 * | record: offset, place  | rest, BLANK  | a hole                     |
 * </pre>
 */
final class SparseStore {

    static final String TOPIC = "Sparse";

    private static final int BLANK_MAGIC = 0xCBD43194;
    private static final int QUEUE_ID = 12;
    private static final int QUEUE_OFFSET = 20;
    private static final int POSITION = 28;

    private final Path store;
    private final int segmentBytes;

    SparseStore(Path store, int segmentBytes) {
        this.store = store;
        this.segmentBytes = segmentBytes;
    }

    /** Replaces log, queues and index of a stopped broker by so many segments with one message each in queue 0. */
    void grow(int segments) throws IOException {
        Path log = store.resolve("commitlog");
        byte[] first;
        try (FileChannel channel = FileChannel.open(log.resolve(name(0)))) {
            ByteBuffer size = ByteBuffer.allocate(Integer.BYTES);
            channel.read(size, 0);
            ByteBuffer record = ByteBuffer.allocate(size.getInt(0));
            channel.read(record, 0);
            first = record.array();
        }
        for (String part : new String[] {"commitlog", "consumequeue", "index"}) {
            BuildOutput.deleteTree(store.resolve(part));
        }
        Files.deleteIfExists(store.resolve("checkpoint"));
        Files.createDirectories(log);
        for (int i = 0; i < segments; i++) {
            write(log.resolve(name(i)), ByteBuffer.wrap(first.clone()), i, i < segments - 1);
        }
    }

    private String name(int segment) {
        return String.format("%020d", (long) segment * segmentBytes);
    }

    private void write(Path file, ByteBuffer record, int segment, boolean full) throws IOException {
        record.putInt(QUEUE_ID, 0).putLong(QUEUE_OFFSET, segment).putLong(POSITION, (long) segment * segmentBytes);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(record, 0);
            if (full) {
                channel.write(ByteBuffer.allocate(8).putInt(segmentBytes - record.capacity()).putInt(BLANK_MAGIC)
                    .flip(), record.capacity());
            }
            channel.write(ByteBuffer.allocate(1), segmentBytes - 1L);
        }
    }
}
