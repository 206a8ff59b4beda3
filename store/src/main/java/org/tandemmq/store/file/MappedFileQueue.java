/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of a log in order, each named by the position of its first byte (storage 2). Readers see a snapshot;
 * those who change the list exclude each other here.
 */
public final class MappedFileQueue {

    private static final Logger log = LoggerFactory.getLogger(MappedFileQueue.class);

    private final FileLayer layer;
    private final Path directory;
    private final int sizeBytes;
    private volatile MappedFile[] files = new MappedFile[0];

    /**
     * Creates an empty list; {@link #load} finds what is on disk.
     *
     * @param layer where files are
     * @param directory directory of the segments
     * @param sizeBytes size of every segment
     */
    public MappedFileQueue(FileLayer layer, Path directory, int sizeBytes) {
        this.layer = layer;
        this.directory = directory;
        this.sizeBytes = sizeBytes;
    }

    /**
     * Name of the file that begins at a position.
     *
     * @param startPosition the position
     * @return 20 digits
     */
    public static String fileName(long startPosition) {
        return String.format(Locale.ROOT, "%020d", startPosition);
    }

    /**
     * Finds the segments on disk. Empty ones at the end are removed and the last one that has something is lengthened
     * with zeros when it is short, with warnings: that is what a crash, the loss of power or a full disk leave when a
     * segment is made.
     *
     * @throws IOException when a file has another size than configured, or the directory can't be read
     */
    public synchronized void load() throws IOException {
        files = new FoundSegments(layer, sizeBytes).load(directory).toArray(new MappedFile[0]);
        tellGaps();
    }

    private void tellGaps() {
        MappedFile[] all = files;
        for (int i = 1; i < all.length; i++) {
            if (all[i].startPosition() != all[i - 1].endPosition()) {
                log.error("the log has a gap: positions {} to {} are missing between {} and {}",
                    all[i - 1].endPosition(), all[i].startPosition(), all[i - 1], all[i]);
            }
        }
    }

    /** Segments, oldest first; a snapshot. */
    public List<MappedFile> files() {
        return List.of(files);
    }

    /** Oldest segment or null. */
    public MappedFile first() {
        MappedFile[] all = files;
        return all.length == 0 ? null : all[0];
    }

    /** Newest segment or null. */
    public MappedFile last() {
        MappedFile[] all = files;
        return all.length == 0 ? null : all[all.length - 1];
    }

    /** Number of segments. */
    public int size() {
        return files.length;
    }

    /** Directory of the segments. */
    public Path directory() {
        return directory;
    }

    /** Size of every segment in bytes. */
    public int segmentBytes() {
        return sizeBytes;
    }

    /** Position of the oldest byte; 0 without a segment. */
    public long minPosition() {
        MappedFile first = first();
        return first == null ? 0 : first.startPosition();
    }

    /** First position from which on no segment is missing; 0 without a segment. */
    public long wholeFrom() {
        MappedFile[] all = files;
        int first = all.length - 1;
        while (first > 0 && all[first - 1].endPosition() == all[first].startPosition()) {
            first--;
        }
        return first < 0 ? 0 : all[first].startPosition();
    }

    /**
     * Segment that holds a position.
     *
     * @param position position
     * @return the segment, or null when it is before, behind or in a gap
     */
    public MappedFile find(long position) {
        MappedFile next = atOrAfter(position);
        return next == null || next.startPosition() > position ? null : next;
    }

    /**
     * Segment that holds a position or, when it is in a gap or before the first, the next one.
     *
     * @param position position
     * @return the segment, or null behind the last
     */
    public MappedFile atOrAfter(long position) {
        MappedFile[] all = files;
        // Almost every look-up is for the end.
        if (all.length > 0 && all[all.length - 1].startPosition() <= position) {
            MappedFile last = all[all.length - 1];
            return position < last.endPosition() ? last : null;
        }
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (all[middle].endPosition() <= position) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low < all.length ? all[low] : null;
    }

    /** Path that the segment with this start has. */
    Path path(long startPosition) {
        return directory.resolve(fileName(startPosition));
    }

    /**
     * A new segment of this list, not yet in it.
     *
     * @param startPosition its start
     * @return the segment, with no space taken
     * @throws IOException when its file can't be made
     */
    public MappedFile create(long startPosition) throws IOException {
        return MappedFile.create(layer, path(startPosition), startPosition, sizeBytes);
    }

    /**
     * Puts a segment behind the last.
     *
     * @param file segment that begins where the last ends
     */
    public synchronized void add(MappedFile file) {
        MappedFile last = last();
        if (last != null && last.endPosition() != file.startPosition()) {
            throw new AssertionError(file + " does not follow " + last);
        }
        MappedFile[] more = Arrays.copyOf(files, files.length + 1);
        more[files.length] = file;
        files = more;
    }

    /**
     * Cuts the log: segments from the position on are deleted, the rest of the one that holds it is erased.
     *
     * @param position new end
     * @throws IOException when a file can't be deleted or changed
     */
    public synchronized void truncate(long position) throws IOException {
        List<MappedFile> kept = new ArrayList<>();
        for (MappedFile file : files) {
            if (file.startPosition() < position) {
                kept.add(file);
            }
        }
        MappedFile[] all = files;
        files = kept.toArray(new MappedFile[0]);
        for (int i = all.length - 1; i >= kept.size(); i--) {
            all[i].delete();
        }
        if (kept.size() < all.length) {
            // A segment that came back would stand behind what is written from here on.
            layer.forceNames(directory);
        }
        MappedFile last = last();
        if (last != null && position < last.endPosition()) {
            last.eraseFrom((int) (position - last.startPosition()));
        }
    }

    /**
     * Deletes the oldest segment; never the only one.
     *
     * @return whether one was deleted
     * @throws IOException when its file can't be deleted; it is out of the list nevertheless
     */
    public boolean removeFirst() throws IOException {
        MappedFile first;
        synchronized (this) {
            if (files.length < 2) {
                return false;
            }
            first = files[0];
            files = Arrays.copyOfRange(files, 1, files.length);
        }
        // not under the monitor: it takes its time, and the writer may be about to add the next segment
        first.deleteGently();
        return true;
    }

    /** Closes all segments; slices that are out stay valid. */
    public synchronized void close() {
        for (MappedFile file : files) {
            file.close();
        }
    }
}
