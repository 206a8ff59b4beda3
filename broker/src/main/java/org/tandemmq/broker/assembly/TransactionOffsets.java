/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.transaction.TransactionProgress;
import org.tandemmq.broker.transaction.TransactionTopics;

/**
 * Keeps the progress of transactions among the consumer offsets, where RocketMQ keeps it too: a slave has it from its
 * master like every other offset.
 *
 * @param offsets the table
 */
record TransactionOffsets(ConsumerOffsetManager offsets) implements TransactionProgress {

    @Override
    public long load(String topic) {
        return offsets.offset(TransactionTopics.GROUP, topic, TransactionTopics.QUEUE_ID);
    }

    @Override
    public void save(String topic, long offset) {
        if (load(topic) != offset) {
            offsets.commit(TransactionTopics.GROUP, topic, TransactionTopics.QUEUE_ID, offset);
        }
    }
}
