/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Counters and their spans, with the clock moved by hand. */
class BrokerStatsTest {

    private final BrokerStats stats = new BrokerStats();
    private long nowMs = 100_000;

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            nowMs += 1_000;
            stats.doWork(nowMs);
        }
    }

    @Test
    void shouldCountByTopicAndGroup() {
        stats.put("T", 3, 300, 1_000);
        stats.got("T", "g", 2, 200);
        stats.sentBack("T", "g");
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").sum()).isEqualTo(3);
        assertThat(stats.meter("TOPIC_PUT_SIZE", "T").sum()).isEqualTo(300);
        assertThat(stats.meter("GROUP_GET_NUMS", "T@g").sum()).isEqualTo(2);
        assertThat(stats.meter("GROUP_GET_SIZE", "T@g").sum()).isEqualTo(200);
        assertThat(stats.meter("SNDBCK_PUT_NUMS", "T@g").sum()).isEqualTo(1);
        assertThat(stats.meter("BROKER_PUT_NUMS", "C1").sum()).isEqualTo(3);
        assertThat(stats.meter("GROUP_GET_NUMS", "T@other")).isNull();
        assertThat(stats.meter("TOPIC_PUT_NUMS", "U")).isNull();
        assertThat(stats.meter("NO_SUCH_NAME", "T@g")).isNull();
    }

    @Test
    void shouldForgetTheMinuteAfterAMinute() {
        seconds(1);
        stats.put("T", 60, 600, 0);
        seconds(30);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastHour().sum()).isLessThanOrEqualTo(60);
        Rate minute = stats.meter("TOPIC_PUT_NUMS", "T").lastMinute();
        assertThat(minute.sum()).isBetween(0L, 60L);
        seconds(120);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastMinute().sum()).isZero();
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").sum()).isEqualTo(60);
    }

    @Test
    void shouldGiveRatesOfWholeWindowsOnly() {
        seconds(5);
        assertThat(stats.puts().rates()).containsExactly(-1, -1, -1);
        for (int i = 0; i < 10; i++) {
            stats.put("T", 50, 1, 0);
            seconds(1);
        }
        assertThat(stats.puts().rates()[0]).isEqualTo(50);
        assertThat(stats.puts().rates()[1]).isEqualTo(-1);
        seconds(60);
        assertThat(stats.puts().rates()[0]).isZero();
    }

    @Test
    void shouldSortPutTimesIntoClasses() {
        stats.put("T", 1, 1, 0);
        stats.put("T", 1, 1, 5_000_000L);
        stats.put("T", 1, 1, 20_000_000_000L);
        assertThat(stats.putTimes().lastMinute()).isNull();
        stats.doWork(nowMs);
        assertThat(stats.putTimes().lastMinute()).startsWith("[<=0ms]:1 [0~10ms]:1 ").endsWith("[10s~]:1 ");
        assertThat(stats.putTimes().longestMs()).isEqualTo(20_000);
    }

    @Test
    void shouldForgetDeletedTopicsAndGroups() {
        stats.put("T", 1, 1, 0);
        stats.got("T", "g", 1, 1);
        stats.forgetGroup("g");
        assertThat(stats.meter("GROUP_GET_NUMS", "T@g")).isNull();
        stats.forgetTopic("T");
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T")).isNull();
    }
}
