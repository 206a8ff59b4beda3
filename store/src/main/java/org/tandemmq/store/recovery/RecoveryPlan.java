/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.util.List;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;
import org.tandemmq.store.file.SharedRegion;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/**
 * From where log, queues and index have to be gone over when a store opens.
 *
 * <pre>
 * checkpoint has our positions   clean stop                      as forced
 *                                killed, machine still runs      as written
 *                                machine went down, or copied    as forced
 * without them                   clean stop                      the last segment but one
 *                                else                            by the times, from the oldest segment on
 * </pre>
 *
 * @param logFrom records before are known to be whole
 * @param queuesTrusted entries of records before are known to be in the queues
 * @param indexTrusted keys of records before are known to be in the index
 * @param indexEnd position of the last record that the index has to know, 0 for none
 * @param damage which damage in front of whole records may be cut
 * @param why which rule it was, for the log
 */
public record RecoveryPlan(long logFrom, long queuesTrusted, long indexTrusted, long indexEnd, Cuttable damage,
                           String why) {

    /** What may stand at the end of a log that is not damaged. */
    public enum Remains {
        /** Whole records only. */
        NOTHING,
        /** The process was killed: the last append may be there in part, up to any byte. */
        TORN_APPEND,
        /** Another broker does not erase behind a cut: records from before may follow younger ones. */
        STALE_RECORDS
    }

    /**
     * Damage that may be cut although whole records follow it: only what the disk had not confirmed.
     *
     * @param fromPosition at or behind this position it may; sectors may be lost there
     * @param storedAfterMs and only if the records that follow were stored after this time
     * @param remains what is no damage
     */
    public record Cuttable(long fromPosition, long storedAfterMs, Remains remains) {

        /** No damage in front of whole records may be cut. */
        public static final Cuttable NOTHING = nothingBut(Remains.NOTHING);

        /** No damage in front of whole records may be cut, but what is none. */
        static Cuttable nothingBut(Remains remains) {
            return new Cuttable(Long.MAX_VALUE, Long.MAX_VALUE, remains);
        }

        /** Whether all that was written is there: no power was lost. */
        public boolean powerKept() {
            return fromPosition == Long.MAX_VALUE;
        }
    }

    private static final long FUTURE_MS = 60_000;

    /**
     * How the store was left and found.
     *
     * @param marks what the checkpoint says
     * @param clean whether the last stop was clean: there is no abort file
     * @param machine this machine and directory, comparable with {@link StoreCheckpoint.Positions#machine()}
     * @param nowMs wall clock
     */
    public record Found(StoreCheckpoint.Marks marks, boolean clean, long machine, long nowMs) {
    }

    /**
     * Makes the plan.
     *
     * @param files segments of the log
     * @param found how the store was left
     * @return the plan
     * @throws DamagedFileException when the checkpoint knows of positions that the segments do not reach
     * @throws IOException when a segment can't be read
     */
    public static RecoveryPlan make(MappedFileQueue files, Found found) throws IOException {
        StoreCheckpoint.Positions own = found.marks().positions();
        if (files.last() == null && own == null) {
            return new RecoveryPlan(0, 0, 0, 0, Cuttable.NOTHING, "there is no segment");
        }
        return own == null ? byTimes(files, found) : byPositions(files, found, own);
    }

    private static RecoveryPlan byPositions(MappedFileQueue files, Found found, StoreCheckpoint.Positions own)
        throws DamagedFileException {
        long end = files.last() == null ? 0 : files.last().endPosition();
        boolean asWritten = !found.clean() && found.machine() == own.machine();
        long known = asWritten ? own.queues().written() : own.flushed();
        if (known > end) {
            throw new DamagedFileException("the checkpoint knows the log to be " + (asWritten ? "written" : "on disk")
                + " up to position " + known + " but " + (files.last() == null ? "there is no segment in "
                + files.directory() : "the last segment, " + files.last() + ", ends at " + end)
                + ": put the missing segments back, or move the files checkpoint and checkpoint.bak away to go on with"
                + " what is there");
        }
        long min = files.minPosition();
        // Some way before what is known: an operator's or a disk's damage is most likely at the end.
        long checkFrom = Math.max(min, Math.min(own.checkFrom(), known));
        if (asWritten) {
            return new RecoveryPlan(checkFrom, Math.max(min, known), Math.max(min, own.index().written()),
                own.indexEnd(), Cuttable.nothingBut(Remains.TORN_APPEND),
                "as written when the process ended; the machine has run since");
        }
        long queues = Math.min(own.queues().forced(), known);
        return new RecoveryPlan(checkFrom, Math.max(min, queues),
            Math.max(min, Math.min(own.index().forced(), known)), own.indexEnd(),
            found.clean() ? Cuttable.NOTHING : new Cuttable(known, 0, Remains.NOTHING),
            found.clean() ? "as forced at the clean stop" : "as last forced; the machine has restarted or is another");
    }

    private static RecoveryPlan byTimes(MappedFileQueue files, Found found) throws IOException {
        List<MappedFile> all = files.files();
        if (found.clean()) {
            long from = all.get(Math.max(0, all.size() - 2)).startPosition();
            return new RecoveryPlan(from, from, from, 0, Cuttable.nothingBut(Remains.STALE_RECORDS),
                "clean stop of another broker");
        }
        long safeMs = found.marks().safeTimestampMs();
        String why = safeMs == 0 ? "there are no times to go by, so the whole log is gone over"
            : "stored before the checkpoint's times";
        if (safeMs > found.nowMs() + FUTURE_MS) {
            why = "the checkpoint's time " + safeMs + " is in the future, so the whole log is gone over";
            safeMs = 0;
        }
        // Forward, not back from the end: a clock that was set back makes late segments look old.
        long from = all.get(0).startPosition();
        for (MappedFile file : all) {
            long firstMs = firstStoreTimestampMs(file, files.segmentBytes());
            if (firstMs <= 0 || firstMs > safeMs) {
                break;
            }
            from = file.startPosition();
        }
        return new RecoveryPlan(from, from, from, 0,
            new Cuttable(from, safeMs == 0 ? Long.MAX_VALUE : found.marks().logTimestampMs(), Remains.STALE_RECORDS),
            why);
    }

    private static long firstStoreTimestampMs(MappedFile file, int segmentBytes) throws IOException {
        SharedRegion region = file.acquire();
        try {
            RecordScanner scanner = new RecordScanner(segmentBytes, false);
            return scanner.check(region.bytes(), 0, segmentBytes, file.startPosition())
                == RecordScanner.Verdict.RECORD
                ? new RecordView().wrap(region.bytes(), RecordLayout.TOTAL_SIZE).storeTimestampMs() : -1;
        } finally {
            region.release();
        }
    }
}
