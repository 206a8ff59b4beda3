/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;

/**
 * The last record of a log that may grow meanwhile. It is looked for from the one that was found before, since finding
 * it takes a walk through the records of a segment. One thread.
 */
public final class LastRecord {

    private final ReplicaLog log;
    private final RecordWalk walk;
    private RecordMark found;

    /**
     * Creates the search.
     *
     * @param log the log
     */
    public LastRecord(ReplicaLog log) {
        this.log = log;
        this.walk = new RecordWalk(log);
    }

    /**
     * Finds it.
     *
     * @return the last record that is not a segment's blank rest; null for a log without records
     */
    public RecordMark find() {
        long end = log.endPosition();
        RecordMark near = isNear(end) ? walk.lastBefore(found.position(), end) : null;
        found = near == null ? walk.last() : near;
        return found;
    }

    /** Whether the one that was found before is still there, not far from the end: the log may have been cut. */
    private boolean isNear(long end) {
        return found != null && found.endPosition() <= end && end - found.position() <= log.segmentBytes()
            && found.equals(RecordMark.at(log, found.position()));
    }
}
