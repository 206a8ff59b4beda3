/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.AgentRunner;
import org.tandemmq.store.agent.Rest;

/** The threads of a store: which agent runs on which. They can be stopped and started again as one. */
final class StoreThreads {

    private final List<Work> works = new ArrayList<>();
    private final LongSupplier elapsedMs;
    private List<AgentRunner> running = List.of();

    private record Work(Agent agent, Rest rest, AgentRunner.Pauses pauses) {
    }

    StoreThreads(LongSupplier elapsedMs) {
        this.elapsedMs = elapsedMs;
    }

    /** One more thread; before the start. */
    StoreThreads add(Agent agent, Rest rest, AgentRunner.Pauses pauses) {
        works.add(new Work(agent, rest, pauses));
        return this;
    }

    synchronized void start() {
        List<AgentRunner> runners = new ArrayList<>();
        for (Work work : works) {
            runners.add(new AgentRunner(work.agent(), work.rest(), work.pauses(), elapsedMs).start());
        }
        running = runners;
    }

    /** Stops all, the last one added first. */
    synchronized void stop() {
        for (int i = running.size() - 1; i >= 0; i--) {
            running.get(i).close();
        }
        running = List.of();
    }
}
