/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.WholeFile;

/**
 * The marks of a store directory: the files {@code checkpoint} and {@code queueends}, written by one thread, and
 * {@code progress.0} and {@code progress.1}, written by one thread as well.
 */
public final class FileMarks implements StoreMarks {

    private static final Logger log = LoggerFactory.getLogger(FileMarks.class);

    private final StoreCheckpoint checkpoint;
    private final WholeFile ends;
    private final ProgressFile progress;
    private QueueEndsFile writtenEnds;

    /**
     * Creates the accessor; touches nothing.
     *
     * @param checkpoint the file {@code checkpoint}
     */
    public FileMarks(Path checkpoint) {
        this.checkpoint = new StoreCheckpoint(checkpoint);
        this.ends = new WholeFile(checkpoint.resolveSibling("queueends"));
        this.progress = new ProgressFile(checkpoint);
    }

    @Override
    public StoreCheckpoint.Marks read() throws IOException {
        return checkpoint.read();
    }

    @Override
    public QueueEndsFile readEnds() throws IOException {
        try {
            return ends.read(QueueEndsFile::decode).orElse(null);
        } catch (DamagedFileException e) {
            log.warn("{}: all queues are compared with the whole log", e.getMessage());
            return null;
        }
    }

    @Override
    public void write(StoreCheckpoint.Marks marks, QueueEndsFile newEnds) throws IOException {
        if (!newEnds.equals(writtenEnds)) {
            ends.write(newEnds.encode());
            writtenEnds = newEnds;
        }
        checkpoint.write(marks);
    }

    @Override
    public Progress readProgress() throws IOException {
        return progress.read();
    }

    @Override
    public void writeProgress(Progress newProgress) throws IOException {
        progress.write(newProgress);
    }
}
