/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of sends and pulls, in total and per topic and group (nameserver-and-admin 3.4, 3.5). Counting is called on
 * event loops and costs a look-up and a few adders, no key is built. {@link #doWork} keeps the samples, on one thread.
 */
public final class BrokerStats {

    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60_000;
    private static final long NANOS_PER_MS = 1_000_000;

    private final Map<String, TopicMeters> topics = new ConcurrentHashMap<>();
    private final CountedLimits limits = new CountedLimits();
    private final Meter brokerPuts = new Meter();
    private final Meter brokerGets = new Meter();
    private final SecondWindows puts = new SecondWindows();
    private final SecondWindows found = new SecondWindows();
    private final SecondWindows missed = new SecondWindows();
    private final SecondWindows transferred = new SecondWindows();
    private final LongAdder putBytes = new LongAdder();
    private final LongAdder putFailures = new LongAdder();
    private final LongAdder halvesWithoutSlave = new LongAdder();
    private final LongAdder halvesNotConfirmed = new LongAdder();
    private final PutTimes putTimes = new PutTimes();
    private final AtomicLong longestGetMs = new AtomicLong();
    private long lastSecondMs;
    private long lastSampleMs;
    private long lastMinuteMs;

    /**
     * Counts messages that were stored.
     *
     * @param topic stored topic
     * @param queueId its queue
     * @param messages how many
     * @param sizeBytes bytes in the log
     * @param nanos time of the append
     */
    public void put(String topic, int queueId, int messages, long sizeBytes, long nanos) {
        TopicMeters meters = metersOf(topic);
        if (meters != null) {
            meters.puts().add(messages);
            meters.putBytes().also(sizeBytes);
            meters.queues().add(queueId, messages, sizeBytes, nanos / NANOS_PER_MS);
        }
        brokerPuts.add(messages);
        puts.add(messages);
        putBytes.add(sizeBytes);
        putTimes.add(nanos);
    }

    /** Counts a send that was not stored. */
    public void putFailed() {
        putFailures.increment();
    }

    /**
     * Counts messages that a group was given.
     *
     * @param topic topic
     * @param queueId its queue
     * @param group group
     * @param messages how many
     * @param sizeBytes their bytes
     * @param tookMs milliseconds that the read took
     */
    public void got(String topic, int queueId, String group, int messages, long sizeBytes, long tookMs) {
        TopicMeters.GroupMeters meters = metersOf(topic, group);
        if (meters != null) {
            meters.gets().add(messages);
            meters.givenBytes().also(sizeBytes);
            meters.queues().add(queueId, messages, sizeBytes, tookMs);
        }
        if (tookMs > longestGetMs.get()) {
            longestGetMs.accumulateAndGet(tookMs, Math::max);
        }
        brokerGets.add(messages);
        found.add(1);
        transferred.add(messages);
    }

    /** Longest read of messages since start in milliseconds. */
    public long longestGetMs() {
        return longestGetMs.get();
    }

    /** Counts a half message that was answered as sent though no slave confirmed it. */
    public void halfWithoutSlave() {
        halvesWithoutSlave.increment();
    }

    /** Half messages that were answered as sent though no slave confirmed them. */
    public long halvesWithoutSlave() {
        return halvesWithoutSlave.sum();
    }

    /** Counts a half message that was stored but not confirmed, upon which clients roll back. */
    public void halfNotConfirmed() {
        halvesNotConfirmed.increment();
    }

    /** Half messages that were stored but not confirmed. */
    public long halvesNotConfirmed() {
        return halvesNotConfirmed.sum();
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
        TopicMeters.GroupMeters meters = metersOf(topic, group);
        if (meters != null) {
            meters.sentBack().add(1);
        }
    }

    /**
     * Counts a message that was given up: {@code TOPIC_PUT_NUMS} of its group's dead-letter topic.
     *
     * @param deadLetterTopic topic it went to
     */
    public void buried(String deadLetterTopic) {
        TopicMeters meters = metersOf(deadLetterTopic);
        if (meters != null) {
            meters.puts().add(1);
        }
    }

    /**
     * A counter by the names of VIEW_BROKER_STATS_DATA.
     *
     * @param name such as {@code TOPIC_PUT_NUMS}
     * @param key such as {@code topic} or {@code topic@group}; anything for the broker's own
     * @return the counter, or null when nothing was counted under that name
     */
    public Meter meter(String name, String key) {
        return switch (name) {
            case "BROKER_PUT_NUMS" -> brokerPuts;
            case "BROKER_GET_NUMS" -> brokerGets;
            default -> CounterNames.find(topics::get, name, key);
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
        topics.values().forEach(topic -> topic.forgetGroup(group));
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
        limits.recount();
        topics.values().forEach(TopicMeters::sample);
        topics.values().removeIf(TopicMeters::isIdle);
    }

    /** The counters of a topic; null when no more topics are counted. */
    private TopicMeters metersOf(String topic) {
        TopicMeters meters = topics.get(topic);
        if (meters != null || !limits.hasTopic()) {
            return meters;
        }
        return topics.computeIfAbsent(topic, name -> limits.takeTopic() ? new TopicMeters(limits) : null);
    }

    private TopicMeters.GroupMeters metersOf(String topic, String group) {
        TopicMeters meters = metersOf(topic);
        return meters == null ? null : meters.group(group);
    }
}
