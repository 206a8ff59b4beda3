/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.util.Map;

/**
 * Progress of transactions that outlives the checks of a test.
 *
 * @param kept offset by topic
 */
record ProgressInMemory(Map<String, Long> kept) implements TransactionProgress {

    @Override
    public long load(String topic) {
        return kept.getOrDefault(topic, -1L);
    }

    @Override
    public void save(String topic, long offset) {
        kept.put(topic, offset);
    }
}
