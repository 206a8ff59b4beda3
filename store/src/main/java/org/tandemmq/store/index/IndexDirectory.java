/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.index;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedRegion;
import org.tandemmq.store.file.StoreFile;

/** Names, lengths and mappings of the files below {@code index/}. Used by one thread at a time. */
public final class IndexDirectory {

    private static final Logger log = LoggerFactory.getLogger(IndexDirectory.class);
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT);
    private static final int NAME_LENGTH = 17;

    private final FileLayer layer;
    private final Path directory;
    private final int slots;
    private final int entries;
    private final InstantSource wallClock;

    /**
     * Creates the directory's accessor; touches nothing.
     *
     * @param layer where the files are
     * @param directory {@code index} below the store's root
     * @param slots slots per file
     * @param entries entries per file
     * @param wallClock names new files by the local time
     */
    public IndexDirectory(FileLayer layer, Path directory, int slots, int entries, InstantSource wallClock) {
        this.layer = layer;
        this.directory = directory;
        this.slots = slots;
        this.entries = entries;
        this.wallClock = wallClock;
    }

    /** The directory. */
    Path path() {
        return directory;
    }

    /** Length that every file has to have. */
    long fileBytes() {
        return IndexLayout.fileBytes(slots, entries);
    }

    /**
     * Opens the files in order. From the first one of a wrong length on all are deleted: the log has what was in them.
     *
     * @return files, oldest first
     */
    List<IndexFile> open() throws IOException {
        List<IndexFile> files = new ArrayList<>();
        boolean broken = false;
        for (Path path : names()) {
            try (StoreFile file = layer.open(path)) {
                broken |= file.lengthBytes() != fileBytes();
                if (!broken) {
                    IndexSpace space = new IndexSpace(layer, path, fileBytes(), false);
                    files.add(new IndexFile(path, file.map(), space, slots, entries));
                    continue;
                }
                log.warn("index file {} has {} bytes where maxHashSlotNum={} and maxIndexNum={} make {}, or follows"
                    + " such a file: deleted, its keys are taken from the log again", path, file.lengthBytes(), slots,
                    entries, fileBytes());
            }
            layer.delete(path);
            layer.forceNames(directory);
        }
        return files;
    }

    /** Index files of the directory in order; whatever else is there is left alone. */
    List<Path> names() throws IOException {
        return layer.files(directory).stream().filter(IndexDirectory::isIndexFile).toList();
    }

    private static boolean isIndexFile(Path path) {
        String name = path.getFileName().toString();
        return name.length() == NAME_LENGTH && name.chars().allMatch(Character::isDigit) && isTime(name);
    }

    /** The next file is named by a later time. */
    private static boolean isTime(String name) {
        try {
            return LocalDateTime.parse(name, NAME).getYear() > 0;
        } catch (DateTimeParseException noTime) {
            return false;
        }
    }

    /**
     * Makes the next file.
     *
     * @param before the file before, or null
     */
    IndexFile create(IndexFile before) throws IOException {
        LocalDateTime time = LocalDateTime.ofInstant(wallClock.instant(), ZoneId.systemDefault());
        String last = before == null ? "" : before.path().getFileName().toString();
        String name = NAME.format(time);
        if (name.compareTo(last) <= 0) {
            // two files within a millisecond, or a clock set back: the order of names is the order of files
            name = NAME.format(LocalDateTime.parse(last, NAME).plusNanos(1_000_000));
        }
        return create(name, before);
    }

    /**
     * Makes a file between two others.
     *
     * @param before the file before, or null
     * @param behind the file behind
     * @throws IOException when it can't be made, or no name is free between them
     */
    IndexFile createBetween(IndexFile before, IndexFile behind) throws IOException {
        String next = behind.path().getFileName().toString();
        LocalDateTime time = before == null ? LocalDateTime.parse(next, NAME).minusDays(1)
            : LocalDateTime.parse(before.path().getFileName().toString(), NAME).plusNanos(1_000_000);
        String name = NAME.format(time);
        if (name.compareTo(next) >= 0) {
            throw new IOException("no name is free for an index file between " + before.path() + " and " + next);
        }
        return create(name, before);
    }

    private IndexFile create(String name, IndexFile before) throws IOException {
        Path path = directory.resolve(name);
        try (StoreFile file = layer.create(path, fileBytes())) {
            return made(path, file, before);
        }
    }

    /** A file that can't be mapped or written to is of no use, and each attempt would leave one more. */
    private IndexFile made(Path path, StoreFile file, IndexFile before) throws IOException {
        MappedRegion region = null;
        try {
            IndexSpace space = new IndexSpace(layer, path, fileBytes(), true);
            space.take(0, IndexLayout.HEADER_BYTES, IndexSpace.SCATTERED_BYTES);
            region = file.map();
            IndexFile made = new IndexFile(path, region, space, slots, entries);
            if (before != null) {
                made.follow(before);
            }
            return made;
        } catch (IOException | RuntimeException | InternalError thrown) {
            if (region != null) {
                region.unmap();
            }
            layer.delete(path);
            throw thrown;
        }
    }

    /** Unmaps and deletes a file that nobody reads any more. */
    void delete(IndexFile file) throws IOException {
        file.unmap();
        remove(file);
    }

    /** Deletes a file that is not mapped any more, beside a broker at work; takes its time. */
    void deleteGently(IndexFile file) throws IOException {
        layer.forget(file.path());
        remove(file);
    }

    private void remove(IndexFile file) throws IOException {
        layer.delete(file.path());
        layer.forceNames(directory);
    }
}
