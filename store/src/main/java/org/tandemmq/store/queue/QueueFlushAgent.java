/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;

/**
 * Forces the queues' files in rounds and tells how far the disk has them, which bounds what a restart builds again. A
 * round that took long makes the pause before the next one longer, unless the log grows by more than a gigabyte
 * meanwhile. A failure is told and tried again in the next round: queues can be built again from the log.
 */
public final class QueueFlushAgent implements Agent {

    private static final Logger log = LoggerFactory.getLogger(QueueFlushAgent.class);
    private static final int REST_PER_WORK = 9;
    /** So few that what else runs on the thread is not held up for long. */
    private static final int QUEUES_PER_SLICE = 20;
    /** With so much of the log since the last round the pause is only as long as that took: it is dispatched again. */
    private static final long FAR_BEHIND_BYTES = 1L << 30;

    private final ConsumeQueueTable queues;
    private final Consumer<QueueMark> listener;
    private final long intervalMs;
    private final LongSupplier elapsedMs;
    private long nextMs = Long.MIN_VALUE;
    private long earliestMs = Long.MIN_VALUE;
    private long forcedPosition;
    private long tookMs;
    private boolean failing;

    /**
     * Creates the agent.
     *
     * @param queues all queues
     * @param listener told after each round
     * @param intervalMs least pause between two rounds
     * @param elapsedMs elapsed-time clock, to measure a round
     */
    public QueueFlushAgent(ConsumeQueueTable queues, Consumer<QueueMark> listener, long intervalMs,
                           LongSupplier elapsedMs) {
        this.queues = queues;
        this.listener = listener;
        this.intervalMs = intervalMs;
        this.elapsedMs = elapsedMs;
    }

    @Override
    public String name() {
        return "queue-flush";
    }

    @Override
    public int doWork(long nowMs) {
        if (nowMs < nextMs && (nowMs < earliestMs || !isFarBehind())) {
            return 0;
        }
        long begin = elapsedMs.getAsLong();
        try {
            QueueMark mark = queues.forceSome(QUEUES_PER_SLICE);
            tookMs += elapsedMs.getAsLong() - begin;
            if (mark == null) {
                return 1;
            }
            listener.accept(mark);
            forcedPosition = mark.position();
            failing = false;
        } catch (IOException thrown) {
            if (!failing) {
                log.error("the disk did not confirm a flush of the queues, tried again every {} ms", intervalMs,
                    thrown);
            }
            failing = true;
        }
        nextMs = nowMs + Math.max(intervalMs, tookMs * REST_PER_WORK);
        earliestMs = nowMs + tookMs;
        tookMs = 0;
        return 0;
    }

    private boolean isFarBehind() {
        return queues.written().position() - forcedPosition >= FAR_BEHIND_BYTES;
    }
}
