/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.FileLayer;
import org.tandemmq.store.file.MappedFileQueue;

/**
 * The files of one queue as one row of bytes. Each file is named by its first byte's number in that row, and made at
 * its full length, zeros behind what is written (storage 2, 4). Written by the dispatch thread; the oldest files are
 * deleted, and all forced, by the upkeep thread; read by any.
 */
public final class QueueFiles implements OpenFiles.Owner {

    private static final Logger log = LoggerFactory.getLogger(QueueFiles.class);

    private final FileLayer layer;
    private final OpenFiles open;
    private final Path directory;
    private final int fileBytes;
    private final FoundFiles found;
    private final UnforcedFiles unforced;
    private volatile long firstStart = -1;
    private volatile long lastStart = -1;

    QueueFiles(FileLayer layer, OpenFiles open, Path directory, int fileBytes) {
        this.layer = layer;
        this.open = open;
        this.directory = directory;
        this.fileBytes = fileBytes;
        this.found = new FoundFiles(layer, directory, fileBytes);
        this.unforced = new UnforcedFiles(layer, open, this, directory);
    }

    @Override
    public Path path(long start) {
        return directory.resolve(MappedFileQueue.fileName(start));
    }

    /**
     * Finds the files on disk and checks that they are of this size; changes nothing.
     *
     * @throws IOException when they are not, or can't be looked at
     */
    public void find() throws IOException {
        found.find();
    }

    /**
     * Takes the files that were found.
     *
     * @param logMin first position of the log
     * @throws IOException when they can't be read or mended
     */
    public void load(long logMin) throws IOException {
        List<Long> starts = found.row(logMin);
        if (!starts.isEmpty()) {
            firstStart = starts.get(0);
            lastStart = starts.get(starts.size() - 1);
            // a process that was killed may have written to them and not forced them
            starts.forEach(unforced::add);
            unforced.addNames();
        }
    }

    /** Whether files behind a hole were given up: what was in them has to come from the log. */
    public boolean gaveUp() {
        return found.gaveUp();
    }

    /** Whether there is no file. */
    public boolean isEmpty() {
        return lastStart < 0;
    }

    /** First byte that can be there. */
    public long begin() {
        return Math.max(0, firstStart);
    }

    /** Behind the last byte that can be there. */
    public long end() {
        return lastStart < 0 ? 0 : lastStart + fileBytes;
    }

    /** Number of files. */
    public long count() {
        return lastStart < 0 ? 0 : (lastStart - firstStart) / fileBytes + 1;
    }

    /** First offset behind the file that an offset is in. */
    public long behindFileOf(long offset) {
        int perFile = fileBytes / QueueEntry.BYTES;
        return offset - offset % perFile + perFile;
    }

    /** Size of each file. */
    public int fileBytes() {
        return fileBytes;
    }

    /**
     * Writes everything that remains in the buffer; makes files as needed, the first one where the bytes begin.
     *
     * @param from the bytes
     * @param at number of the first one in the row
     * @throws IOException when not all could be written
     */
    public void write(ByteBuffer from, long at) throws IOException {
        long next = at;
        int limit = from.limit();
        while (from.position() < limit) {
            long start = next - next % fileBytes;
            int part = (int) Math.min(limit - from.position(), start + fileBytes - next);
            OpenFiles.Handle handle = start > lastStart ? created(start) : opened(start);
            try {
                from.limit(from.position() + part);
                handle.file().write(from, next - start);
            } finally {
                from.limit(limit);
                handle.release();
            }
            unforced.add(start);
            next += part;
        }
    }

    private OpenFiles.Handle created(long start) throws IOException {
        OpenFiles.Handle handle = layer.exists(path(start)) ? replaced(start) : open.create(this, start, fileBytes);
        if (firstStart < 0) {
            firstStart = start;
        }
        lastStart = start;
        unforced.addNames();
        return handle;
    }

