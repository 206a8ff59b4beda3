/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.ProgressLog;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/**
 * Finds the end of the log when a store opens: goes over the records from a known boundary on and stops at the first
 * place that is none. What stands behind that place decides: nothing whole, and the log ends there; whole records, and
 * it is damage, which may be cut only where the disk had not confirmed anything ({@link RecoveryPlan.Cuttable}).
 * Changes nothing itself; {@link org.tandemmq.store.log.CommitLog#open} cuts and erases. Used by the opening thread.
 */
public final class LogRecovery {

    private static final Logger log = LoggerFactory.getLogger(LogRecovery.class);

    /** How far to look for whole records where only the last append can be torn: several times the largest one. */
    private static final long LOOK_BYTES = 16 << 20;
    private static final byte MAGIC_FIRST = (byte) (RecordLayout.MAGIC_V1 >>> 24);

    private final MappedFileQueue files;
    private final RecordScanner scanner;
    private final LongSupplier elapsedMs;

    /**
     * Where the log ends.
     *
     * @param endPosition position behind the last record
     * @param records records gone over
     * @param lastStoreTimestampMs store time of the last of them, 0 when there was none
     * @param stop why it ends there, null when nothing at all is written behind
     * @param wholeBehind position of a whole record behind the end, -1 when there is none
     */
    public record Outcome(long endPosition, long records, long lastStoreTimestampMs, String stop, long wholeBehind) {
    }

    /**
     * Creates the recovery.
     *
     * @param files segments, loaded
     * @param checkCrc whether bodies are checked
     * @param elapsedMs elapsed-time clock
     */
    public LogRecovery(MappedFileQueue files, boolean checkCrc, LongSupplier elapsedMs) {
        this.files = files;
        this.scanner = new RecordScanner(files.segmentBytes(), checkCrc);
        this.elapsedMs = elapsedMs;
    }

    /**
     * Finds the end.
     *
     * @param plan where to begin, and what may be cut
     * @return the end
     * @throws DamagedFileException when the log is damaged in front of whole records that must not be lost
     * @throws IOException when a segment can't be read
     */
    public Outcome run(RecoveryPlan plan) throws IOException {
        MappedFile last = files.last();
        long to = last == null ? 0 : last.endPosition();
        ProgressLog progress = new ProgressLog("checking the log", plan.logFrom(), to, elapsedMs);
        Walk walk = new Walk(plan.logFrom(), plan.damage());
        Outcome outcome = find(walk, plan.damage().powerKept() ? LOOK_BYTES : Long.MAX_VALUE, progress);
        if (outcome.wholeBehind() >= 0) {
            judge(plan.damage(), outcome);
        } else if (outcome.stop() != null) {
            log.warn("the log is cut at position {} in {}: {}; no whole record follows, {} bytes go",
                outcome.endPosition(), files.find(outcome.endPosition()), outcome.stop(),
                bytesBehind(outcome.endPosition()));
        }
        if (outcome.endPosition() < plan.queuesTrusted()) {
            log.error("the log was known to reach to position {} and ends at {} in {}: {} bytes with messages that were"
                + " acknowledged are lost", plan.queuesTrusted(), outcome.endPosition(),
                files.find(outcome.endPosition()), plan.queuesTrusted() - outcome.endPosition());
        }
        log.info("log recovered from {} to {}: {} records in {} ms ({})", plan.logFrom(), outcome.endPosition(),
            outcome.records(), progress.tookMs(), plan.why());
        return outcome;
    }

    /**
     * Finds the end without judging it.
     *
     * @param from a boundary between records
     * @return the end and what is behind it
     * @throws IOException when a segment can't be read
     */
    public Outcome find(long from) throws IOException {
        MappedFile last = files.last();
        return find(new Walk(from, RecoveryPlan.Cuttable.NOTHING), Long.MAX_VALUE,
            new ProgressLog("checking the log", from, last == null ? 0 : last.endPosition(), elapsedMs));
    }

    private Outcome find(Walk walk, long lookBytes, ProgressLog progress) throws IOException {
        MappedFile file = files.atOrAfter(walk.position);
        while (file != null) {
            if (!walk.through(file, progress)) {
                return walk.outcome(wholeBehind(file, walk.position, lookBytes));
            }
            walk.position = file.endPosition();
            file = files.atOrAfter(walk.position);
        }
        return walk.outcome(-1);
    }

    private void judge(RecoveryPlan.Cuttable cuttable, Outcome outcome) throws IOException {
        long at = outcome.endPosition();
        MappedFile file = files.find(at);
        String stop = outcome.stop() == null ? "nothing is written there" : outcome.stop();
        if (cuttable.remains() == RecoveryPlan.Remains.STALE_RECORDS
            && youngestMs(outcome.wholeBehind()) < outcome.lastStoreTimestampMs()) {
            log.warn("the log is cut at position {} in {}: {}; the records from position {} on are older than those in"
                + " front: another broker has cut the log before them and gone on", at, file, stop,
                outcome.wholeBehind());
            return;
        }
        long behindMs = storeTimestampMs(outcome.wholeBehind());
        if (at < cuttable.fromPosition() || behindMs <= cuttable.storedAfterMs()) {
            throw new DamagedFileException(String.format(Locale.ROOT, "the log is damaged at position %d, byte %d of"
                + " %s: %s; a whole record that was acknowledged follows at position %d. Put a good copy of the file in"
                + " its place, or cut the log there with 'mqstore.sh repair', which saves what follows aside", at,
                at - file.startPosition(), file, stop, outcome.wholeBehind()));
        }
        log.error("the log is cut at position {}, byte {} of {}: {}; whole records follow from position {} on, which"
            + " the disk had not confirmed when the machine went down", at, at - file.startPosition(), file, stop,
            outcome.wholeBehind());
    }

