/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tandemmq.store.place.DiskSync;

/**
 * The marker {@code abort} (storage 6): there while a store is open, gone after a clean stop; holds the number of the
 * process that has, or had, the store open.
 */
public final class AbortFile {

    private final Path path;

    /**
     * Creates the accessor; touches nothing.
     *
     * @param path the file
     */
    public AbortFile(Path path) {
        this.path = path;
    }

    /** Whether the last stop was not clean. */
    public boolean exists() {
        return Files.exists(path);
    }

    /**
     * Says that the store is open, before anything in it is changed.
     *
     * @throws IOException when it can't be written; one that was not there before is not there then
     */
    public void create() throws IOException {
        Files.createDirectories(path.getParent());
        boolean before = exists();
        try {
            write();
        } catch (IOException thrown) {
            if (!before) {
                Files.deleteIfExists(path);
            }
            throw thrown;
        }
        DiskSync.force(path.getParent());
    }

    private void write() throws IOException {
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
            out.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(
                StandardCharsets.US_ASCII)));
            out.force(true);
        }
    }

    /**
     * Says that the store was closed, after everything in it is on disk.
     *
     * @throws IOException when it can't be deleted
     */
    public void delete() throws IOException {
        Files.deleteIfExists(path);
        DiskSync.force(path.getParent());
    }
}
