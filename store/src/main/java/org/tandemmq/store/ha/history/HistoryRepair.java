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
 * without keeping what it takes away. Only what this broker wrote itself as a master is cut: what it followed may be
 * all that is left of messages that were acknowledged. Replication thread.
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
     * What became of it.
     *
     * @param isDone whether the log was changed, so that the slave may go on; else it has to stop
     * @param text what was done, or why it was not; empty when the configuration does not ask for it
     */
    public record Attempt(boolean isDone, String text) {
    }

    /**
     * Repairs if that is allowed.
     *
     * @param replicaLog the slave's log
     * @param found what does not fit
     * @return what became of it; an attempt that fails leaves the log as it was
     */
    public Attempt apply(ReplicaLog replicaLog, TailReview.Result found) {
        boolean asked = switch (found.outcome()) {
            case OUT_OF_RANGE -> resolution.resetWhenOutOfRange();
            case AHEAD, DIVERGED -> resolution.truncateWhenDiverged() && found.firstDifference() >= 0;
            default -> false;
        };
        String objection = asked ? objection(replicaLog, found) : "";
        if (objection != null) {
            return new Attempt(false, objection);
        }
        try {
            String done = repair(replicaLog, found);
            log.warn("Log changed: {}", done);
            return new Attempt(true, done);
        } catch (RuntimeException failed) {
            log.error("The log could not be changed: {}", failed.getMessage(), failed);
            return new Attempt(false, "the repair failed: " + failed.getMessage());
        }
    }

    /** Why the log stays as it is although the configuration asks for a repair; null when nothing is against it. */
    private static String objection(ReplicaLog replicaLog, TailReview.Result found) {
        long own = replicaLog.ownFrom();
        if (found.outcome() == TailReview.Outcome.OUT_OF_RANGE) {
            return null;
        }
        if (found.masterIsEmpty()) {
            return "haOnDivergence=truncate gives nothing up for a master whose log is empty";
        }
        if (own <= found.firstDifference()) {
            return null;
        }
        return "haOnDivergence=truncate cuts only what this broker wrote itself as a master, which is "
            + (own == Long.MAX_VALUE ? "nothing" : "from " + own + " on") + ": the rest may be the only copy";
    }

    private String repair(ReplicaLog replicaLog, TailReview.Result found) {
        if (found.outcome() == TailReview.Outcome.OUT_OF_RANGE) {
            return "haOutOfRange=reset: old data are in " + replicaLog.setAside("out-of-range");
        }
        long from = found.firstDifference();
        if (from <= replicaLog.minPosition()) {
            return "haOnDivergence=truncate, nothing is the same: old data are in " + replicaLog.setAside("diverged");
        }
        String done = "haOnDivergence=truncate: " + (replicaLog.endPosition() - from) + " bytes from " + from
            + " saved in " + dump.save(replicaLog, from) + " and cut";
        replicaLog.truncate(from);
        return done;
    }
}
