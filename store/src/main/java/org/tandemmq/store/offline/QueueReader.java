/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.store.queue.file.QueueEntry;

/** The entries of one queue, read only. */
public final class QueueReader {

    private final Path directory;
    private final List<ByteBuffer> files = new ArrayList<>();
    private final int fileBytes;
    private long begin = -1;
    private long end;
    private String problem;

    /**
     * Maps the files of a queue.
     *
     * @param directory its directory
     * @param paths its files, in order
     * @param fileBytes size that each has
     * @throws IOException when one can't be read
     */
    public QueueReader(Path directory, List<Path> paths, int fileBytes) throws IOException {
        this.directory = directory;
        this.fileBytes = fileBytes;
        long expected = -1;
        for (Path path : paths) {
            long start = Long.parseLong(path.getFileName().toString());
            if (expected >= 0 && start != expected) {
                problem = "the file in front of " + path.getFileName() + " is missing";
                files.clear();
                begin = -1;
            }
            begin = begin < 0 ? start / QueueEntry.BYTES : begin;
            expected = start + fileBytes;
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                if (file.size() != fileBytes) {
                    problem = path.getFileName() + " has " + file.size() + " bytes, the others " + fileBytes;
                }
                files.add(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
            }
        }
        begin = Math.max(0, begin);
        end = begin;
        findEnd();
    }

    /** By halves: a hole in between shows itself where a record misses its entry. */
    private void findEnd() {
        long low = begin;
        long high = begin + (long) files.size() * (fileBytes / QueueEntry.BYTES);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isWritten(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        end = low;
    }

    /**
     * There is an entry behind a hole.
     *
     * @param offset its offset
     */
    public void reaches(long offset) {
        end = Math.max(end, offset + 1);
    }

    /** Its directory. */
    public Path directory() {
        return directory;
    }

    /** What is wrong with the files themselves, or null. */
    public String problem() {
        return problem;
    }

    /** First offset that has a place in the files. */
    public long begin() {
        return begin;
    }

    /** Behind the last entry that is known to be written. */
    public long end() {
        return end;
    }

    /**
     * Whether something is written.
     *
     * @param offset offset
     * @return false for zeros, and where no file is
     */
    public boolean isWritten(long offset) {
        ByteBuffer file = file(offset);
        return file != null && QueueEntry.isWritten(file, at(offset));
    }

    /**
     * Whether there is an entry without a message.
     *
     * @param offset offset
     * @return true for a filler
     */
    public boolean isFiller(long offset) {
        ByteBuffer file = file(offset);
        return file != null && QueueEntry.isFiller(file, at(offset));
    }

    /**
     * Log position of a written entry.
     *
     * @param offset offset
     * @return the position
     */
    public long position(long offset) {
        return QueueEntry.position(file(offset), at(offset));
    }

    /**
     * Size of a written entry's record.
     *
     * @param offset offset
     * @return bytes
     */
    public int sizeBytes(long offset) {
        return QueueEntry.sizeBytes(file(offset), at(offset));
    }

    private ByteBuffer file(long offset) {
        int index = (int) ((offset - begin) / (fileBytes / QueueEntry.BYTES));
        if (offset < begin || index >= files.size()) {
            return null;
        }
        return at(offset) + QueueEntry.BYTES <= files.get(index).capacity() ? files.get(index) : null;
    }

    private int at(long offset) {
        return (int) (offset % (fileBytes / QueueEntry.BYTES)) * QueueEntry.BYTES;
    }
}
