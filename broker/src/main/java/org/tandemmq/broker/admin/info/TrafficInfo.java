/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.info;

import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.stats.SecondWindows;

/**
 * Figures of sends and pulls.
 *
 * @param stats the counters
 * @param marks totals at midnight
 */
public record TrafficInfo(BrokerStats stats, DailyMarks marks) implements InfoSource {

    @Override
    public void addTo(Map<String, String> table) {
        long messages = stats.puts().total();
        table.put("putMessageTimesTotal", Long.toString(Math.max(1, messages)));
        table.put("putMessageFailedTimes", Long.toString(stats.putFailures()));
        table.put("halfMessagesWithoutSlave", Long.toString(stats.halvesWithoutSlave()));
        table.put("halfMessagesNotConfirmed", Long.toString(stats.halvesNotConfirmed()));
        table.put("putMessageSizeTotal", Long.toString(stats.putBytes()));
        table.put("putMessageAverageSize", Double.toString((double) stats.putBytes() / Math.max(1, messages)));
        table.put("putMessageEntireTimeMax", Long.toString(stats.putTimes().longestMs()));
        table.put("getMessageEntireTimeMax", Long.toString(stats.longestGetMs()));
        table.put("putLatency99", number(stats.putTimes().percentileMs(0.99)));
        table.put("putLatency999", number(stats.putTimes().percentileMs(0.999)));
        table.put("putMessageDistributeTime", String.valueOf(stats.putTimes().lastMinute()));
        table.put("putTps", rates(stats.puts()));
        table.put("getFoundTps", rates(stats.found()));
        table.put("getMissTps", rates(stats.missedPulls()));
        table.put("getTotalTps", sums(stats.found().rates(), stats.missedPulls().rates()));
        table.put("getTransferedTps", rates(stats.transferred()));
        table.put("getTransferredTps", rates(stats.transferred()));
        marks.addTo(table);
    }

    /** Three numbers; a span that was not sampled yet is an empty piece, as the peer prints it. */
    private static String rates(SecondWindows windows) {
        StringJoiner text = new StringJoiner(" ");
        for (double rate : windows.rates()) {
            text.add(rate < 0 ? "" : number(rate));
        }
        return text.toString();
    }

    /** Three numbers, always: there are readers that parse each piece. */
    private static String sums(double[] first, double[] second) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < first.length; i++) {
            text.add(number(Math.max(0, first[i]) + Math.max(0, second[i])));
        }
        return text.toString();
    }

    private static String number(double rate) {
        return String.format(Locale.ROOT, "%.2f", rate);
    }
}
