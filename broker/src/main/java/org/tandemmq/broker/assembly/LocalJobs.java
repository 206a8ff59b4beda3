/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.tandemmq.broker.admin.info.LostMessages;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.filter.KeptFilters;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.start.JobThread;

/** Gives the jobs that concern only this process their thread and their intervals. */
public final class LocalJobs {

    private static final long DEADLINES_MS = 20;
    private static final long SECOND_MS = 1_000;
    private static final long NOTICES_MS = 20;
    private static final long FILTERS_MS = 10_000;
    private static final long LOST_MS = 5_000;
    private static final long HOMELESS_MS = 10_000;

    private final JobThread scheduler;
    private final LongSupplier elapsedMs;

    /**
     * Creates the jobs' home.
     *
     * @param scheduler their thread
     * @param elapsedMs elapsed-time clock
     */
    public LocalJobs(JobThread scheduler, LongSupplier elapsedMs) {
        this.scheduler = scheduler;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Jobs around clients: deadlines of held pulls, expiry, notices, counters.
     *
     * @param holds held pulls
     * @param clients who is connected
     * @param traffic counters
     */
    public void start(PullRequestHoldService holds, Clients clients, Traffic traffic) {
        scheduler.every("deadlines of pulls", DEADLINES_MS, () -> holds.doWork(elapsedMs.getAsLong()));
        scheduler.every("expiry of clients", NOTICES_MS, () -> clients.housekeeping().doWork(elapsedMs.getAsLong()));
        scheduler.every("expiry of queue locks", SECOND_MS, () -> clients.locks().doWork(elapsedMs.getAsLong()));
        scheduler.every("counters", SECOND_MS, () -> traffic.stats().doWork(elapsedMs.getAsLong()));
        scheduler.every("marks of the day", SECOND_MS, traffic.marks()::look);
    }

    /**
     * Jobs that write tables, or tell what they lack.
     *
     * @param tables the tables
     * @param timing how often
     */
    public void start(Tables tables, BrokerConfig.Timing timing) {
        scheduler.every("consumer offsets to disk", timing.flushOffsetsMs(), tables.offsets()::persist);
        scheduler.every("progress of delays to disk", timing.flushDelaysMs(), tables.delays()::persist);
        scheduler.every("messages of deleted topics", HOMELESS_MS, tables.late()::tell);
    }

    /**
     * Keeps the expressions of consumers on disk.
     *
     * @param filters the expressions
     */
    public void start(KeptFilters filters) {
        scheduler.every("filters to disk", FILTERS_MS, filters::look);
    }

    /**
     * The look for messages that went unread.
     *
     * @param lost looks
     */
    public void start(LostMessages lost) {
        scheduler.every("messages that went unread", LOST_MS, lost::look);
    }

    /** A job of a master's own messages: delayed ones, transactions. */
    public interface Slice {

        /**
         * Does a slice of work.
         *
         * @param nowMs wall clock
         * @return how much was done
         */
        int doWork(long nowMs);
    }

    /**
     * Runs slices as long as there is work, then looks again after a while. The other jobs of the thread come in
     * between any two slices.
     *
     * @param name name for the log
     * @param pauseMs milliseconds between two looks
     * @param slicesMax most slices between two pauses, so that a large backlog leaves processor time to others
     * @param slice the work
     * @param clock wall clock
     */
    public void start(String name, long pauseMs, int slicesMax, Slice slice, InstantSource clock) {
        scheduler.every(name, pauseMs, new Runnable() {
            private int left;

            @Override
            public void run() {
                if (left == 0) {
                    left = slicesMax;
                    next();
                }
            }

            private void next() {
                int done = 0;
                try {
                    done = slice.doWork(clock.millis());
                } finally {
                    left = done == 0 ? 0 : left - 1;
                }
                if (left > 0) {
                    scheduler.once(name, this::next);
                }
            }
        });
    }
}
