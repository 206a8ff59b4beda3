/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tandemmq.store.config.StorePaths;
import org.tandemmq.store.index.IndexLayout;
import org.tandemmq.store.place.PlainFile;

/**
 * A store directory that no broker has open: its places, its measures as the files themselves show them, and a lock
 * that keeps brokers out meanwhile. Changes nothing.
 */
public final class OfflineStore implements Closeable {

    private static final int DEFAULT_SLOTS = 5_000_000;
    private static final int DEFAULT_ENTRIES = 20_000_000;

    private static final String NUMBERED = "[0-9]{20}";

    private final StorePaths paths;
    private final Measures measures;
    private final FileChannel lockChannel;
    private final List<Path> unreadable = new ArrayList<>();

    /**
     * Sizes of the files; 0 where there is no file to see it from.
     *
     * @param segmentBytes segments of the log
     * @param queueFileBytes files of queues
     * @param indexSlots slots of an index file
     * @param indexEntries entries of an index file
     */
    public record Measures(int segmentBytes, int queueFileBytes, int indexSlots, int indexEntries) {
    }

    private OfflineStore(StorePaths paths, Measures given, FileChannel lockChannel) throws IOException {
        this.paths = paths;
        this.lockChannel = lockChannel;
        this.measures = measured(given);
    }

    /**
     * Opens a directory.
     *
     * @param paths its places
     * @param given measures that are known; 0 for those to be seen from the files
     * @return the store
     * @throws IOException when it is no store, can't be read, or a broker has it open
     */
    public static OfflineStore open(StorePaths paths, Measures given) throws IOException {
        if (!Files.isDirectory(paths.commitLog()) && !Files.isDirectory(paths.consumeQueues())) {
            throw new IOException(paths.root() + " is no store directory: it has neither "
                + paths.commitLog().getFileName() + " nor " + paths.consumeQueues().getFileName());
        }
        FileChannel lock = lock(paths.lock());
        try {
            return new OfflineStore(paths, given, lock);
        } catch (IOException | RuntimeException thrown) {
            if (lock != null) {
                lock.close();
            }
            throw thrown;
        }
    }

    /** A shared lock: it can be had when no broker holds its own, and no broker gets its own meanwhile. */
    private static FileChannel lock(Path path) throws IOException {
        if (!PlainFile.exists(path)) {
            return null;
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        FileLock lock = null;
        try {
            lock = channel.tryLock(0, 1, true);
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("the store is in use: " + path + " is locked by a broker;"
                + " stop it first, or work on a copy");
        }
        return channel;
    }

    private Measures measured(Measures given) throws IOException {
        int segment = given.segmentBytes() > 0 ? given.segmentBytes() : (int) largest(numbered(paths.commitLog()));
        int queue = given.queueFileBytes() > 0 ? given.queueFileBytes()
            : (int) largest(queueFiles());
        if (given.indexSlots() > 0 && given.indexEntries() > 0) {
            long indexBytes = IndexLayout.fileBytes(given.indexSlots(), given.indexEntries());
            if (indexBytes > IndexLayout.FILE_BYTES_MAX) {
                throw new IOException("--index-slots " + given.indexSlots() + " and --index-entries "
                    + given.indexEntries() + " make index files of " + indexBytes + " bytes, the limit is "
                    + IndexLayout.FILE_BYTES_MAX);
            }
            return new Measures(segment, queue, given.indexSlots(), given.indexEntries());
        }
        List<Path> index = indexFiles(paths.index());
        boolean byDefault = index.isEmpty()
            || largest(index) == IndexLayout.fileBytes(DEFAULT_SLOTS, DEFAULT_ENTRIES);
        return new Measures(segment, queue, byDefault ? DEFAULT_SLOTS : 0, byDefault ? DEFAULT_ENTRIES : 0);
    }

    private static long largest(List<Path> files) throws IOException {
        long largest = 0;
        for (Path file : files) {
            largest = Math.max(largest, Files.size(file));
        }
        return largest;
    }

    /**
     * Files of an index.
     *
     * @param directory its directory
     * @return the files, in order
     * @throws IOException when it can't be listed
     */
    public static List<Path> indexFiles(Path directory) throws IOException {
        return list(directory, 1, "[0-9]{17}");
    }

    private static List<Path> numbered(Path directory) throws IOException {
        return list(directory, 1, NUMBERED);
    }

    /** Those of topics that may be read: the disk of the queues may have a lost+found in it. */
    private List<Path> queueFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        unreadable.clear();
        for (Path topic : topics()) {
            try {
                found.addAll(list(topic, 2, NUMBERED));
            } catch (AccessDeniedException denied) {
                unreadable.add(topic);
            }
        }
        return found;
    }

    private List<Path> topics() throws IOException {
        if (!Files.isDirectory(paths.consumeQueues())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(paths.consumeQueues())) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    /** Files of such a name; anything else of such a name is refused: it would be a gap that nobody explains. */
    private static List<Path> list(Path directory, int depth, String name) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory, depth)) {
            List<Path> found = all.filter(path -> !path.equals(directory)
                && path.getFileName().toString().matches(name)).sorted().toList();
            for (Path path : found) {
                PlainFile.exists(path);
            }
            return found;
        } catch (UncheckedIOException thrown) {
            throw thrown.getCause();
        }
    }

    /** Directories among the queues that could not be looked into. */
    public List<Path> unreadable() {
        return List.copyOf(unreadable);
    }

    /** Places. */
    public StorePaths paths() {
        return paths;
    }

    /** Sizes of the files. */
    public Measures measures() {
        return measures;
    }

    /**
     * Files of the log.
     *
     * @return the files, in order
     * @throws IOException when they can't be listed
     */
    public List<Path> segmentFiles() throws IOException {
        return numbered(paths.commitLog());
    }

    /**
     * Directories of the queues.
     *
     * @return the directories
     * @throws IOException when they can't be listed
     */
    public List<Path> queueDirectories() throws IOException {
        return queueFiles().stream().map(Path::getParent).distinct().toList();
    }

    /**
     * Files of one queue.
     *
     * @param queue its directory
     * @return the files, in order
     * @throws IOException when they can't be listed
     */
    public List<Path> filesOf(Path queue) throws IOException {
        return numbered(queue);
    }

    @Override
    public void close() throws IOException {
        if (lockChannel != null) {
            lockChannel.close();
        }
    }
}
