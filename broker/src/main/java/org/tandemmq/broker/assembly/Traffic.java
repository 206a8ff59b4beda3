/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.time.InstantSource;
import java.time.ZoneId;
import org.tandemmq.broker.admin.info.DailyMarks;
import org.tandemmq.broker.stats.BrokerStats;

/**
 * Counters of messages.
 *
 * @param stats the counters
 * @param marks totals at midnight
 */
public record Traffic(BrokerStats stats, DailyMarks marks) {

    /**
     * Creates counters at zero.
     *
     * @param clock wall clock
     * @return the counters
     */
    public static Traffic create(InstantSource clock) {
        BrokerStats stats = new BrokerStats();
        return new Traffic(stats, new DailyMarks(stats, clock, ZoneId.systemDefault()));
    }
}
