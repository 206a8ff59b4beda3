/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        stats.put("T", 0, 3, 300, 1_000);
        stats.got("T", 0, "g", 2, 200, 4);
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
        stats.put("T", 0, 60, 600, 0);
        seconds(30);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastMinute().sum()).isEqualTo(60);
        seconds(120);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastMinute().sum()).isZero();
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastHour().sum()).isEqualTo(60);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").lastDay().sum()).isEqualTo(60);
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T").sum()).isEqualTo(60);
    }

    @Test
    void shouldGiveRatesOfWholeWindowsOnly() {
        seconds(5);
        assertThat(stats.puts().rates()).containsExactly(-1, -1, -1);
        for (int i = 0; i < 10; i++) {
            stats.put("T", 0, 50, 1, 0);
            seconds(1);
        }
        assertThat(stats.puts().rates()[0]).isEqualTo(50);
        assertThat(stats.puts().rates()[1]).isEqualTo(-1);
        seconds(60);
        assertThat(stats.puts().rates()[0]).isZero();
    }

    @Test
    void shouldSortPutTimesIntoClasses() {
        stats.put("T", 0, 1, 1, 0);
        stats.put("T", 0, 1, 1, 5_000_000L);
        stats.put("T", 0, 1, 1, 20_000_000_000L);
        assertThat(stats.putTimes().lastMinute()).isNull();
        stats.doWork(nowMs);
        assertThat(stats.putTimes().lastMinute()).startsWith("[<=0ms]:1 [0~10ms]:1 ").endsWith("[10s~]:1 ");
        assertThat(stats.putTimes().longestMs()).isEqualTo(20_000);
    }

    @Test
    void shouldTellPercentilesToAStep() {
        assertThat(stats.putTimes().percentileMs(0.99)).isZero();
        for (int i = 0; i < 990; i++) {
            stats.put("T", 0, 1, 1, 120_000);
        }
        for (int i = 0; i < 9; i++) {
            stats.put("T", 0, 1, 1, 7_200_000L);
        }
        stats.put("T", 0, 1, 1, 12_345_000_000L);
        assertThat(stats.putTimes().percentileMs(0.99)).as("of the present minute, the first").isEqualTo(0.15);
        stats.doWork(nowMs);
        assertThat(stats.putTimes().percentileMs(0.99)).isEqualTo(0.15);
        assertThat(stats.putTimes().percentileMs(0.999)).isEqualTo(7.5);
        assertThat(stats.putTimes().percentileMs(1)).isEqualTo(12_345);
        assertThat(stats.putTimes().lastMinute()).isEqualTo("[<=0ms]:990 [0~10ms]:9 [10~50ms]:0 [50~100ms]:0 "
            + "[100~200ms]:0 [200~500ms]:0 [500ms~1s]:0 [1~2s]:0 [2~3s]:0 [3~4s]:0 [4~5s]:0 [5~10s]:0 [10s~]:1 ");
        stats.doWork(nowMs + 60_000);
        assertThat(stats.putTimes().percentileMs(0.99)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, <=0ms", "999999, <=0ms", "1000000, 0~10ms", "10999999, 0~10ms", "11000000, 10~50ms",
        "50999999, 10~50ms", "201000000, 200~500ms", "1000999999, 500ms~1s", "1001000000, 1~2s", "10000999999, 5~10s",
        "10001000000, 10s~", "-5, <=0ms"})
    void shouldSortEdgesIntoTheirClass(long nanos, String name) {
        stats.put("T", 0, 1, 1, nanos);
        stats.doWork(nowMs);
        assertThat(stats.putTimes().lastMinute()).contains("[" + name + "]:1 ");
    }

    @Test
    void shouldRememberTheLongestRead() {
        stats.got("T", 0, "g", 1, 1, 3);
        stats.got("T", 0, "g", 1, 1, 40);
        stats.got("T", 0, "g", 1, 1, 2);
        assertThat(stats.longestGetMs()).isEqualTo(40);
    }

    @Test
    void shouldCountQueuesSingly() {
        stats.put("T", 2, 3, 300, 5_000_000L);
        stats.put("T", 1, 1, 100, 0);
        stats.got("T", 2, "g", 2, 200, 7);
        assertThat(stats.meter("QUEUE_PUT_NUMS", "T@2").sum()).isEqualTo(3);
        assertThat(stats.meter("QUEUE_PUT_SIZE", "T@1").sum()).isEqualTo(100);
        assertThat(stats.meter("TOPIC_PUT_LATENCY", "2@T").sum()).isEqualTo(5);
        assertThat(stats.meter("QUEUE_GET_NUMS", "T@2@g").sum()).isEqualTo(2);
        assertThat(stats.meter("QUEUE_GET_SIZE", "T@2@g").sum()).isEqualTo(200);
        assertThat(stats.meter("GROUP_GET_LATENCY", "2@T@g").sum()).isEqualTo(7);
    }

    @Test
    void shouldGiveTheMeanOfACall() {
        seconds(1);
        stats.put("T", 0, 4, 600, 0);
        stats.put("T", 0, 2, 300, 9_000_000L);
        stats.put("T", 0, 3, 300, 0);
        assertThat(stats.meter("QUEUE_PUT_NUMS", "T@0").lastHour().perCall()).isEqualTo(3);
        assertThat(stats.meter("QUEUE_PUT_SIZE", "T@0").lastHour().perCall()).isEqualTo(400);
        assertThat(stats.meter("TOPIC_PUT_LATENCY", "0@T").lastHour().perCall()).isEqualTo(3);
        assertThat(stats.meter("TOPIC_PUT_SIZE", "T").lastHour().perCall()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"QUEUE_PUT_NUMS, T@0", "QUEUE_PUT_NUMS, T", "QUEUE_PUT_NUMS, T@x", "QUEUE_PUT_NUMS, T@-1",
        "QUEUE_PUT_NUMS, T@2@g", "QUEUE_GET_NUMS, T@2", "QUEUE_GET_NUMS, T@2@h", "QUEUE_GET_NUMS, U@2@g",
        "GROUP_GET_LATENCY, T@2@g", "TOPIC_PUT_LATENCY, T@2", "GROUP_GET_NUMS, T", "TOPIC_PUT_NUMS, T@2", "'', ''"})
    void shouldKnowNothingUnderAnotherKey(String name, String key) {
        stats.put("T", 2, 3, 300, 0);
        stats.got("T", 2, "g", 2, 200, 7);
        assertThat(stats.meter(name, key)).isNull();
    }

    @Test
    void shouldCountOnlySoManyQueuesAndGroupsSingly() {
        int topics = CountedLimits.QUEUES_MAX / MetersByQueue.QUEUE_ID_END + 1;
        for (int topic = 0; topic < topics; topic++) {
            for (int queue = 0; queue <= MetersByQueue.QUEUE_ID_END; queue++) {
                stats.put("T" + topic, queue, 1, 1, 0);
            }
        }
        assertThat(stats.meter("QUEUE_PUT_NUMS", "T0@" + (MetersByQueue.QUEUE_ID_END - 1)).sum()).isEqualTo(1);
        assertThat(stats.meter("QUEUE_PUT_NUMS", "T0@" + MetersByQueue.QUEUE_ID_END)).isNull();
        String last = "T" + (topics - 1);
        assertThat(stats.meter("QUEUE_PUT_NUMS", last + "@0")).isNull();
        assertThat(stats.meter("TOPIC_PUT_NUMS", last).sum()).isEqualTo(MetersByQueue.QUEUE_ID_END + 1);
        for (int group = 0; group <= CountedLimits.GROUPS_MAX; group++) {
            stats.got("T0", -1, "g" + group, 1, 1, 0);
        }
        assertThat(stats.meter("GROUP_GET_NUMS", "T0@g" + CountedLimits.GROUPS_MAX)).isNull();
        stats.sentBack("T0", "g" + CountedLimits.GROUPS_MAX);
        assertThat(stats.meter("BROKER_GET_NUMS", "").sum()).isEqualTo(CountedLimits.GROUPS_MAX + 1);
        stats.forgetTopic("T0");
        seconds(10);
        stats.put(last, 0, 1, 1, 0);
        stats.got(last, 0, "late", 1, 1, 0);
        assertThat(stats.meter("QUEUE_PUT_NUMS", last + "@0").sum()).isEqualTo(1);
        assertThat(stats.meter("QUEUE_GET_NUMS", last + "@0@late").sum()).isEqualTo(1);
    }

    @Test
    void shouldCountOnlySoManyTopics() {
        for (int topic = 0; topic <= CountedLimits.TOPICS_MAX; topic++) {
            stats.put("T" + topic, -1, 1, 1, 0);
        }
        String last = "T" + CountedLimits.TOPICS_MAX;
        stats.got(last, 0, "g", 1, 1, 0);
        stats.sentBack(last, "g");
        stats.buried(last);
        assertThat(stats.meter("TOPIC_PUT_NUMS", last)).isNull();
        assertThat(stats.meter("GROUP_GET_NUMS", last + "@g")).isNull();
        assertThat(stats.meter("BROKER_PUT_NUMS", "").sum()).isEqualTo(CountedLimits.TOPICS_MAX + 1);
        assertThat(stats.meter("BROKER_GET_NUMS", "").sum()).isEqualTo(1);
        seconds(10);
        stats.put(last, 0, 1, 1, 0);
        assertThat(stats.meter("TOPIC_PUT_NUMS", last)).as("none went").isNull();
        stats.forgetTopic("T0");
        seconds(10);
        stats.put(last, 0, 1, 1, 0);
        assertThat(stats.meter("TOPIC_PUT_NUMS", last).sum()).isEqualTo(1);
    }

    @Test
    void shouldForgetDeletedTopicsAndGroups() {
        stats.put("T", 0, 1, 1, 0);
        stats.got("T", 0, "g", 1, 1, 4);
        stats.forgetGroup("g");
        assertThat(stats.meter("GROUP_GET_NUMS", "T@g")).isNull();
        stats.forgetTopic("T");
        assertThat(stats.meter("TOPIC_PUT_NUMS", "T")).isNull();
    }
}
