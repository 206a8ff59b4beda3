/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/** What the log holds for each queue, and the queue's own entries beside it. */
public final class QueueTally {

    private final OfflineStore store;
    private final Map<String, Queue> queues = new TreeMap<>();

    /** One queue as the log shows it. */
    public static final class Queue {
        private final String topic;
        private final int queueId;
        private final QueueReader entries;
        private long messages;
        private long bytes;
        private long firstMs;
        private long lastMs;
        private long firstOffset = -1;
        private long nextOffset;
        private long holes;
        private long repeated;

        Queue(String topic, int queueId, QueueReader entries) {
            this.topic = topic;
            this.queueId = queueId;
            this.entries = entries;
        }

        private void add(RecordView record) {
            long offset = record.queueOffset();
            if (firstOffset < 0 || offset == 0 && nextOffset > 0) {
                firstOffset = offset;
                firstMs = record.storeTimestampMs();
            } else if (offset > nextOffset) {
                holes += offset - nextOffset;
            } else if (offset < nextOffset) {
                repeated++;
            }
            nextOffset = Math.max(nextOffset, offset + 1);
            messages++;
            bytes += record.totalSize();
            lastMs = record.storeTimestampMs();
        }

        /** Topic. */
        public String topic() {
            return topic;
        }

        /** Number. */
        public int queueId() {
            return queueId;
        }

        /** Topic and number. */
        public String name() {
            return topic + "/" + queueId;
        }

        /** Its files' entries; null when it has no files. */
        public QueueReader entries() {
            return entries;
        }

        /** Records in the log. */
        public long messages() {
            return messages;
        }

        /** Their bytes. */
        public long bytes() {
            return bytes;
        }

        /** Store time of the first. */
        public long firstMs() {
            return firstMs;
        }

        /** Store time of the last. */
        public long lastMs() {
            return lastMs;
        }

        /** Offset of the first; -1 without any. */
        public long firstOffset() {
            return firstOffset;
        }

        /** Offset behind the last. */
        public long nextOffset() {
            return nextOffset;
        }

        /** Offsets between that no record has. */
        public long holes() {
            return holes;
        }

        /** Records whose offset an earlier one has. */
        public long repeated() {
            return repeated;
        }
    }

    /**
     * Finds the queues of a store.
     *
     * @param store the store
     * @throws IOException when a queue can't be read
     */
    public QueueTally(OfflineStore store) throws IOException {
        this.store = store;
        for (Path directory : store.queueDirectories()) {
            String id = directory.getFileName().toString();
            if (id.matches("[0-9]{1,9}")) {
                queue(directory.getParent().getFileName().toString(), Integer.parseInt(id));
            }
        }
    }

    /** Queues by topic and number. */
    public Map<String, Queue> queues() {
        return queues;
    }

    /**
     * Counts a record.
     *
     * @param record the record
     * @return its queue, or null when it enters none
     * @throws IOException when the queue can't be read
     */
    public Queue add(RecordView record) throws IOException {
        int transaction = record.transactionState();
        if (transaction != 0 && transaction != RecordLayout.SYS_TRANSACTION_COMMIT) {
            return null;
        }
        Queue queue = queue(record.topic(), record.queueId());
        queue.add(record);
        return queue;
    }

    private Queue queue(String topic, int queueId) throws IOException {
        String name = topic + '/' + queueId;
        Queue known = queues.get(name);
        if (known != null) {
            return known;
        }
        Path directory = store.paths().consumeQueues().resolve(topic).resolve(Integer.toString(queueId));
        QueueReader entries = Files.isDirectory(directory) && store.measures().queueFileBytes() > 0
            ? new QueueReader(directory, store.filesOf(directory), store.measures().queueFileBytes()) : null;
        Queue made = new Queue(topic, queueId, entries);
        queues.put(name, made);
        return made;
    }
}