    /** A file that was deleted from outside is made again; what it had is mended when it is read. */
    private OpenFiles.Handle opened(long start) throws IOException {
        try {
            return open.acquire(this, start);
        } catch (NoSuchFileException gone) {
            log.error("queue file {} is missing, made again", path(start));
            unforced.addNames();
            return open.create(this, start, fileBytes);
        }
    }

    /** A file that an earlier attempt left behind. */
    private OpenFiles.Handle replaced(long start) throws IOException {
        OpenFiles.Handle handle = open.acquire(this, start);
        try {
            handle.file().setLength(0);
            handle.file().setLength(fileBytes);
            return handle;
        } catch (IOException failed) {
            handle.release();
            throw failed;
        }
    }

    /**
     * Reads from a byte on, within its file.
     *
     * @param into receives the bytes
     * @param at number of the first one in the row
     * @return number of bytes read, 0 when the file is not there
     * @throws IOException when it can't be read
     */
    public int read(ByteBuffer into, long at) throws IOException {
        long start = at - at % fileBytes;
        if (start < firstStart || start > lastStart || firstStart < 0) {
            return 0;
        }
        OpenFiles.Handle handle;
        try {
            handle = open.acquire(this, start);
        } catch (NoSuchFileException gone) {
            log.warn("queue file {} is missing", path(start));
            return 0;
        }
        int limit = into.limit();
        try {
            into.limit((int) Math.min(limit, into.position() + start + fileBytes - at));
            return handle.file().read(into, at - start);
        } finally {
            into.limit(limit);
            handle.release();
        }
    }

    /** Files that lie wholly before a byte are known to be on disk. */
    public void forcedBefore(long at) {
        unforced.removeBefore(at - fileBytes + 1);
    }

    /**
     * Forces what was written since the last time.
     *
     * @throws IOException when the disk did not confirm; the next time tries again
     */
    public void force() throws IOException {
        unforced.force();
    }

    /**
     * Everything from a byte on becomes zeros; files behind it go.
     *
     * @param at number of the byte in the row
     * @throws IOException when the files can't be changed
     */
    public void cut(long at) throws IOException {
        boolean deleted = false;
        while (lastStart >= at && lastStart >= 0) {
            delete(lastStart);
            deleted = true;
            lastStart = lastStart == firstStart ? -1 : lastStart - fileBytes;
        }
        if (deleted) {
            layer.forceNames(directory);
        }
        if (lastStart < 0) {
            firstStart = -1;
        } else if (at < end()) {
            OpenFiles.Handle handle = open.acquire(this, lastStart);
            try {
                handle.file().setLength(at - lastStart);
                handle.file().setLength(fileBytes);
            } finally {
                handle.release();
            }
            // what was cut is on disk until this is forced, and would count as written there
            unforced.add(lastStart);
        }
    }

    /**
     * Deletes files that lie wholly before a byte; never the last one.
     *
     * @param at number of the byte in the row
     * @return how many
     * @throws IOException when one can't be deleted
     */
    public int deleteBefore(long at) throws IOException {
        int deleted = 0;
        while (firstStart >= 0 && firstStart < lastStart && firstStart + fileBytes <= at) {
            long oldest = firstStart;
            firstStart = oldest + fileBytes;
            delete(oldest);
            deleted++;
        }
        return deleted;
    }

    /** Closes all files, which somebody has moved away. */
    public void forgetAll() {
        for (long start = lastStart; start >= firstStart && start >= 0; start -= fileBytes) {
            open.forget(this, start);
        }
        firstStart = -1;
        lastStart = -1;
    }

    /**
     * Deletes everything, the directory too.
     *
     * @throws IOException when something stays
     */
    public void deleteAll() throws IOException {
        for (long start = lastStart; start >= firstStart && start >= 0; start -= fileBytes) {
            delete(start);
        }
        firstStart = -1;
        lastStart = -1;
        for (Path left : layer.files(directory)) {
            layer.delete(left);
        }
        layer.delete(directory);
    }

    private void delete(long start) throws IOException {
        open.forget(this, start);
        layer.delete(path(start));
        unforced.remove(start);
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
