/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.retention;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tandemmq.store.config.RetentionConfig;

/**
 * Decides which segments go and whether writes are taken, from numbers alone (storage 12).
 *
 * <pre>
 * used share   75 %                  85 %                     90 %
 * -------------|---------------------|------------------------|----------------
 * at the hour  | expired go at once  | the oldest go whatever | writes refused
 * expired go   |                     | their age              |
 * </pre>
 *
 * Oldest first, the newest never. The age of a segment is that of its newest record, not of its file. What a connected
 * slave still needs stays, as long as that is not more than {@code haRetentionHoldBackBytes} beyond what would go.
 */
public final class RetentionPolicy {

    /** Most segments of one decision; after them the disk is looked at again. */
    public static final int FILES_PER_ROUND = 10;

    private final RetentionConfig config;
    private volatile int reservedHours;

    /**
     * One segment of the log.
     *
     * @param start position of its first byte
     * @param end position behind its last byte
     * @param newestMs store time that no record in it exceeds, epoch milliseconds
     */
    public record Segment(long start, long end, long newestMs) {
    }

    /**
     * What is known when a decision is made.
     *
     * @param segments oldest first, the newest included
     * @param usedPercent used share of the fuller of the disks, rounded up; -1 when unknown
     * @param hourOfDay present hour, 0 to 23
     * @param asked whether an operator asked to delete what has expired
     * @param slaveNeeds position from which on a connected slave needs the log; the largest number when none does
     * @param nowMs epoch milliseconds
     */
    public record Situation(List<Segment> segments, int usedPercent, int hourOfDay, boolean asked, long slaveNeeds,
                            long nowMs) {
    }

    /**
     * What to do.
     *
     * @param deletions number of oldest segments that go
     * @param notExpired how many of them go although they have not expired
     * @param heldBack number of segments that would go but for a slave
     * @param full whether writes are refused
     */
    public record Decision(int deletions, int notExpired, int heldBack, boolean full) {
    }

    /**
     * Creates the policy.
     *
     * @param config limits and times
     */
    public RetentionPolicy(RetentionConfig config) {
        this.config = config;
        this.reservedHours = config.reservedHours();
    }

    /** From now on segments expire after these hours, {@code fileReservedTime}, 1 or more. Any thread. */
    public void keep(int hours) {
        reservedHours = hours;
    }

    /**
     * Decides.
     *
     * @param situation what is known
     * @return what to do
     */
    public Decision decide(Situation situation) {
        boolean full = situation.usedPercent() > config.fullPercent();
        boolean forced = config.forciblyEnabled() && situation.usedPercent() > config.forcePercent();
        int expired = expired(situation);
        int wanted = isDue(situation) || forced ? expired : 0;
        if (forced) {
            wanted = Math.max(wanted, Math.min(FILES_PER_ROUND, situation.segments().size() - 1));
        }
        wanted = Math.max(0, wanted);
        int allowed = Math.min(allowed(situation, wanted), FILES_PER_ROUND);
        int heldBack = Math.min(wanted, FILES_PER_ROUND) - allowed;
        return new Decision(allowed, Math.max(0, allowed - expired), heldBack, full);
    }

    private boolean isDue(Situation situation) {
        return situation.asked() || situation.usedPercent() > config.maxUsedPercent()
            || config.deleteAtHours().contains(situation.hourOfDay());
    }

    /**
     * A time that is still to come says nothing: the clock was wrong when the record was stored, or it can't be read.
     * Then the next segment that can be trusted tells, which is younger; otherwise nothing would go for years.
     */
    private int expired(Situation situation) {
        long oldestMs = situation.nowMs() - TimeUnit.HOURS.toMillis(reservedHours);
        List<Segment> segments = situation.segments();
        int expired = 0;
        for (int i = 0; i < segments.size() - 1; i++) {
            long newestMs = segments.get(i).newestMs();
            if (newestMs <= oldestMs) {
                expired = i + 1;
            } else if (newestMs <= situation.nowMs()) {
                break;
            }
        }
        return expired;
    }

    /** A segment that a slave needs goes only when keeping it would keep more than the limit. */
    private int allowed(Situation situation, int wanted) {
        if (wanted == 0) {
            return 0;
        }
        long wantedEnd = situation.segments().get(wanted - 1).end();
        int count = 0;
        while (count < wanted) {
            Segment next = situation.segments().get(count);
            if (next.end() > situation.slaveNeeds() && wantedEnd - next.start() <= config.slaveHoldBackBytes()) {
                break;
            }
            count++;
        }
        return count;
    }
}
