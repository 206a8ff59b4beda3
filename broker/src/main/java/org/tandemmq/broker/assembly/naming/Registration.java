/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import java.util.function.LongSupplier;
import org.tandemmq.broker.outer.BrokerOuterApi;
import org.tandemmq.broker.start.JobThread;

/** Gives the registrations their thread, and waits for the first round so that "ready" means "found by clients". */
public final class Registration implements AutoCloseable {

    private static final long PERIOD_MS = 100;
    private static final long FIRST_ROUND_MS = 3_000;
    private static final long LEAVE_MS = 2_000;

    private final BrokerOuterApi api;
    private final JobThread outer;
    private final LongSupplier elapsedMs;

    /**
     * Creates the registration.
     *
     * @param api keeps the broker registered
     * @param outer thread of jobs that wait for other machines
     * @param elapsedMs elapsed-time clock
     */
    Registration(BrokerOuterApi api, JobThread outer, LongSupplier elapsedMs) {
        this.api = api;
        this.outer = outer;
        this.elapsedMs = elapsedMs;
    }

    /** Begins to register. */
    public void start() {
        outer.once("registration", this::work);
        outer.every("registration", PERIOD_MS, this::work);
    }

    /** Waits for the answer of the first server, which is the embedded one where there is one. */
    void awaitFirstServer() {
        api.awaitFirstServer(FIRST_ROUND_MS);
    }

    /** Waits for the answers of the servers that answer. */
    public void awaitFirstRound() {
        api.awaitFirstRound(FIRST_ROUND_MS);
    }

    /** Lets the name servers know soon that topics changed. */
    public void topicsChanged() {
        api.topicsChanged();
    }

    /** Lets every name server have the whole table soon. */
    public void anew() {
        api.registerAnew();
    }

    /** Registrations, for tools. */
    public BrokerOuterApi api() {
        return api;
    }

    void wake() {
        outer.once("registration", this::work);
    }

    private void work() {
        api.doWork(elapsedMs.getAsLong());
    }

    @Override
    public void close() {
        api.unregister(LEAVE_MS);
    }
}
