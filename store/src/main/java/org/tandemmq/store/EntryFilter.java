/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import org.tandemmq.store.record.RecordView;

/** Which messages of a queue a reader wants: asked per queue entry first and, where that is not enough, per record. */
public interface EntryFilter {

    /** Takes everything. */
    EntryFilter ALL = new EntryFilter() {
        @Override
        public boolean matchesTagsCode(long tagsCode) {
            return true;
        }

        @Override
        public boolean needsRecord() {
            return false;
        }

        @Override
        public boolean matchesRecord(RecordView record) {
            return true;
        }
    };

    /**
     * First look, at the queue entry only.
     *
     * @param tagsCode tags code of the entry
     * @return false when the message is certainly not wanted
     */
    boolean matchesTagsCode(long tagsCode);

    /** Whether {@link #matchesRecord} has to be asked as well. */
    boolean needsRecord();

    /**
     * Second look, at the stored record.
     *
     * @param record view of the record, valid during the call
     * @return whether the message is wanted
     */
    boolean matchesRecord(RecordView record);
}
