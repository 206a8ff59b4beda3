/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.ProgressLog;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/**
 * Goes over every record of a log, whole or not: what is no record is told once and skipped up to the next whole
 * record.
 */
public final class LogWalk {

    private static final int TELL_EVERY = 4096;

    private final List<Path> files;
    private final int segmentBytes;
    private final RecordScanner scanner;
    private final LongSupplier elapsedMs;
    private long records;
    private long end = -1;
    private long begin = -1;

    /** Whoever looks at the log. */
    public interface Visitor {
        /**
         * A whole record.
         *
         * @param record view of it, valid during the call
         * @throws IOException when the visitor can't go on
         */
        void record(RecordView record) throws IOException;

        /**
         * Bytes that are no record, in front of a whole one.
         *
         * @param file where they begin
         * @param position where they begin
         * @param bytes their number
         * @param reason what is wrong
         */
        void damage(Path file, long position, long bytes, String reason);

        /**
         * A file that is missing, or has not the size of the others.
         *
         * @param file the file, or the one behind the gap
         * @param what what is wrong
         */
        void file(Path file, String what);
    }

    /**
     * Creates the walk.
     *
     * @param files segments, in order
     * @param segmentBytes size that each has
     * @param checkCrc whether bodies are checked
     * @param elapsedMs elapsed-time clock
     */
    public LogWalk(List<Path> files, int segmentBytes, boolean checkCrc, LongSupplier elapsedMs) {
        this.files = files;
        this.segmentBytes = segmentBytes;
        this.scanner = new RecordScanner(segmentBytes, checkCrc);
        this.elapsedMs = elapsedMs;
    }

    /**
     * Goes over the log.
     *
     * @param visitor gets what is there
     * @throws IOException when a file can't be read
     */
    public void run(Visitor visitor) throws IOException {
        long expected = -1;
        ProgressLog progress = new ProgressLog("reading the log", start(0), start(files.size() - 1) + segmentBytes,
            elapsedMs);
        Pending pending = new Pending(visitor);
        for (Path path : files) {
            long start = Long.parseLong(path.getFileName().toString());
            if (expected >= 0 && start != expected) {
                visitor.file(path, "positions " + expected + " to " + start + " are missing before it");
            }
            begin = begin < 0 ? start : begin;
            expected = start + segmentBytes;
            Segment segment = Segment.open(path);
            if (segment.sizeBytes() != segmentBytes) {
                visitor.file(path, segment.sizeBytes() + " bytes where segments have " + segmentBytes);
            }
            segment(segment, visitor, pending, progress);
        }
    }

    private long start(int i) {
        return files.isEmpty() ? 0 : Long.parseLong(files.get(i).getFileName().toString());
    }

    /** Damage is told only when something whole follows: behind the end of the log nothing is damaged. */
    private static final class Pending {
        private final Visitor visitor;
        private Path file;
        private long position;
        private String reason;

        Pending(Visitor visitor) {
            this.visitor = visitor;
        }

        void begin(Path where, long at, String why) {
            if (file == null) {
                file = where;
                position = at;
                reason = why;
            }
        }

        void end(long at) {
            if (file != null) {
                visitor.damage(file, position, at - position, reason);
                file = null;
            }
        }
    }

    private void segment(Segment segment, Visitor visitor, Pending pending, ProgressLog progress) throws IOException {
        ByteBuffer bytes = segment.bytes();
        RecordView view = new RecordView();
        int at = 0;
        while (at + RecordLayout.BLANK_BYTES <= segment.sizeBytes()) {
            long position = segment.start() + at;
            RecordScanner.Verdict verdict = scanner.check(bytes, at, segment.sizeBytes(), position);
            if (verdict == RecordScanner.Verdict.BLANK) {
                pending.end(position);
                end = segment.end();
                return;
            }
            if (verdict == RecordScanner.Verdict.RECORD) {
                int size = scanner.sizeBytes();
                pending.end(position);
                visitor.record(view.wrap(bytes, at));
                at += size;
                end = segment.start() + at;
                if (++records % TELL_EVERY == 0) {
                    progress.at(position);
                }
            } else {
                pending.begin(segment.path(), position, reason(verdict, bytes, at));
                at = next(bytes, at, segment);
            }
        }
    }

    private String reason(RecordScanner.Verdict verdict, ByteBuffer bytes, int at) {
        return switch (verdict) {
            case END -> "nothing is written there";
            case INCOMPLETE -> "a record of " + bytes.getInt(at) + " bytes does not end in its segment";
            default -> scanner.reason();
        };
    }

    /** Index of the next place that has a magic number, quick over zeros. */
    private static int next(ByteBuffer bytes, int from, Segment segment) {
        int at = from + 1;
        int last = segment.sizeBytes() - RecordLayout.BLANK_BYTES;
        while (at <= last - Long.BYTES) {
            if (bytes.getLong(at + RecordLayout.MAGIC) == 0) {
                at += Long.BYTES;
            } else if (isMagic(bytes.getInt(at + RecordLayout.MAGIC))) {
                return at;
            } else {
                at++;
            }
        }
        return segment.sizeBytes();
    }

    private static boolean isMagic(int number) {
        return number == RecordLayout.MAGIC_V1 || number == RecordLayout.MAGIC_V2
            || number == RecordLayout.MAGIC_BLANK;
    }

    /** Whole records. */
    public long records() {
        return records;
    }

    /** Position of the first byte; -1 without a segment. */
    public long begin() {
        return begin;
    }

    /** Position behind the last whole record; -1 when there is none. */
    public long end() {
        return end;
    }
}
