/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.tandemmq.broker.stats.BrokerStats;

/** Totals of stored and handed-out messages as they were at the last two midnights. Any thread. */
public final class DailyMarks implements InfoSource {

    private final BrokerStats stats;
    private final InstantSource clock;
    private final ZoneId zone;
    private LocalDate today;
    private long putYesterday;
    private long putToday;
    private long getYesterday;
    private long getToday;

    /**
     * Creates the marks; the totals begin with the process.
     *
     * @param stats the counters
     * @param clock wall clock
     * @param zone zone whose midnight counts
     */
    public DailyMarks(BrokerStats stats, InstantSource clock, ZoneId zone) {
        this.stats = stats;
        this.clock = clock;
        this.zone = zone;
        this.today = LocalDate.ofInstant(clock.instant(), zone);
    }

    /** Looks whether a new day has begun; called at least once a minute. */
    public synchronized void look() {
        LocalDate date = LocalDate.ofInstant(clock.instant(), zone);
        if (!date.equals(today)) {
            today = date;
            putYesterday = putToday;
            getYesterday = getToday;
            putToday = stats.puts().total();
            getToday = stats.transferred().total();
        }
    }

    @Override
    public synchronized void addTo(Map<String, String> table) {
        table.put("msgPutTotalYesterdayMorning", Long.toString(putYesterday));
        table.put("msgPutTotalTodayMorning", Long.toString(putToday));
        table.put("msgPutTotalTodayNow", Long.toString(stats.puts().total()));
        table.put("msgGetTotalYesterdayMorning", Long.toString(getYesterday));
        table.put("msgGetTotalTodayMorning", Long.toString(getToday));
        table.put("msgGetTotalTodayNow", Long.toString(stats.transferred().total()));
    }
}
