/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.queue.ConsumeQueue;
import org.tandemmq.store.queue.file.QueueEntry;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/**
 * Looks, when a store opens, whether the last entry of each queue leads to a record of that queue and offset. Files
 * that were exchanged, copied or taken from elsewhere are whole in themselves; this shows them, with a look a queue.
 */
public final class LastEntries {

    private static final Logger log = LoggerFactory.getLogger(LastEntries.class);

    private final LogReader reader;
    private volatile boolean gaveUp;

    /**
     * Creates the check.
     *
     * @param reader the log up to the end that recovery found
     */
    public LastEntries(LogReader reader) {
        this.reader = reader;
    }

    /**
     * Gives up the entries of a queue that ends with a foreign one. Any thread.
     *
     * @param queue a queue, loaded and cut
     * @throws IOException when it can't be read or changed
     */
    public void giveUpIfForeign(ConsumeQueue queue) throws IOException {
        if (isForeign(queue)) {
            log.error("queue {} ends at offset {} with an entry that leads to no record of it: its files were exchanged"
                + " or damaged, it is built again from the log", queue, queue.maxOffset() - 1);
            queue.cut(0, false);
            gaveUp = true;
        }
    }

    /** Whether there was one: its entries have to come from the log. */
    public boolean gaveUp() {
        return gaveUp;
    }

    private boolean isForeign(ConsumeQueue queue) {
        long last = queue.maxOffset() - 1;
        ByteBuffer entry = ByteBuffer.allocate(QueueEntry.BYTES);
        if (last < queue.minOffset() || queue.read(last, entry) == 0 || QueueEntry.isFiller(entry, 0)) {
            return false;
        }
        long position = QueueEntry.position(entry, 0);
        if (reader.nextReadable(position) > position) {
            return false;
        }
        try (LogSlice record = reader.exactly(position, QueueEntry.sizeBytes(entry, 0))) {
            return record == null || !isOf(queue, last, position, record);
        } catch (UncheckedIOException unreadable) {
            log.warn("queue {} is not compared with the log: {}", queue, unreadable.getMessage());
            return false;
        }
    }

    private static boolean isOf(ConsumeQueue queue, long offset, long position, LogSlice record) {
        int sizeBytes = record.sizeBytes();
        if (sizeBytes < RecordLayout.EMPTY_V1_BYTES
            || !OwnRecord.isAt(record.bytes(), 0, sizeBytes, position, offset)) {
            return false;
        }
        RecordView view = new RecordView().wrap(record.bytes(), 0);
        return view.queueId() == queue.queueId() && view.topicIs(queue.topic().getBytes(StandardCharsets.UTF_8))
            || OwnRecord.isForSeveralQueues(record.bytes(), 0, sizeBytes, position);
    }
}
