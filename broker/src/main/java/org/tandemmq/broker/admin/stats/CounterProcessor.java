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

/**
 * Shows one counter of the last minute, hour and day, or how far a group is behind at the moment: code 315
 * (nameserver-and-admin 3.5).
 */
public final class CounterProcessor extends AdminProcessor {

    /**
     * Creates the processor.
     *
     * @param stats the counters
     * @param behind how far groups are behind
     * @param cluster name of the cluster, the key of what is counted for the whole broker
     */
    public CounterProcessor(BrokerStats stats, FallBehind behind, String cluster) {
        super(Map.of(RequestCode.VIEW_BROKER_STATS_DATA, (request, reply) -> {
            String name = request.fields().required("statsName");
            String key = request.fields().required("statsKey");
            boolean foreign = name.startsWith("BROKER_") && !key.equals(cluster);
            Map<String, Object> shown = name.equals(FallBehind.SIZE) || name.equals(FallBehind.TIME)
                ? atTheMoment(behind.find(name, key)) : counted(foreign ? null : stats.meter(name, key));
            if (shown == null) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "nothing was counted as " + name + " of " + key);
            }
            Answers.json(reply, shown);
        }));
    }

    private static Map<String, Object> counted(Meter meter) {
        return meter == null ? null : Map.of("statsMinute", json(meter.lastMinute()), "statsHour",
            json(meter.lastHour()), "statsDay", json(meter.lastDay()));
    }

    /** A present value has no span: it stands in all three. */
    private static Map<String, Object> atTheMoment(Long value) {
        if (value == null) {
            return null;
        }
        Map<String, Object> same = json(new Rate(value, 0, value));
        return Map.of("statsMinute", same, "statsHour", same, "statsDay", same);
    }

    private static Map<String, Object> json(Rate rate) {
        return Map.of("sum", rate.sum(), "tps", rate.perSecond(), "avgpt", rate.perCall());
    }
}
