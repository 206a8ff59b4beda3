/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tandemmq.store.index.IndexKeys;
import org.tandemmq.store.index.IndexService;
import org.tandemmq.store.log.LogReader;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordView;

/** Looks up records by key: the index gives candidates, the records themselves decide. Any thread. */
final class KeyLookup {

    private final IndexService index;
    private final LogReader log;
    private final int bytesMax;

    /**
     * Creates the look-up.
     *
     * @param bytesMax most bytes of the records of one answer, the first of them left out
     */
    KeyLookup(IndexService index, LogReader log, int bytesMax) {
        this.index = index;
        this.log = log;
        this.bytesMax = bytesMax;
    }

    QueryResult query(KeyQuery query) {
        Found found = new Found(query);
        if (query.maxCount() > 0) {
            index.find(query.topic(), query.key(), query.beginMs(), query.endMs(),
                position -> found.take(log.record(position)));
        }
        return new QueryResult(found.records, index.endTimestampMs(), index.endPosition());
    }

    /** What one look-up has found, the newest first. */
    private final class Found {
        private final KeyQuery query;
        private final List<LogSlice> records = new ArrayList<>();
        private final RecordView view = new RecordView();
        private long sizeBytes;

        Found(KeyQuery query) {
            this.query = query;
        }

        /** Keeps or closes a record; whether there is room for more. */
        boolean take(Optional<LogSlice> candidate) {
            if (candidate.isEmpty()) {
                return true;
            }
            LogSlice record = candidate.get();
            if (!matches(view.wrap(record.bytes(), 0), query)) {
                record.close();
                return true;
            }
            if (!records.isEmpty() && sizeBytes + record.sizeBytes() > bytesMax) {
                record.close();
                return false;
            }
            records.add(record);
            sizeBytes += record.sizeBytes();
            return records.size() < query.maxCount();
        }
    }

    private static boolean matches(RecordView record, KeyQuery query) {
        long storedMs = record.storeTimestampMs();
        return storedMs >= query.beginMs() && storedMs <= query.endMs()
            && IndexKeys.matches(record, query.topic(), query.key());
    }
}
