/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.tandemmq.store.dispatch.DispatchAgent;
import org.tandemmq.store.dispatch.RecordHandler;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.TagsCode;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** Looks in a part of the log for the records whose entries a hole lacks, piece by piece. One thread. */
final class HoleScan implements RecordHandler {

    private final ConsumeQueue queue;
    private final Hole hole;
    private final TagsCode tagsCode;
    private final byte[] topicUtf8;
    private final ByteBuffer entries;
    private final Position at;
    private final long to;
    private final DispatchAgent walk;
    private int found;

    HoleScan(ConsumeQueue queue, Hole hole, LogReader log, long dispatched, TagsCode tagsCode) {
        this.queue = queue;
        this.hole = hole;
        this.tagsCode = tagsCode;
        this.topicUtf8 = queue.topic().getBytes(StandardCharsets.UTF_8);
        this.entries = ByteBuffer.allocate(hole.entries() * QueueEntry.BYTES);
        this.to = Math.min(hole.toPosition(), dispatched);
        this.at = new Position("looked for lost entries", Math.min(hole.fromPosition(), to));
        this.walk = new DispatchAgent(log.upTo(new Position("end of the hole", to)), at, List.of(this));
    }

    ConsumeQueue queue() {
        return queue;
    }

    Hole hole() {
        return hole;
    }

    /** Number of entries whose records were found. */
    int found() {
        return found;
    }

    /** What is done with a row of entries. */
    interface Row {
        void take(long from, long to, ByteBuffer entries) throws IOException;
    }

    /** Hands over the rows of entries that were found, and the others, in order. */
    void forEachRow(Row mended, Row lost) throws IOException {
        int at = 0;
        while (at < hole.entries()) {
            boolean there = isFound(at);
            int end = at + 1;
            while (end < hole.entries() && isFound(end) == there) {
                end++;
            }
            (there ? mended : lost).take(hole.from() + at, hole.from() + end,
                entries.slice(at * QueueEntry.BYTES, (end - at) * QueueEntry.BYTES));
            at = end;
        }
    }

    private boolean isFound(int index) {
        return QueueEntry.isWritten(entries, index * QueueEntry.BYTES);
    }

    /** Goes over some more of the log; whether all of it was looked at. */
    boolean step(int pieces, long nowMs) {
        for (int i = 0; i < pieces && at.value() < to; i++) {
            if (walk.doWork(nowMs) == 0) {
                return true;
            }
        }
        return at.value() >= to;
    }

    @Override
    public void handle(RecordView record) {
        int transaction = record.transactionState();
        long offset = record.queueOffset();
        if (transaction != 0 && transaction != RecordLayout.SYS_TRANSACTION_COMMIT
            || record.queueId() != queue.queueId() || offset < hole.from() || offset >= hole.to()
            || !record.topicIs(topicUtf8)) {
            return;
        }
        int index = (int) (offset - hole.from()) * QueueEntry.BYTES;
        if (!QueueEntry.isWritten(entries, index)) {
            QueueEntry.write(entries, index, record.position(), record.totalSize(), tagsCode.of(record));
            found++;
        }
    }
}
