/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;

/** Finds records of a log by going from one to the next. The log ends behind a whole record and does not grow. */
final class RecordWalk {

    private final ReplicaLog log;

    /**
     * Creates the walk.
     *
     * @param log the log
     */
    RecordWalk(ReplicaLog log) {
        this.log = log;
    }

    /** The last record that is not a segment's blank rest; null for an empty log or one without records. */
    RecordMark last() {
        long end = log.endPosition();
        long segment = end - end % log.segmentBytes();
        while (segment >= log.minPosition()) {
            RecordMark found = lastBefore(segment, end);
            if (found != null) {
                return found;
            }
            end = segment;
            segment -= log.segmentBytes();
        }
        return null;
    }

    /**
     * The last record that begins before a position.
     *
     * @param from begin of a record
     * @param before position that the wanted record begins below
     * @return the last record in that range that is not a blank; null when there is none
     */
    RecordMark lastBefore(long from, long before) {
        RecordMark last = null;
        long at = from;
        while (at < before) {
            RecordMark mark = RecordMark.at(log, at);
            if (mark == null) {
                return last;
            }
            if (mark.storeTimestampMs() != 0) {
                last = mark;
            }
            at = mark.endPosition();
        }
        return last;
    }
}
