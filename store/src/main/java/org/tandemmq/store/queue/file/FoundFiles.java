/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.StoreFile;

/**
 * The files of one queue as they are found when a store opens: first all queues are looked at, then they are changed.
 * So a wrong setting is refused before it has done anything. Opening threads.
 */
final class FoundFiles {

    private static final Logger log = LoggerFactory.getLogger(FoundFiles.class);
    private static final Pattern NAME = Pattern.compile("0[0-8][0-9]{18}");
    private static final int LOOK_BYTES = 400 * QueueEntry.BYTES;

    private final FileLayer layer;
    private final Path directory;
    private final int fileBytes;
    private final List<Long> starts = new ArrayList<>();
    private final Set<Long> tooShort = new HashSet<>();
    private boolean lastIsWhole;
    private boolean gaveUp;

    FoundFiles(FileLayer layer, Path directory, int fileBytes) {
        this.layer = layer;
        this.directory = directory;
        this.fileBytes = fileBytes;
    }

    /**
     * Finds the files on disk and checks that they are of this size; changes nothing. A short last file is one that was
     * just being made, a long one was lengthened by whoever had another size for a while.
     */
    void find() throws IOException {
        starts.clear();
        for (Path path : layer.files(directory)) {
            if (NAME.matcher(path.getFileName().toString()).matches()) {
                long start = Long.parseLong(path.getFileName().toString());
                if (start % fileBytes != 0) {
                    throw otherSize(path, "begins at byte " + start);
                }
                starts.add(start);
            }
        }
        boolean behindAll = true;
        for (int i = starts.size() - 1; i >= 0; i--) {
            long length = checkedLength(path(starts.get(i)), behindAll);
            if (behindAll) {
                behindAll = length == 0;
                lastIsWhole = length == fileBytes && i == starts.size() - 1;
            } else if (length < fileBytes) {
                tooShort.add(starts.get(i));
            }
        }
    }

    private long checkedLength(Path path, boolean last) throws IOException {
        long length = layer.lengthBytes(path);
        if (length <= fileBytes) {
            return length;
        }
        if (!last) {
            throw otherSize(path, "has " + length + " bytes");
        }
        try (StoreFile file = layer.open(path)) {
            ByteBuffer behind = ByteBuffer.allocate(LOOK_BYTES);
            for (long at = fileBytes; at < length; at += behind.position()) {
                file.read(behind.clear(), at);
                if (behind.position() == 0 || behind.flip().mismatch(ByteBuffer.allocate(behind.limit())) >= 0) {
                    throw otherSize(path, "has " + length + " bytes");
                }
                behind.position(behind.limit());
            }
            return length;
        }
    }

    private IOException otherSize(Path path, String what) {
        return new IOException(path + " " + what + ", files of queues are configured to have " + fileBytes
            + " (mappedFileSizeConsumeQueue)");
    }

    /**
     * Begins of the files that make one row; the last is mended. What stands behind a file that is missing or short is
     * given up, so that the log fills the hole, unless the log has nothing that was in there.
     *
     * @param logMin first position of the log
     */
    List<Long> row(long logMin) throws IOException {
        while (!starts.isEmpty() && !mended(starts.get(starts.size() - 1))) {
            starts.remove(starts.size() - 1);
        }
        List<List<Long>> rows = rows(logMin);
        List<Long> last = rows.get(rows.size() - 1);
        if (rows.size() == 1) {
            return last;
        }
        List<Long> kept = rows.get(0);
        long lost = kept.isEmpty() ? 0 : kept.get(kept.size() - 1) + fileBytes;
        if (firstPositionIn(last) <= logMin) {
            log.warn("queue file {} is missing or short; the log has nothing of what was in it or before", path(lost));
            return last;
        }
        log.error("queue file {} is missing or short: the queue is built again from there", path(lost));
        for (long start : starts) {
            if (!kept.contains(start)) {
                layer.delete(path(start));
            }
        }
        layer.forceNames(directory);
        gaveUp = true;
        return kept;
    }

    /** Whether files behind a hole were given up. */
    boolean gaveUp() {
        return gaveUp;
    }

    /**
     * Files that follow each other without a hole; the first row is empty when its first file is short, or missing.
     */
    private List<List<Long>> rows(long logMin) throws IOException {
        List<List<Long>> rows = new ArrayList<>(List.of(new ArrayList<>()));
        if (!starts.isEmpty() && starts.get(0) > 0 && lacksBegin(starts.get(0), logMin)) {
            rows.add(new ArrayList<>());
        }
        for (int i = 0; i < starts.size(); i++) {
            boolean follows = i == 0 || starts.get(i - 1) == starts.get(i) - fileBytes;
            if (!follows || tooShort.contains(starts.get(i))) {
                rows.add(new ArrayList<>());
            }
            if (!tooShort.contains(starts.get(i))) {
                rows.get(rows.size() - 1).add(starts.get(i));
            }
        }
        return rows;
    }

    /**
     * Whether the file before is missing. No queue begins with a message that is not the log's oldest one: there are
     * fillers in front of its first, and a file goes when the one behind has an entry that the log has no message for.
     * With nothing at its begin a file is damaged, or was just made.
     */
    private boolean lacksBegin(long start, long logMin) throws IOException {
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        try (StoreFile file = layer.open(path(start))) {
            if (file.read(entry, 0) < QueueEntry.BYTES || !QueueEntry.isWritten(entry, 0)) {
                return starts.size() > 1 || logMin == 0;
            }
            return !QueueEntry.isFiller(entry, 0) && QueueEntry.position(entry, 0) > logMin;
        }
    }

    private static boolean isMessage(ByteBuffer bytes, int at) {
        return QueueEntry.isWritten(bytes, at) && !QueueEntry.isFiller(bytes, at);
    }

    /** Log position of the first message in a row of files; the largest number when there is none. */
    private long firstPositionIn(List<Long> row) throws IOException {
        ByteBuffer entries = ByteBuffer.allocate(LOOK_BYTES);
        for (long start : row) {
            try (StoreFile file = layer.open(path(start))) {
                for (long next = 0; next < fileBytes; next += LOOK_BYTES) {
                    int there = file.read(entries.clear(), next);
                    for (int at = 0; at + QueueEntry.BYTES <= there; at += QueueEntry.BYTES) {
                        if (isMessage(entries, at)) {
                            return QueueEntry.position(entries, at);
                        }
                    }
                }
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether the last file is there, at its length now; an empty one is removed. */
    private boolean mended(long start) throws IOException {
        if (lastIsWhole) {
            return true;
        }
        try (StoreFile file = layer.open(path(start))) {
            long length = file.lengthBytes();
            if (length > 0) {
                if (length != fileBytes) {
                    log.warn("{} has {} bytes, made to be {}", path(start), length, fileBytes);
                }
                file.setLength(fileBytes);
                return true;
            }
        }
        log.warn("{} is empty, removed", path(start));
        layer.delete(path(start));
        return false;
    }

    private Path path(long start) {
        return directory.resolve(MappedFileQueue.fileName(start));
    }
}
