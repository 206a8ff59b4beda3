/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

/** Where the progress in the half and the op topic is kept: with the offsets of {@link TransactionTopics#GROUP}. */
public interface TransactionProgress {

    /**
     * Offset at which to go on.
     *
     * @param topic half or op topic
     * @return the offset, -1 when none is kept
     */
    long load(String topic);

    /**
     * Keeps an offset.
     *
     * @param topic half or op topic
     * @param offset where a restart may begin
     */
    void save(String topic, long offset);
}
