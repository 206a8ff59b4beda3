/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.dispatch;

import java.io.IOException;
import org.tandemmq.store.record.RecordView;

/**
 * Something that is built from the log: queues, index. Called by the dispatch thread for each record in the order of
 * the log; a record may come again after a failure or a restart, so that handlers know what they have already.
 */
public interface RecordHandler {

    /**
     * Takes a record in.
     *
     * @param record view of the record, valid during the call
     * @throws IOException when it could not be taken in for a reason that may pass; the same record comes again later
     */
    void handle(RecordView record) throws IOException;

    /**
     * Called after each slice of work, also an empty one: for what is better done once than for each record.
     *
     * @param nowMs elapsed time
     * @return whether there is more to do, so that the thread should not rest
     * @throws IOException when it could not be done and has to be tried again
     */
    default boolean endOfSlice(long nowMs) throws IOException {
        return false;
    }
}
