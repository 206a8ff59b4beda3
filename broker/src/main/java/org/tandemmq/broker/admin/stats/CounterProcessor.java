/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.stats;

import java.util.Map;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.stats.Meter;
import org.tandemmq.broker.stats.Rate;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.ResponseCode;

/** Shows one counter of the last minute, hour and day: code 315 (nameserver-and-admin 3.5). */
public final class CounterProcessor extends AdminProcessor {

    /**
     * Creates the processor.
     *
     * @param stats the counters
     */
    public CounterProcessor(BrokerStats stats) {
        super(Map.of(RequestCode.VIEW_BROKER_STATS_DATA, (request, reply) -> {
            String name = request.fields().required("statsName");
            String key = request.fields().required("statsKey");
            Meter meter = stats.meter(name, key);
            if (meter == null) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "nothing was counted as " + name + " of " + key);
            }
            Answers.json(reply, Map.of("statsMinute", json(meter.lastMinute()), "statsHour", json(meter.lastHour()),
                "statsDay", json(meter.lastDay())));
        }));
    }

    private static Map<String, Object> json(Rate rate) {
        return Map.of("sum", rate.sum(), "tps", rate.perSecond(), "avgpt", rate.perCall());
    }
}
