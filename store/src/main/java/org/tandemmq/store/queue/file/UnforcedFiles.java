/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.tandemmq.store.file.FileLayer;

/**
 * What the disk did not confirm of one queue: files that were written to, and names of new ones. Writers add, the
 * upkeep thread forces; a file that is written to while it is forced is here again afterwards.
 */
final class UnforcedFiles {

    private final FileLayer layer;
    private final OpenFiles open;
    private final OpenFiles.Owner owner;
    private final Path directory;
    private final TreeSet<Long> files = new TreeSet<>();
    private volatile boolean names;

    UnforcedFiles(FileLayer layer, OpenFiles open, OpenFiles.Owner owner, Path directory) {
        this.layer = layer;
        this.open = open;
        this.owner = owner;
        this.directory = directory;
    }

    /** A file was written to. */
    void add(long start) {
        synchronized (files) {
            files.add(start);
        }
    }

    /** A file was made. */
    void addNames() {
        names = true;
    }

    /** A file is gone. */
    void remove(long start) {
        synchronized (files) {
            files.remove(start);
        }
    }

    /** Files whose number is lower are known to be on disk. */
    void removeBefore(long start) {
        synchronized (files) {
            files.headSet(start).clear();
        }
    }

    /** Forces all that is here; what the disk does not confirm stays. */
    void force() throws IOException {
        List<Long> starts;
        synchronized (files) {
            starts = new ArrayList<>(files);
            files.clear();
        }
        for (int i = 0; i < starts.size(); i++) {
            try {
                force(starts.get(i));
            } catch (IOException thrown) {
                synchronized (files) {
                    files.addAll(starts.subList(i, starts.size()));
                }
                throw thrown;
            }
        }
        if (names) {
            names = false;
            forceNames();
        }
    }

    private void force(long start) throws IOException {
        OpenFiles.Handle handle;
        try {
            handle = open.acquire(owner, start);
        } catch (NoSuchFileException deletedMeanwhile) {
            return;
        }
        try {
            handle.file().force();
        } finally {
            handle.release();
        }
    }

    /** Names of new files, and of the directories of queue and topic, which may be new as well. */
    private void forceNames() throws IOException {
        try {
            layer.forceNames(directory);
            layer.forceNames(directory.getParent());
            layer.forceNames(directory.getParent().getParent());
        } catch (IOException thrown) {
            names = true;
            throw thrown;
        }
    }
}
