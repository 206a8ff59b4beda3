/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

import java.util.List;

/** Several agents on one thread, in order. One that fails does not keep the others from working. */
public final class CompositeAgent implements Agent {

    private final String name;
    private final List<Agent> agents;

    /**
     * Creates the agent.
     *
     * @param name name for thread and log
     * @param agents the parts, in order of work; closed in reverse order
     */
    public CompositeAgent(String name, List<Agent> agents) {
        this.name = name;
        this.agents = List.copyOf(agents);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int doWork(long nowMs) {
        int done = 0;
        RuntimeException failure = null;
        for (Agent agent : agents) {
            try {
                done += agent.doWork(nowMs);
            } catch (RuntimeException | InternalError thrown) {
                failure = together(failure, new IllegalStateException(agent.name() + ": " + thrown, thrown));
            }
        }
        if (failure != null) {
            throw failure;
        }
        return done;
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (int i = agents.size() - 1; i >= 0; i--) {
            try {
                agents.get(i).close();
            } catch (RuntimeException thrown) {
                failure = together(failure, thrown);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static RuntimeException together(RuntimeException first, RuntimeException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
