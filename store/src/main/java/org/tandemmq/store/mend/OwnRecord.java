/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.mend;

import java.nio.ByteBuffer;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;
import org.tandemmq.store.record.RecordView;

/** Whether a queue's entry leads to the record that belongs at its offset. */
public final class OwnRecord {

    private OwnRecord() {
    }

    /**
     * Compares an entry with the log. Quick where it fits.
     *
     * @param bytes bytes of the log
     * @param at index of the entry's position in them; at least the shortest record follows
     * @param sizeBytes size that the entry names, all of which is there
     * @param position position that the entry names
     * @param queueOffset offset of the entry
     * @return false when no record of that size stands there, or one of another offset
     */
    public static boolean isAt(ByteBuffer bytes, int at, int sizeBytes, long position, long queueOffset) {
        return bytes.getInt(at + RecordLayout.TOTAL_SIZE) == sizeBytes
            && bytes.getLong(at + RecordLayout.POSITION) == position
            && (bytes.getLong(at + RecordLayout.QUEUE_OFFSET) == queueOffset
            || isForSeveralQueues(bytes, at, sizeBytes, position));
    }

    /** RocketMQ can have entries for one record in several queues, each at an offset of its own (storage 3.9). */
    static boolean isForSeveralQueues(ByteBuffer bytes, int at, int sizeBytes, long position) {
        return new RecordScanner(Integer.MAX_VALUE, false).check(bytes, at, at + sizeBytes, position)
            == RecordScanner.Verdict.RECORD
            && new RecordView().wrap(bytes, at).property(PropertyNames.MULTI_DISPATCH) != null;
    }
}
