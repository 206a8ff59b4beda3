/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.tandemmq.store.offline.LogWalk;
import org.tandemmq.store.offline.OfflineStore;
import org.tandemmq.store.offline.QueueTally;
import org.tandemmq.store.place.PlainFile;
import org.tandemmq.store.record.RecordView;
import org.tandemmq.store.recovery.StoreCheckpoint;

/** Compares log, queues, index, tables and checkpoint with each other. Changes nothing. */
final class VerifyCommand implements LogWalk.Visitor {

    private static final String LOG = "log";
    private static final String QUEUE = "queue";

    private final OfflineStore store;
    private final Report report;
    private final QueueTally tally;
    private final IndexCheck index;
    private final LogWalk walk;

    VerifyCommand(OfflineStore store, Report report, boolean checkCrc, LongSupplier elapsedMs) throws IOException {
        this.store = store;
        this.report = report;
        this.tally = new QueueTally(store);
        this.index = new IndexCheck(store, report);
        this.walk = new LogWalk(store.segmentFiles(), store.measures().segmentBytes(), checkCrc, elapsedMs);
    }

    void run() throws IOException {
        walk.run(this);
        for (QueueTally.Queue queue : tally.queues().values()) {
            checkQueue(queue);
        }
        index.finish(walk.begin(), walk.end());
        checkpoint();
        new TableCheck(store, report, tally).run();
        report.sum(walk.records() + " records, " + tally.queues().size() + " queues, " + index.entries()
            + " index entries");
    }

    @Override
    public void record(RecordView record) throws IOException {
        index.record(record);
        QueueTally.Queue queue = tally.add(record);
        if (queue == null) {
            return;
        }
        long offset = record.queueOffset();
        if (queue.entries() != null && queue.entries().isWritten(offset)
            && queue.entries().position(offset) == record.position()
            && queue.entries().sizeBytes(offset) == record.totalSize()) {
            queue.entries().reaches(offset);
        } else {
            report.error(QUEUE, queue.name(), record.position(), "offset " + offset + " " + wrong(queue, offset));
        }
    }

    private static String wrong(QueueTally.Queue queue, long offset) {
        if (queue.entries() == null) {
            return "has no entry: the queue has no files";
        }
        if (!queue.entries().isWritten(offset)) {
            return "has no entry";
        }
        return queue.entries().isFiller(offset) ? "is a filler"
            : "points to " + queue.entries().position(offset) + ", " + queue.entries().sizeBytes(offset) + " bytes";
    }

    @Override
    public void damage(Path file, long position, long bytes, String reason) {
        report.error(LOG, file.getFileName(), position, bytes + " bytes are no record: " + reason);
    }

    @Override
    public void file(Path file, String what) {
        report.error(LOG, file.getFileName(), -1, what);
    }

    private void checkQueue(QueueTally.Queue queue) {
        if (queue.holes() > 0) {
            report.error(LOG, queue.name(), -1, "the log has no record for " + queue.holes()
                + " of the offsets between the first and the last");
        }
        if (queue.repeated() > 0) {
            report.error(LOG, queue.name(), -1, "the log has " + queue.repeated() + " records whose offset is taken");
        }
        if (queue.entries() == null) {
            return;
        }
        if (queue.entries().problem() != null) {
            report.error(QUEUE, queue.name(), -1, queue.entries().problem());
        }
        surplus(queue);
    }

    /** Entries that no record of the log stands behind. */
    private void surplus(QueueTally.Queue queue) {
        long surplus = 0;
        long first = -1;
        for (long offset = queue.entries().end() - 1; offset >= queue.entries().begin(); offset--) {
            if (!queue.entries().isWritten(offset) || queue.entries().isFiller(offset)) {
                continue;
            }
            if (queue.entries().position(offset) < walk.begin()) {
                break;
            }
            if (offset >= queue.nextOffset() || offset < queue.firstOffset() || queue.firstOffset() < 0) {
                surplus++;
                first = offset;
            }
        }
        if (surplus > 0) {
            report.error(QUEUE, queue.name(), queue.entries().position(first), surplus + " entries from offset " + first
                + " on point to nothing in the log");
        }
    }

    private void checkpoint() throws IOException {
        Path path = store.paths().checkpoint();
        if (Files.exists(store.paths().abort())) {
            report.note("state", "abort", "the store was not closed: the next start recovers");
        }
        if (!PlainFile.exists(path)) {
            report.note("state", path.getFileName(), "there is none: a start goes over the whole log");
            return;
        }
        StoreCheckpoint.Marks marks = StoreCheckpoint.peek(PlainFile.read(path));
        if (marks == null) {
            report.error("state", path.getFileName(), -1, "the checkpoint can't be read");
        } else if (marks.positions() != null && marks.positions().flushed() > Math.max(0, walk.end())
            && marks.positions().flushed() > lastSegmentEnd()) {
            report.error("state", path.getFileName(), marks.positions().flushed(),
                "the checkpoint knows of this position, the log ends at " + walk.end());
        }
    }

    private long lastSegmentEnd() throws IOException {
        return store.segmentFiles().stream().mapToLong(each -> Long.parseLong(each.getFileName().toString()))
            .max().orElse(0) + store.measures().segmentBytes();
    }
}
