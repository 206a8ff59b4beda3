/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of sends and pulls, in total and per topic and group (nameserver-and-admin 3.4, 3.5). Counting is called on
 * event loops and costs a look-up and a few adders, no key is built. {@link #doWork} keeps the samples, on one thread.
 */
public final class BrokerStats {

    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60_000;

    private static final class TopicMeters {
        private final Meter puts = new Meter();
        private final Meter putBytes = new Meter();
        private final Map<String, GroupMeters> groups = new ConcurrentHashMap<>();
    }

    private static final class GroupMeters {
        private final Meter gets = new Meter();
        private final Meter getBytes = new Meter();
        private final Meter sentBack = new Meter();
    }

    private final Map<String, TopicMeters> topics = new ConcurrentHashMap<>();
    private final Meter brokerPuts = new Meter();
    private final Meter brokerGets = new Meter();
    private final SecondWindows puts = new SecondWindows();
    private final SecondWindows found = new SecondWindows();
    private final SecondWindows missed = new SecondWindows();
    private final SecondWindows transferred = new SecondWindows();
    private final LongAdder putBytes = new LongAdder();
    private final LongAdder putFailures = new LongAdder();
    private final LongAdder halvesWithoutSlave = new LongAdder();
    private final Map<Integer, LongAdder> failuresByCode = new ConcurrentHashMap<>();
    private final PutTimes putTimes = new PutTimes();
    private long lastSecondMs;
    private long lastSampleMs;
    private long lastMinuteMs;

    /**
     * Counts messages that were stored.
     *
     * @param topic stored topic
     * @param messages how many
     * @param sizeBytes bytes in the log
     * @param nanos time of the append
     */
    public void put(String topic, int messages, long sizeBytes, long nanos) {
        TopicMeters meters = metersOf(topic);
        meters.puts.add(messages);
        meters.putBytes.add(sizeBytes);
        brokerPuts.add(messages);
        puts.add(messages);
        putBytes.add(sizeBytes);
        putTimes.add(nanos);
    }

    /**
     * Counts a send that was not stored.
     *
     * @param code response code it was answered with
     */
    public void putFailed(int code) {
        putFailures.increment();
        failuresByCode.computeIfAbsent(code, number -> new LongAdder()).increment();
    }

    /**
     * Counts messages that a group was given.
     *
     * @param topic topic
     * @param group group
     * @param messages how many
     * @param sizeBytes their bytes
     */
    public void got(String topic, String group, int messages, long sizeBytes) {
        GroupMeters meters = metersOf(topic, group);
        meters.gets.add(messages);
        meters.getBytes.add(sizeBytes);
        brokerGets.add(messages);
        found.add(1);
        transferred.add(messages);
    }

    /** Counts a half message that was answered as sent though no slave confirmed it. */
    public void halfWithoutSlave() {
        halvesWithoutSlave.increment();
    }

    /** Half messages that were answered as sent though no slave confirmed them. */
    public long halvesWithoutSlave() {
        return halvesWithoutSlave.sum();
    }

    /** Counts a pull that found nothing. */
    public void missed() {
        missed.add(1);
    }

    /**
     * Counts a message that a group sent back.
     *
     * @param topic topic it came from
     * @param group group
     */
    public void sentBack(String topic, String group) {
        metersOf(topic, group).sentBack.add(1);
    }

    /**
     * A counter by the names of VIEW_BROKER_STATS_DATA.
     *
     * @param name such as {@code TOPIC_PUT_NUMS}
     * @param key {@code topic} or {@code topic@group}; the cluster for the broker's own
     * @return the counter, or null when nothing was counted under that name
     */
    public Meter meter(String name, String key) {
        int at = key.indexOf('@');
        TopicMeters topic = topics.get(at < 0 ? key : key.substring(0, at));
        GroupMeters group = topic == null || at < 0 ? null : topic.groups.get(key.substring(at + 1));
        return switch (name) {
            case "TOPIC_PUT_NUMS" -> topic == null ? null : topic.puts;
            case "TOPIC_PUT_SIZE" -> topic == null ? null : topic.putBytes;
            case "BROKER_PUT_NUMS" -> brokerPuts;
            case "BROKER_GET_NUMS" -> brokerGets;
            default -> group == null ? null : groupMeter(name, group);
        };
    }

    /** Messages stored. */
    public SecondWindows puts() {
        return puts;
    }

    /** Pulls that found messages. */
    public SecondWindows found() {
        return found;
    }

    /** Pulls that found nothing. */
    public SecondWindows missedPulls() {
        return missed;
    }

    /** Messages handed out. */
    public SecondWindows transferred() {
        return transferred;
    }

    /** Bytes stored. */
    public long putBytes() {
        return putBytes.sum();
    }

    /** Sends that were not stored, by the response code they were answered with. */
    public Map<Integer, Long> putFailuresByCode() {
        Map<Integer, Long> counts = new TreeMap<>();
        failuresByCode.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }

    /** Sends that were not stored. */
    public long putFailures() {
        return putFailures.sum();
    }

    /** Times of appends. */
    public PutTimes putTimes() {
        return putTimes;
    }

    /**
     * Forgets a topic's counters.
     *
     * @param topic deleted topic
     */
    public void forgetTopic(String topic) {
        topics.remove(topic);
    }

    /**
     * Forgets a group's counters.
     *
     * @param group deleted group
     */
    public void forgetGroup(String group) {
        topics.values().forEach(topic -> topic.groups.remove(group));
    }

    /**
     * Takes the samples that are due; called every second.
     *
     * @param nowMs elapsed-time clock
     * @return how many kinds of samples were taken
     */
    public int doWork(long nowMs) {
        int done = 0;
        if (nowMs - lastSecondMs >= SECOND_MS) {
            lastSecondMs = nowMs;
            puts.sample();
            found.sample();
            missed.sample();
            transferred.sample();
            done++;
        }
        if (nowMs - lastSampleMs >= Meter.SAMPLE_MS) {
            lastSampleMs = nowMs;
            sampleMeters();
            done++;
        }
        if (nowMs - lastMinuteMs >= MINUTE_MS) {
            lastMinuteMs = nowMs;
            putTimes.turn();
            done++;
        }
        return done;
    }

    private void sampleMeters() {
        brokerPuts.sample();
        brokerGets.sample();
        for (TopicMeters topic : topics.values()) {
            topic.puts.sample();
            topic.putBytes.sample();
            topic.groups.values().forEach(group -> {
                group.gets.sample();
                group.getBytes.sample();
                group.sentBack.sample();
            });
            topic.groups.values().removeIf(group -> group.gets.isIdle() && group.sentBack.isIdle());
        }
        topics.values().removeIf(topic -> topic.puts.isIdle() && topic.groups.isEmpty());
    }

    private static Meter groupMeter(String name, GroupMeters group) {
        return switch (name) {
            case "GROUP_GET_NUMS" -> group.gets;
            case "GROUP_GET_SIZE" -> group.getBytes;
            case "SNDBCK_PUT_NUMS" -> group.sentBack;
            default -> null;
        };
    }

    private TopicMeters metersOf(String topic) {
        TopicMeters meters = topics.get(topic);
        return meters != null ? meters : topics.computeIfAbsent(topic, name -> new TopicMeters());
    }

    private GroupMeters metersOf(String topic, String group) {
        Map<String, GroupMeters> groups = metersOf(topic).groups;
        GroupMeters meters = groups.get(group);
        return meters != null ? meters : groups.computeIfAbsent(group, name -> new GroupMeters());
    }
}
