/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.function.LongSupplier;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.remoting.Connection;

/**
 * What members of groups tell by pulling and committing: how far they are, and that they live. Called on event loops;
 * any thread may.
 */
public final class MemberProgress {

    private final ConsumerOffsetManager offsets;
    private final PendingResets resets;
    private final RebalanceLockManager locks;
    private final LongSupplier elapsedMs;

    /**
     * Creates the progress.
     *
     * @param offsets takes the offsets
     * @param resets where groups were told to go
     * @param locks queue locks of orderly consumers
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public MemberProgress(ConsumerOffsetManager offsets, PendingResets resets, RebalanceLockManager locks,
                          LongSupplier elapsedMs) {
        this.offsets = offsets;
        this.resets = resets;
        this.locks = locks;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Committed offset.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @return the offset or {@link ConsumerOffsetManager#NONE}
     */
    long offset(String group, String topic, int queueId) {
        return offsets.offset(group, topic, queueId);
    }

    /**
     * A member pulls.
     *
     * @param connection the member's connection
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset where it reads
     */
    public void pulls(Connection connection, String group, String topic, int queueId, long offset) {
        locks.queueUsed(group, topic, queueId, connection, elapsedMs.getAsLong());
        resets.end(group, topic, queueId, offset);
    }

    /**
     * Where a member goes on that is above the end of a queue, as {@link PendingResets#correction}.
     *
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset offset that is above the end
     * @return the offset, or {@link PendingResets#NONE} for the end
     */
    public long correction(String group, String topic, int queueId, long offset) {
        return resets.correction(group, topic, queueId, offset);
    }

    /**
     * A member commits in passing; what it says is of before a reset that it has not followed yet is left out. The
     * caller has checked that topic, group and queue exist.
     *
     * @param connection the member's connection
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset next offset to be consumed, 0 or more
     * @return why there is no room for it, with number and limit; null when there is
     */
    public String commit(Connection connection, String group, String topic, int queueId, long offset) {
        locks.queueUsed(group, topic, queueId, connection, elapsedMs.getAsLong());
        long target = resets.target(group, topic, queueId);
        if (target == PendingResets.NONE || target == offset) {
            resets.end(group, topic, queueId, target);
            return store(group, topic, queueId, offset);
        }
        return null;
    }

    /**
     * Somebody sets an offset and waits for the answer: no reset stands against that.
     *
     * @param connection where it is asked
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset next offset to be consumed, 0 or more
     * @return why there is no room for it, with number and limit; null when it is stored
     */
    String set(Connection connection, String group, String topic, int queueId, long offset) {
        locks.queueUsed(group, topic, queueId, connection, elapsedMs.getAsLong());
        resets.end(group, topic, queueId, resets.target(group, topic, queueId));
        return store(group, topic, queueId, offset);
    }

    private String store(String group, String topic, int queueId, long offset) {
        String full = offsets.refusal(group, topic, queueId);
        if (full == null) {
            offsets.commit(group, topic, queueId, offset);
            // one that began at this very moment
            long target = resets.target(group, topic, queueId);
            if (target != PendingResets.NONE) {
                offsets.commit(group, topic, queueId, target);
            }
        }
        return full;
    }
}
