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

    /** Most records of one answer ({@code maxMsgsNumBatch}). */
    private static final int COUNT_MAX = 64;

    private final IndexService index;
    private final LogReader log;

    KeyLookup(IndexService index, LogReader log) {
        this.index = index;
        this.log = log;
    }

    QueryResult query(KeyQuery query) {
        int wanted = Math.min(COUNT_MAX, query.maxCount());
        List<LogSlice> records = new ArrayList<>();
        RecordView view = new RecordView();
        if (wanted > 0) {
            index.find(query.topic(), query.key(), query.beginMs(), query.endMs(), position -> {
                Optional<LogSlice> record = log.record(position);
                if (record.isPresent()) {
                    view.wrap(record.get().bytes(), 0);
                    if (matches(view, query)) {
                        records.add(record.get());
                    } else {
                        record.get().close();
                    }
                }
                return records.size() < wanted;
            });
        }
        return new QueryResult(records, index.endTimestampMs(), index.endPosition());
    }

    private static boolean matches(RecordView record, KeyQuery query) {
        long storedMs = record.storeTimestampMs();
        return storedMs >= query.beginMs() && storedMs <= query.endMs()
            && IndexKeys.matches(record, query.topic(), query.key());
    }
}
