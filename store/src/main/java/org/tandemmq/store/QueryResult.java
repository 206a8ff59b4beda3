/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.util.List;
import org.tandemmq.store.log.LogSlice;

/**
 * Records found by key. Whoever gets it closes it.
 *
 * @param records one slice per record; topic and key are already compared with the stored ones
 * @param indexLastTimestampMs store time of the newest index entry
 * @param indexLastPosition log position of the newest index entry
 */
public record QueryResult(List<LogSlice> records, long indexLastTimestampMs, long indexLastPosition)
    implements AutoCloseable {

    /** Gives back all slices. */
    @Override
    public void close() {
        for (LogSlice slice : records) {
            slice.close();
        }
    }
}
