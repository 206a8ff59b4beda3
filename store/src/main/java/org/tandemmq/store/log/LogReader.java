/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordScanner;

/** Reads the log up to its published end, in slices of the mapped segments. Any thread. */
public final class LogReader {

    private final MappedFileQueue files;
    private final Position end;

    /**
     * Creates the reader.
     *
     * @param files segments
     * @param end end of the log
     */
    public LogReader(MappedFileQueue files, Position end) {
        this.files = files;
        this.end = end;
    }

    /** The same log up to an earlier end. */
    public LogReader upTo(Position earlierEnd) {
        return new LogReader(files, earlierEnd);
    }

    /** Size of every segment in bytes. */
    public int segmentBytes() {
        return files.segmentBytes();
    }

    /** First position of the log. */
    public long minPosition() {
        return files.minPosition();
    }

    /** Position behind the last byte. */
    public long endPosition() {
        return end.value();
    }

    /**
     * First position that can be read at or behind another: itself or, where segments are missing, the begin of the
     * next one.
     *
     * @param position position
     * @return the position; the end of the log when nothing follows
     */
    public long nextReadable(long position) {
        MappedFile file = files.atOrAfter(position);
        long readable = file == null ? end.value() : Math.max(position, file.startPosition());
        return Math.min(readable, end.value());
    }

    /**
     * Bytes from a position on, not beyond its segment nor the end of the log.
     *
     * @param position first byte wanted
     * @param maxBytes most bytes wanted
     * @return the slice, to be closed; null when there is no byte at that position
     * @throws UncheckedIOException when the segment can't be mapped
     */
    public LogSlice slice(long position, int maxBytes) {
        long limit = end.value();
        MappedFile file = position < limit ? files.find(position) : null;
        if (file == null) {
            return null;
        }
        int sizeBytes = (int) Math.min(maxBytes, Math.min(limit, file.endPosition()) - position);
        return slice(file, position, sizeBytes);
    }

    /**
     * Exactly these bytes.
     *
     * @param position first byte
     * @param sizeBytes their number
     * @return the slice, to be closed; null when they are not all there in one segment
     * @throws UncheckedIOException when the segment can't be mapped
     */
    public LogSlice exactly(long position, int sizeBytes) {
        long limit = end.value();
        MappedFile file = position >= 0 && sizeBytes > 0 ? files.find(position) : null;
        if (file == null || sizeBytes > Math.min(limit, file.endPosition()) - position) {
            return null;
        }
        return slice(file, position, sizeBytes);
    }

    /**
     * Exactly these bytes, for a row of slices that are closed together.
     *
     * @param position first byte
     * @param sizeBytes their number
     * @param before an open slice, or null; one of the same segment is what holds the new one as well
     * @return the slice, to be closed with the one before; null when they are not all there in one segment
     * @throws UncheckedIOException when the segment can't be mapped
     */
    public LogSlice exactly(long position, int sizeBytes, LogSlice before) {
        if (before instanceof SegmentSlice last && last.reaches(position, sizeBytes)
            && position + sizeBytes <= end.value()) {
            return last.sibling(position, sizeBytes);
        }
        return exactly(position, sizeBytes);
    }

    private static LogSlice slice(MappedFile file, long position, int sizeBytes) {
        try {
            SharedRegion region = file.acquire();
            return region == null ? null
                : SegmentSlice.holding(position, region, (int) (position - file.startPosition()), sizeBytes);
        } catch (IOException thrown) {
            throw new UncheckedIOException("can't map " + file, thrown);
        }
    }

    /**
     * The record that begins at a position.
     *
     * @param position position
     * @return the record, to be closed; empty when no whole record begins there
     */
    public Optional<LogSlice> record(long position) {
        LogSlice rest = slice(position, Integer.MAX_VALUE);
        if (rest == null) {
            return Optional.empty();
        }
        RecordScanner scanner = new RecordScanner(files.segmentBytes(), true);
        boolean valid;
        try {
            valid = scanner.check(rest.bytes(), 0, rest.sizeBytes(), position) == RecordScanner.Verdict.RECORD;
        } finally {
            rest.close();
        }
        return valid ? Optional.ofNullable(exactly(position, scanner.sizeBytes())) : Optional.empty();
    }
}
