/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.broker.slave.SyncStatus;

/**
 * Whether this slave could take its master's place without losing anything that was acknowledged: the log was in step
 * and every table fresh when the master was last heard. Any thread.
 */
final class TakeoverReadiness {

    /** Answer when nothing is against it. */
    static final String YES = "yes";

    private static final Logger log = LoggerFactory.getLogger(TakeoverReadiness.class);

    private final Supplier<SlaveSynchronize.Report> sync;
    private final Supplier<String> replicationProblem;
    private final long ageMaxMs;
    private String last = "";

    /**
     * Creates the judgement.
     *
     * @param sync state of the tables
     * @param replicationProblem why the log is not in step, or null when it is
     * @param ageMaxMs milliseconds that a table may be behind
     */
    TakeoverReadiness(Supplier<SlaveSynchronize.Report> sync, Supplier<String> replicationProblem, long ageMaxMs) {
        this.sync = sync;
        this.replicationProblem = replicationProblem;
        this.ageMaxMs = ageMaxMs;
    }

    /** {@link #YES}, or {@code no because …}. */
    String text() {
        String problem = problem();
        return problem == null ? YES : "no because " + problem;
    }

    private String problem() {
        String log = replicationProblem.get();
        if (log != null) {
            return "of the log: " + log;
        }
        SlaveSynchronize.Report report = sync.get();
        if (report.contactAgeMs() < 0) {
            return report.problem();
        }
        for (SyncStatus table : report.tables()) {
            if (table.ageMs() < 0) {
                return table.table() + " were never taken over" + reason(table);
            }
            if (table.ageMs() > ageMaxMs) {
                return table.table() + " are " + table.ageMs() + " ms old, allowed are " + ageMaxMs + reason(table);
            }
        }
        return null;
    }

    private static String reason(SyncStatus table) {
        return table.problem() == null ? "" : ": " + table.problem();
    }

    /** Logs a change of the answer; called by time. */
    synchronized void tellChange() {
        String now = text();
        boolean changed = now.equals(YES) != last.equals(YES) || last.isEmpty();
        if (changed) {
            log.info("ready for takeover: {}", now);
        }
        last = now;
    }
}
