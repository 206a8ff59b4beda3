/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.ReplicaLog;

/**
 * What a slave does about a log that does not fit its master's: nothing unless the configuration says so, and never
 * without keeping what it takes away. Replication thread.
 */
public final class HistoryRepair {

    private static final Logger log = LoggerFactory.getLogger(HistoryRepair.class);

    private final HaConfig.Resolution resolution;
    private final TailDump dump;

    /**
     * Creates the repair.
     *
     * @param resolution what is allowed
     * @param dump saves a tail before it is cut
     */
    public HistoryRepair(HaConfig.Resolution resolution, TailDump dump) {
        this.resolution = resolution;
        this.dump = dump;
    }

    /**
     * Repairs if that is allowed.
     *
     * @param replicaLog the slave's log
     * @param found what does not fit
     * @return what was done; null when the slave has to stop
     */
    public String apply(ReplicaLog replicaLog, TailReview.Result found) {
        if (found.outcome() == TailReview.Outcome.OUT_OF_RANGE) {
            return resolution.resetWhenOutOfRange() ? setAside(replicaLog, "out-of-range", "haOutOfRange=reset") : null;
        }
        long from = found.firstDifference();
        if (!resolution.truncateWhenDiverged() || from < 0) {
            return null;
        }
        if (from <= replicaLog.minPosition()) {
            return setAside(replicaLog, "diverged", "haOnDivergence=truncate, nothing is the same");
        }
        String done = "haOnDivergence=truncate: " + (replicaLog.endPosition() - from) + " bytes from " + from
            + " saved in " + dump.save(replicaLog, from) + " and cut";
        replicaLog.truncate(from);
        log.warn("Log cut: {}", done);
        return done;
    }

    private static String setAside(ReplicaLog replicaLog, String word, String why) {
        String done = why + ": old data are in " + replicaLog.setAside(word);
        log.warn("Log begun anew: {}", done);
        return done;
    }
}
