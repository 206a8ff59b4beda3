/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

/**
 * How the thread of an {@link AgentRunner} rests, and how others end that. The owner calls {@link #prepareToRest},
 * looks for work once more, then {@link #rest} or {@link #stay}; so no wake-up is lost in between.
 */
public interface Rest {

    /** Ends the rest, if there is one; call it after the new work can be seen. Any thread; next to free while awake. */
    void wake();

    /** From here on a wake-up is not lost. Owner thread. */
    void prepareToRest();

    /**
     * Pauses unless woken since {@link #prepareToRest}. Owner thread.
     *
     * @param nanos longest pause
     */
    void rest(long nanos);

    /** There was work after all. Owner thread. */
    void stay();
}
