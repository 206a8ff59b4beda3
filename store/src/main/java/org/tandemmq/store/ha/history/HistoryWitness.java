/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;
/** Answers, on the master, whether its log has a slave's record. Any thread; reads the log only. */
public final class HistoryWitness {

    private final ReplicaLog log;

    /**
     * Creates the witness.
     *
     * @param log the master's log
     */
    public HistoryWitness(ReplicaLog log) {
        this.log = log;
    }

    /**
     * Compares.
     *
     * @param question a slave's record
     * @return the verdict, with this log's range
     */
    public TailAnswer answer(TailQuestion question) {
        long min = log.minPosition();
        long end = log.endPosition();
        RecordMark theirs = question.mark();
        if (question.segmentBytes() != log.segmentBytes()) {
            return new TailAnswer(TailAnswer.Verdict.SEGMENT_SIZE, min, end, "segments of " + question.segmentBytes()
                + " bytes on the slave, of " + log.segmentBytes() + " on the master");
        }
        if (theirs.endPosition() > end) {
            return new TailAnswer(TailAnswer.Verdict.AHEAD, min, end, "record " + theirs.position() + " to "
                + theirs.endPosition() + " lies behind the master's end " + end);
        }
        if (theirs.position() < min) {
            return new TailAnswer(TailAnswer.Verdict.BELOW_OLDEST, min, end, "record at " + theirs.position()
                + " lies before the master's oldest segment " + min);
        }
        RecordMark ours = RecordMark.at(log, theirs.position());
        boolean same = theirs.equals(ours);
        return new TailAnswer(same ? TailAnswer.Verdict.SAME : TailAnswer.Verdict.DIFFERENT, min,
            end, same ? "record at " + theirs.position() + " is the same"
                : "slave has " + theirs + ", master has " + ours);
    }
}
