/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.stats.Meter;

/**
 * The rates over the broker's counters.
 *
 * @param stats the counters
 */
public record CountedRates(BrokerStats stats) implements Rates {

    @Override
    public double putTps(String topic) {
        return perSecond(stats.meter("TOPIC_PUT_NUMS", topic));
    }

    @Override
    public double getTps(String group, String topic) {
        return perSecond(stats.meter("GROUP_GET_NUMS", topic + "@" + group));
    }

    private static double perSecond(Meter meter) {
        return meter == null ? 0 : meter.lastMinute().perSecond();
    }
}
