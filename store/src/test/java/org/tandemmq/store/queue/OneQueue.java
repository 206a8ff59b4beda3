/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.tandemmq.store.queue.file.OpenFiles;
import org.tandemmq.store.queue.file.QueueDirectory;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.simulation.ForgetfulFileLayer;

/** A queue with small files in memory, of which message number n stands at position 1000 n and has 100 bytes. */
abstract class OneQueue {

    static final int PER_FILE = 100;
    static final Path DIRECTORY = Path.of("/consumequeue/T/0");

    final ForgetfulFileLayer layer = new ForgetfulFileLayer();
    ConsumeQueue queue;
    final OpenFiles open;

    /** A queue that may have so many files open. */
    OneQueue(int openFiles) {
        open = new OpenFiles(layer, openFiles);
        queue = queue(PER_FILE);
    }

    ConsumeQueue queue(int perFile) {
        QueueDirectory all = new QueueDirectory(layer, open, Path.of("/consumequeue"), perFile * QueueEntry.BYTES);
        return new ConsumeQueue("T", 0, all.files("T", 0));
    }

    void reload(LogBegin log) throws IOException {
        queue = queue(PER_FILE);
        queue.find();
        queue.load(log);
    }

    boolean append(long offset) throws IOException {
        return queue.append(offset * 1_000, 100, offset + 7, offset);
    }

    void check(long from, long to) {
        for (long offset = from; offset < to; offset++) {
            ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
            assertThat(queue.read(offset, entry)).as("offset %d", offset).isEqualTo(1);
            assertThat(QueueEntry.position(entry, 0)).isEqualTo(offset * 1_000);
            assertThat(QueueEntry.sizeBytes(entry, 0)).isEqualTo(100);
            assertThat(QueueEntry.tagsCode(entry, 0)).isEqualTo(offset + 7);
        }
    }

    void delete(Path path) {
        try {
            layer.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
