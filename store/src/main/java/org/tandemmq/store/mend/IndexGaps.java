/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.ProgressLog;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.dispatch.RecordHandler;
import org.tandemmq.store.index.IndexGap;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.record.RecordView;

/**
 * Notices at start that files of the index are lost, by the log: a record with a key that stands between the records of
 * two files that follow each other, in front of the first file or behind the last. The keys are taken from the log
 * again. Looking costs one slice of the log (1 MiB) per file, unless it has no record with a key.
 */
public final class IndexGaps {

    /** Most records without a key that are looked at in one place, each start anew; then it counts as whole. */
    static final long LOOK_RECORDS_MAX = 100_000;

    private static final Logger log = LoggerFactory.getLogger(IndexGaps.class);

    private final IndexService index;
    private final LogReader reader;
    private final LongSupplier elapsedMs;

    /**
     * Creates the look.
     *
     * @param index the index, recovered
     * @param reader the log up to the end that recovery found
     * @param elapsedMs elapsed-time clock
     */
    public IndexGaps(IndexService index, LogReader reader, LongSupplier elapsedMs) {
        this.index = index;
        this.reader = reader;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Looks at all places and fills what is between files.
     *
     * @param from records from here on are indexed again anyway
     * @return position from which records have to be indexed again, at most {@code from}
     * @throws IOException when the log can't be read
     */
    public long close(long from) throws IOException {
        long min = reader.minPosition();
        for (IndexGap gap : index.gaps(min)) {
            long first = firstOf(gap.beginPosition(), Math.min(from, gap.endPosition()), gap::lacks);
            if (first >= 0) {
                fill(gap, first);
            }
        }
        long end = index.endPosition();
        long lacking = firstOf(Math.max(min, end), from,
            record -> record.position() < from && (end == 0 || record.position() > end) && IndexGap.hasKeys(record));
        if (lacking < 0) {
            return from;
        }
        log.warn("no index file has the keys of the message at log position {} and of those behind it up to {}: they"
            + " are taken from the log again", lacking, from);
        return index.goOnFrom(lacking);
    }

    /** Position of the first record of a kind in a range; -1 when there is none. */
    private long firstOf(long begin, long end, Predicate<RecordView> kind) throws IOException {
        if (begin >= end) {
            return -1;
        }
        if (begin > reader.minPosition() && !isRecord(begin)) {
            log.warn("the index has a key of a message at log position {} where no record begins: whether files are"
                + " lost is not looked at there, mqstore.sh verify does", begin);
            return -1;
        }
        Look look = new Look(kind);
        Position at = new Position("looked at", begin);
        DispatchAgent walk = new DispatchAgent(reader, at, List.of(look));
        while (at.value() < end && look.goesOn() && walk.doWork(0) > 0) {
            if (walk.failure() != null) {
                throw new IOException(walk.failure());
            }
        }
        return look.found;
    }

    private boolean isRecord(long position) {
        LogSlice record = reader.record(position).orElse(null);
        if (record != null) {
            record.close();
        }
        return record != null;
    }

    private static final class Look implements RecordHandler {
        private final Predicate<RecordView> kind;
        private long found = -1;
        private long records;

        Look(Predicate<RecordView> kind) {
            this.kind = kind;
        }

        @Override
        public void handle(RecordView record) {
            records++;
            if (found < 0 && kind.test(record)) {
                found = record.position();
            }
        }

        boolean goesOn() {
            return found < 0 && records < LOOK_RECORDS_MAX;
        }
    }

    private void fill(IndexGap gap, long first) throws IOException {
        log.warn("no index file has the keys of the messages from log position {} to {}: a file is lost, its keys are"
            + " taken from the log again", first, gap.endPosition());
        ProgressLog progress = new ProgressLog("indexing again", first, gap.endPosition(), elapsedMs);
        Filling filling = new Filling(gap);
        Position at = new Position("indexed again", gap.beginPosition());
        DispatchAgent walk = new DispatchAgent(reader, at, List.of(filling));
        while (at.value() <= gap.endPosition() && filling.failure == null && walk.doWork(0) > 0) {
            if (walk.failure() != null) {
                throw new IOException(walk.failure());
            }
            progress.at(at.value());
        }
        try {
            if (filling.failure != null) {
                throw filling.failure;
            }
            index.insert(gap);
            log.info("the keys of {} messages were indexed again in {} ms", gap.records(), progress.tookMs());
        } catch (IOException thrown) {
            gap.giveUp();
            log.error("messages from log position {} to {} are not found by key: {}; mqstore.sh repair --rebuild makes"
                + " the index anew", first, gap.endPosition(), thrown.toString());
        }
    }

    /** Keeps what fails: it is no failure of the log. */
    private static final class Filling implements RecordHandler {
        private final IndexGap gap;
        private IOException failure;

        Filling(IndexGap gap) {
            this.gap = gap;
        }

        @Override
        public void handle(RecordView record) {
            try {
                if (failure == null) {
                    gap.take(record);
                }
            } catch (IOException thrown) {
                failure = thrown;
            }
        }
    }
}
