/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counters of one topic, of its queues and of the groups that read it. */
final class TopicMeters {

    /** Counters of one group's part of a topic. */
    static final class GroupMeters {
        private final Meter gets = new Meter();
        private final Meter givenBytes = gets.beside();
        private final Meter sentBack = new Meter();
        private final MetersByQueue queues;

        GroupMeters(CountedLimits limits) {
            this.queues = new MetersByQueue(limits);
        }

        Meter gets() {
            return gets;
        }

        Meter givenBytes() {
            return givenBytes;
        }

        Meter sentBack() {
            return sentBack;
        }

        MetersByQueue queues() {
            return queues;
        }

        private int sample() {
            gets.sample();
            givenBytes.sample();
            sentBack.sample();
            return queues.sample();
        }

        private boolean isIdle() {
            return gets.isIdle() && sentBack.isIdle();
        }
    }

    private final CountedLimits limits;
    private final Meter puts = new Meter();
    private final Meter putBytes = puts.beside();
    private final MetersByQueue queues;
    private final Map<String, GroupMeters> groups = new ConcurrentHashMap<>();

    /**
     * Creates counters at zero.
     *
     * @param limits how much is counted in the whole broker
     */
    TopicMeters(CountedLimits limits) {
        this.limits = limits;
        this.queues = new MetersByQueue(limits);
    }

    Meter puts() {
        return puts;
    }

    Meter putBytes() {
        return putBytes;
    }

    MetersByQueue queues() {
        return queues;
    }

    /** The counters of a group, null when no more groups are counted. */
    GroupMeters group(String name) {
        GroupMeters meters = groups.get(name);
        return meters != null ? meters : groups.computeIfAbsent(name,
            key -> limits.takeGroup() ? new GroupMeters(limits) : null);
    }

    GroupMeters findGroup(String name) {
        return groups.get(name);
    }

    void forgetGroup(String name) {
        groups.remove(name);
    }

    /** Takes the samples, drops groups that were idle for a day and says what is left. */
    void sample() {
        puts.sample();
        putBytes.sample();
        int singly = queues.sample();
        for (GroupMeters group : groups.values()) {
            singly += group.sample();
        }
        groups.values().removeIf(GroupMeters::isIdle);
        limits.left(singly, groups.size());
    }

    boolean isIdle() {
        return puts.isIdle() && groups.isEmpty();
    }
}
