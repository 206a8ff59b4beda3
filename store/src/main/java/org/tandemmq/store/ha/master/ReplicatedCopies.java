/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.tandemmq.store.config.HaConfig;

/**
 * How far how many slaves are: the number a send waits for, and whether waiting makes sense. Written by the
 * replication thread; asked by the threads that append, which never wait here and allocate nothing while all is well.
 *
 * <p>The replicated position is the one up to which {@code need - 1} connected slaves hold everything. It never goes
 * back: what was once on that many slaves was replicated. A connection that ends takes its acknowledgement with it.
 */
public final class ReplicatedCopies {

    private static final long[] NONE = {};

    private final int need;
    private final int minInSync;
    private final boolean allInStep;
    private final long fallBehindMaxBytes;
    private final LongConsumer replicated;

    private volatile long[] held = NONE;
    private long replicatedPosition = -1;

    /**
     * Creates the count.
     *
     * @param copies how many copies are asked for
     * @param fallBehindMaxBytes a slave that lacks this much does not count
     * @param replicated told each new replicated position, on the replication thread
     */
    public ReplicatedCopies(HaConfig.Copies copies, long fallBehindMaxBytes, LongConsumer replicated) {
        this.need = Math.max(2, copies.inSync());
        this.minInSync = copies.minInSync();
        this.allInStep = copies.allInStep();
        this.fallBehindMaxBytes = fallBehindMaxBytes;
        this.replicated = replicated;
    }

    /**
     * Takes over what the slaves hold now. Replication thread.
     *
     * @param reach per following connection, the position below which its slave lacks nothing
     * @param counted per following connection what its slave acknowledged, without connections that may be a former
     *     self of another one; consumed
     * @param endPosition end of the master's log
     */
    void update(long[] reach, long[] counted, long endPosition) {
        held = reach;
        Arrays.sort(counted);
        long position = -1;
        if (allInStep) {
            position = heldByAllInStep(counted, endPosition);
        } else if (counted.length >= need - 1) {
            position = counted[counted.length - (need - 1)];
        }
        if (position > replicatedPosition) {
            replicatedPosition = position;
            replicated.accept(position);
        }
    }

    private long heldByAllInStep(long[] sorted, long endPosition) {
        int first = 0;
        while (first < sorted.length && endPosition - sorted[first] >= fallBehindMaxBytes) {
            first++;
        }
        return sorted.length - first >= need - 1 ? sorted[first] : -1;
    }

    /**
     * Why a send that asks for copies is refused before it is stored.
     *
     * @param endPosition end of the log
     * @return cause, number and limit; null when there are copies enough
     */
    public String refusal(long endPosition) {
        if (minInSync <= 1) {
            return null;
        }
        int inSync = 1 + inReach(endPosition);
        return inSync >= minInSync ? null : inSync + " copies in step, minInSyncReplicas is " + minInSync;
    }

    /**
     * Why waiting for copies of what was just stored is of no use.
     *
     * @param endPosition end of the log
     * @return cause, number and limit; null when enough slaves are in reach
     */
    public String unavailable(long endPosition) {
        int inReach = inReach(endPosition);
        if (inReach >= need - 1) {
            return null;
        }
        long[] now = held;
        if (now.length == 0) {
            return "no slave connected, " + (need - 1) + " needed";
        }
        return inReach + " slaves in step, " + (need - 1) + " needed; the nearest of " + now.length + " lacks "
            + (endPosition - Arrays.stream(now).max().orElse(0)) + " bytes, limit " + fallBehindMaxBytes;
    }

    /**
     * Whether waiting for copies is of use.
     *
     * @param endPosition end of the log
     * @return whether enough slaves are near enough
     */
    public boolean isInReach(long endPosition) {
        return inReach(endPosition) >= need - 1;
    }

    /**
     * Counts slaves near enough to wait for.
     *
     * @param endPosition end of the log
     * @return slaves that lack less than the limit
     */
    public int inReach(long endPosition) {
        int near = 0;
        for (long position : held) {
            if (endPosition - position < fallBehindMaxBytes) {
                near++;
            }
        }
        return near;
    }
}
