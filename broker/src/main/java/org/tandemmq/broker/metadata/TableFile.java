/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.metadata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.WholeFile;

/**
 * File of one table. It changes as a whole, and what was there before stays as {@code .bak}, which is read when the
 * file itself is missing or damaged. One writer at a time.
 */
public final class TableFile {

    private final WholeFile file;

    /**
     * Names the file; nothing is touched yet.
     *
     * @param path such as {@code config/topics.json}
     */
    public TableFile(Path path) {
        this.file = new WholeFile(path);
    }

    /** Place of the file. */
    public Path path() {
        return file.path();
    }

    /**
     * Reads the table.
     *
     * @param parser turns the text into the table; any exception means that the text is damaged
     * @return the table; empty when neither file nor copy exists
     * @throws TableDamagedException if there is something, and nothing of it can be read
     */
    public <T> Optional<T> load(Function<byte[], T> parser) {
        try {
            return file.read(text -> {
                WholeFile.text(text);
                return parser.apply(text);
            });
        } catch (DamagedFileException damaged) {
            throw new TableDamagedException(damaged.getMessage(), damaged);
        } catch (IOException unreadable) {
            throw new TableDamagedException("table " + file.path() + " can't be read: " + unreadable.getMessage(),
                unreadable);
        }
    }

    /**
     * Writes the table; when this returns it is on disk.
     *
     * @param text whole content
     * @throws UncheckedIOException if it can't be written; the file is then as before
     */
    public void save(byte[] text) {
        try {
            file.write(text);
        } catch (IOException failed) {
            throw new UncheckedIOException("table " + file.path() + " can't be written: " + failed.getMessage(),
                failed);
        }
    }
}
