/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import java.io.IOException;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.config.RetentionConfig;
import org.tandemmq.store.log.AppendGate;

/**
 * Carries out what {@link RetentionPolicy} decides: refuses writes on a full disk, deletes segments
 * one at a time with a pause between, and lets queues and index follow. Runs on the thread store-upkeep, the only one
 * that moves the heads of the file lists.
 */
public final class RetentionAgent implements Agent {

    private static final Logger log = LoggerFactory.getLogger(RetentionAgent.class);
    private static final long LOOK_EVERY_MS = 10_000;
    /** On a disk that is too full each look counts: writers wait for it. */
    private static final long LOOK_AGAIN_MS = 1_000;

    private final RetentionConfig config;
    private final RetentionPolicy policy;
    private final RetainedLog retained;
    private final Disks disks;
    private final AppendGate gate;
    private final LongSupplier slaveNeeds;
    private final InstantSource wallClock;
    private final AtomicLong forced = new AtomicLong();
    private volatile boolean asked;
    private long nextLookMs = Long.MIN_VALUE;
    private long nextDeleteMs = Long.MIN_VALUE;
    private int left;
    private int leftNotExpired;
    private boolean behind = true;
    private boolean full;
    private String failure;

    /**
     * The disks of a store.
     *
     * @param log under the segments
     * @param queues under queues and index
     */
    public record Disks(DiskGauge log, DiskGauge queues) {

        /** The fuller one. */
        int usedPercent() {
            return Math.max(log.usedPercent(), queues.usedPercent());
        }
    }

    /**
     * Creates the agent.
     *
     * @param config limits and times
     * @param retained the log and what follows it
     * @param disks the disks under them
     * @param gate closed for writers while a disk is full
     * @param slaveNeeds position from which on connected slaves need the log; the largest number when none does
     * @param wallClock for ages and the hour of the day
     */
    public RetentionAgent(RetentionConfig config, RetainedLog retained, Disks disks, AppendGate gate,
                          LongSupplier slaveNeeds, InstantSource wallClock) {
        this.config = config;
        this.policy = new RetentionPolicy(config);
        this.retained = retained;
        this.disks = disks;
        this.gate = gate;
        this.slaveNeeds = slaveNeeds;
        this.wallClock = wallClock;
    }

    @Override
    public String name() {
        return "store-retention";
    }

    /** Lets what has expired go without waiting for its hour. Any thread. */
    public void deleteExpired() {
        asked = true;
    }

    /** From now on segments expire after these hours, 1 or more. Any thread. */
    public void keep(int hours) {
        policy.keep(hours);
    }

    /** Segments that went before they had expired, since the start. Any thread. */
    public long forcedDeletions() {
        return forced.get();
    }

    @Override
    public int doWork(long nowMs) {
        if (failure != null && nowMs < nextLookMs) {
            return 0;
        }
        try {
            if (behind) {
                retained.follow();
                behind = false;
                return 1;
            }
            if (left > 0) {
                return delete(nowMs);
            }
            if (asked || nowMs >= nextLookMs) {
                look(nowMs);
                failure = null;
                return left;
            }
        } catch (IOException e) {
            failed(e, nowMs);
        }
        return 0;
    }

    private void look(long nowMs) throws IOException {
        int usedPercent = disks.usedPercent();
        List<RetentionPolicy.Segment> segments = retained.segments();
        // here, since whoever asked would wait in vain if a segment could not be read
        boolean wasAsked = asked;
        asked = false;
        RetentionPolicy.Decision decision = policy.decide(new RetentionPolicy.Situation(segments, usedPercent,
            wallClock.instant().atZone(ZoneId.systemDefault()).getHour(), wasAsked, slaveNeeds.getAsLong(),
            wallClock.millis()));
        refuse(decision.full(), usedPercent);
        if (decision.heldBack() > 0) {
            log.warn("{} segments from position {} on are kept for a slave that needs the log from {} on",
                decision.heldBack(), segments.get(decision.deletions()).start(), slaveNeeds.getAsLong());
        }
        left = decision.deletions();
        leftNotExpired = decision.notExpired();
        // a full round means that there is more to do
        nextLookMs = nowMs + (decision.full() || left == RetentionPolicy.FILES_PER_ROUND ? LOOK_AGAIN_MS
            : LOOK_EVERY_MS);
    }

    private void refuse(boolean nowFull, int usedPercent) {
        if (nowFull) {
            gate.refuse(AppendGate.Cause.DISK_FULL, "the disk is " + usedPercent + " % full, the limit is "
                + config.fullPercent() + " % (diskSpaceWarningLevelRatio)");
        } else if (full) {
            gate.accept(AppendGate.Cause.DISK_FULL);
        }
        full = nowFull;
    }

    private int delete(long nowMs) throws IOException {
        if (nowMs < nextDeleteMs) {
            return 0;
        }
        boolean notExpired = left <= leftNotExpired;
        if (notExpired && disks.usedPercent() <= config.forcePercent()) {
            left = 0;
            return 1;
        }
        RetentionPolicy.Segment oldest = retained.segments().get(0);
        if (!retained.deleteOldest()) {
            left = 0;
            return 1;
        }
        left--;
        behind = true;
        nextDeleteMs = nowMs + config.pauseMs();
        if (notExpired) {
            log.warn("segment {} to {} was deleted before it had expired, {} so far: disk {} % full, the limit is"
                + " {} % (diskSpaceCleanForciblyRatio); consumers that have not read it lose its messages",
                oldest.start(), oldest.end(), forced.incrementAndGet(), disks.usedPercent(), config.forcePercent());
        } else {
            log.info("segment {} to {} has expired and was deleted: newest record of {} ms, fileReservedTime is {} h",
                oldest.start(), oldest.end(), oldest.newestMs(), config.reservedHours());
        }
        return 1;
    }

    private void failed(IOException e, long nowMs) {
        left = 0;
        nextLookMs = nowMs + LOOK_EVERY_MS;
        if (!e.toString().equals(failure)) {
            failure = e.toString();
            log.error("retention can't go on, tried again in {} ms: {}", LOOK_EVERY_MS, failure);
        }
    }
}
