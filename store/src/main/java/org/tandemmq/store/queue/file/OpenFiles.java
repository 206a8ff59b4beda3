/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.StoreFile;

/**
 * Open files of many owners, at most so many at a time: the one that was not used for longest is closed when another is
 * needed. Any thread; opening and closing happen under one lock, reading and writing outside.
 */
public final class OpenFiles implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OpenFiles.class);

    private final FileLayer layer;
    private final int maxOpen;
    private final LinkedHashMap<Key, Handle> open = new LinkedHashMap<>(64, 0.75f, true);
    private boolean closed;

    /** Whoever has files that are opened by their number. */
    public interface Owner {

        /**
         * Path of one of its files.
         *
         * @param start number in the file's name
         * @return the path
         */
        Path path(long start);
    }

    private record Key(Owner owner, long start) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.owner == owner && key.start == start;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(owner) * 31 + Long.hashCode(start);
        }
    }

    /** A file in use; released by whoever took it. */
    public final class Handle {

        private final StoreFile file;
        private int users;
        private boolean dropped;

        private Handle(StoreFile file) {
            this.file = file;
        }

        /** The file. */
        public StoreFile file() {
            return file;
        }

        /** Gives it back. */
        public void release() {
            synchronized (OpenFiles.this) {
                users--;
                closeUnused(this);
            }
        }
    }

    /**
     * Creates the set.
     *
     * @param layer where files are
     * @param maxOpen most files that stay open while nobody uses them
     */
    public OpenFiles(FileLayer layer, int maxOpen) {
        this.layer = layer;
        this.maxOpen = maxOpen;
    }

    /**
     * Opens an existing file or takes the open one.
     *
     * @param owner whose file
     * @param start which one
     * @return the file, to be released
     * @throws IOException when it can't be opened
     */
    public synchronized Handle acquire(Owner owner, long start) throws IOException {
        Key key = new Key(owner, start);
        Handle handle = open.get(key);
        return handle == null ? added(key, layer.open(owner.path(start))) : used(handle);
    }

    /**
     * Creates a file of zeros, whose name is not durable yet, and takes it.
     *
     * @param owner whose file
     * @param start which one
     * @param lengthBytes its length
     * @return the file, to be released
     * @throws IOException when it can't be made
     */
    public synchronized Handle create(Owner owner, long start, long lengthBytes) throws IOException {
        return added(new Key(owner, start), layer.createUnforced(owner.path(start), lengthBytes));
    }

    private Handle used(Handle handle) {
        handle.users++;
        return handle;
    }

    private Handle added(Key key, StoreFile file) throws IOException {
        if (closed) {
            file.close();
            throw new IOException("closed: " + file.path());
        }
        Handle handle = new Handle(file);
        open.put(key, handle);
        handle.users = 1;
        while (open.size() > maxOpen) {
            Map.Entry<Key, Handle> eldest = open.entrySet().iterator().next();
            drop(eldest.getKey());
        }
        return handle;
    }

    private void drop(Key key) {
        Handle handle = open.remove(key);
        if (handle != null) {
            handle.dropped = true;
            closeUnused(handle);
        }
    }

    private static void closeUnused(Handle handle) {
        if (handle.dropped && handle.users == 0) {
            try {
                handle.file.close();
            } catch (IOException thrown) {
                log.warn("can't close {}", handle.file.path(), thrown);
            }
        }
    }

    /**
     * Forgets a file that is about to be deleted or replaced; those who use it just now finish with the old one.
     *
     * @param owner whose file
     * @param start which one
     */
    public synchronized void forget(Owner owner, long start) {
        drop(new Key(owner, start));
    }

    /** Number of files that are kept open. */
    public synchronized int size() {
        return open.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        List<Key> all = new ArrayList<>(open.keySet());
        all.forEach(this::drop);
    }
}
