/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.nameserver.StoredText;

/** A text in a file that changes as a whole: tables of the name service. */
public final class StoredTable implements StoredText {

    private final TableFile file;

    /**
     * Names the file; nothing is touched yet.
     *
     * @param path where it is
     */
    public StoredTable(Path path) {
        this.file = new TableFile(path);
    }

    @Override
    public <T> Optional<T> load(Function<byte[], T> parser) {
        return file.load(parser);
    }

    @Override
    public void save(byte[] content) {
        file.save(content);
    }

    @Override
    public String toString() {
        return file.path().toString();
    }
}