    /** Bytes up to the last one that is written behind an end, so far as it is looked for. */
    private long bytesBehind(long end) throws IOException {
        MappedFile file = files.find(end);
        SharedRegion region = file.acquire();
        try {
            int first = (int) (end - file.startPosition());
            int at = (int) Math.min(file.sizeBytes(), first + LOOK_BYTES);
            while (at > first && region.bytes().get(at - 1) == 0) {
                at--;
            }
            return at - first;
        } finally {
            region.release();
        }
    }

    private long storeTimestampMs(long position) throws IOException {
        MappedFile file = files.find(position);
        SharedRegion region = file.acquire();
        try {
            return new RecordView().wrap(region.bytes(), (int) (position - file.startPosition())).storeTimestampMs();
        } finally {
            region.release();
        }
    }

    /** Store time of the youngest of the records that follow each other from a place on, or begin a later segment. */
    private long youngestMs(long position) throws IOException {
        long youngest = 0;
        MappedFile file = files.find(position);
        long next = position;
        while (file != null) {
            Walk rest = new Walk(next, RecoveryPlan.Cuttable.NOTHING);
            rest.through(file, new ProgressLog("looking behind the end", next, file.endPosition(), elapsedMs));
            youngest = Math.max(youngest, rest.youngestMs);
            next = file.endPosition();
            file = files.atOrAfter(next);
        }
        return youngest;
    }

    /** Position of the first whole record behind a place, in its segment or at the begin of a later one; or -1. */
    private long wholeBehind(MappedFile stoppedIn, long position, long lookBytes) throws IOException {
        long found = wholeIn(stoppedIn, position + 1, lookBytes);
        MappedFile next = files.atOrAfter(stoppedIn.endPosition());
        while (found < 0 && next != null) {
            SharedRegion region = next.acquire();
            try {
                if (isRecord(region.bytes(), 0, next)) {
                    found = next.startPosition();
                }
            } finally {
                region.release();
            }
            next = files.atOrAfter(next.endPosition());
        }
        return found;
    }

    private long wholeIn(MappedFile file, long position, long lookBytes) throws IOException {
        SharedRegion region = file.acquire();
        try {
            ByteBuffer bytes = region.bytes();
            int at = (int) (position - file.startPosition());
            int end = at + (int) Math.min(file.sizeBytes() - RecordLayout.EMPTY_V1_BYTES - at, lookBytes);
            while (at <= end) {
                // quick over zeros and whatever else has no first byte of a magic number: this may be a whole segment
                if (bytes.getLong(at + RecordLayout.MAGIC) == 0) {
                    at += Long.BYTES;
                    continue;
                }
                if (bytes.get(at + RecordLayout.MAGIC) == MAGIC_FIRST && isRecord(bytes, at, file)) {
                    return file.startPosition() + at;
                }
                at++;
            }
            return -1;
        } finally {
            region.release();
        }
    }

    private boolean isRecord(ByteBuffer bytes, int at, MappedFile file) {
        return scanner.check(bytes, at, file.sizeBytes(), file.startPosition() + at) == RecordScanner.Verdict.RECORD;
    }

    /** The way over the records, and what it has seen. */
    private final class Walk {
        private static final int TELL_EVERY = 1024;
        private final RecordView view = new RecordView();
        private final RecoveryPlan.Cuttable damage;
        private long position;
        private long records;
        private long lastPosition = -1;
        private long storeTimestampMs;
        private long youngestMs;
        private String stop;

        Walk(long from, RecoveryPlan.Cuttable damage) {
            this.position = from;
            this.damage = damage;
        }

        /** Whether the segment is full to its end. */
        boolean through(MappedFile file, ProgressLog progress) throws IOException {
            SharedRegion region = file.acquire();
            try {
                ByteBuffer bytes = region.bytes();
                position = Math.max(position, file.startPosition());
                while (position < file.endPosition()) {
                    int at = (int) (position - file.startPosition());
                    RecordScanner.Verdict verdict = scanner.check(bytes, at, file.sizeBytes(), position);
                    if (verdict == RecordScanner.Verdict.BLANK) {
                        return true;
                    }
                    stop = verdict == RecordScanner.Verdict.RECORD
                        ? position < damage.fromPosition() ? null : RecordScanner.lost(bytes, at)
                        : reason(verdict, bytes, at);
                    if (verdict != RecordScanner.Verdict.RECORD || stop != null) {
                        leaveTornRecord(file, bytes);
                        return false;
                    }
                    storeTimestampMs = view.wrap(bytes, at).storeTimestampMs();
                    youngestMs = Math.max(youngestMs, storeTimestampMs);
                    lastPosition = position;
                    position += scanner.sizeBytes();
                    if (++records % TELL_EVERY == 0) {
                        progress.at(position);
                    }
                }
                return true;
            } finally {
                region.release();
            }
        }

        /** A slave copies bytes: of its last record the properties may be missing, which no checksum covers. */
        private void leaveTornRecord(MappedFile file, ByteBuffer bytes) {
            String torn = damage.remains() == RecoveryPlan.Remains.TORN_APPEND && lastPosition >= file.startPosition()
                ? RecordScanner.lost(bytes, (int) (lastPosition - file.startPosition())) : null;
            if (torn != null) {
                position = lastPosition;
                records--;
                stop = torn;
            }
        }

        private String reason(RecordScanner.Verdict verdict, ByteBuffer bytes, int at) {
            return switch (verdict) {
                case END -> null;
                case INCOMPLETE -> "a record of " + bytes.getInt(at) + " bytes does not end in its segment";
                default -> scanner.reason();
            };
        }

        Outcome outcome(long wholeBehind) {
            return new Outcome(position, records, storeTimestampMs, stop, wholeBehind);
        }
    }
}
