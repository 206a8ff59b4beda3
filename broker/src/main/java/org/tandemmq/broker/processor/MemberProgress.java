/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.function.LongSupplier;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.remoting.Connection;

/**
 * What members of groups tell by pulling and committing: how far they are, and that they live. Called on event loops;
 * any thread may.
 */
public final class MemberProgress {

    private final ConsumerOffsetManager offsets;
    private final RebalanceLockManager locks;
    private final LongSupplier elapsedMs;

    /**
     * Creates the progress.
     *
     * @param offsets takes the offsets
     * @param locks queue locks of orderly consumers
     * @param elapsedMs elapsed-time clock in milliseconds
     */
    public MemberProgress(ConsumerOffsetManager offsets, RebalanceLockManager locks, LongSupplier elapsedMs) {
        this.offsets = offsets;
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
     */
    public void pulls(Connection connection, String group, String topic, int queueId) {
        locks.queueUsed(group, topic, queueId, connection, elapsedMs.getAsLong());
    }

    /**
     * A member commits; the caller has checked that topic, group and queue exist.
     *
     * @param connection the member's connection
     * @param group group
     * @param topic topic
     * @param queueId queue
     * @param offset next offset to be consumed, 0 or more
     * @return why there is no room for it, with number and limit; null when it is stored
     */
    public String commit(Connection connection, String group, String topic, int queueId, long offset) {
        String full = offsets.refusal(group, topic, queueId);
        if (full == null) {
            locks.queueUsed(group, topic, queueId, connection, elapsedMs.getAsLong());
            offsets.commit(group, topic, queueId, offset);
        }
        return full;
    }
}
