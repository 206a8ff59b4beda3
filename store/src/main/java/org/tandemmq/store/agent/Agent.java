/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

/**
 * Work that is done in slices by whoever calls: owns no thread, never waits inside. {@link AgentRunner} gives it a
 * thread; a test calls {@link #doWork} itself.
 */
public interface Agent extends AutoCloseable {

    /** Name for thread and log, such as {@code store-flush}. */
    String name();

    /**
     * Does what can be done now.
     *
     * @param nowMs elapsed-time clock in milliseconds, never going back
     * @return how much was done; 0 lets the runner pause until the agent is woken or its pause is over
     */
    int doWork(long nowMs);

    /** Called once, on the agent's own thread, after the last {@link #doWork}. */
    @Override
    default void close() {
        // most agents own nothing
    }
}
