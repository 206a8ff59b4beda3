/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.AgentRunner;
import org.tandemmq.store.agent.CompositeAgent;
import org.tandemmq.store.config.AllowedPeers;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.master.HaGate;
import org.tandemmq.store.ha.master.HaService;
import org.tandemmq.store.ha.master.ReplicatedCopies;
import org.tandemmq.store.ha.socket.HaListener;
import org.tandemmq.store.ha.socket.HaSelector;
import org.tandemmq.store.log.ReplicationGate;
import org.tandemmq.store.position.Position;
import org.tandemmq.store.position.PositionWaiters;

/** Everything a master needs for its slaves, put together and running. */
final class MasterSide implements AutoCloseable {

    /** Longest rest: deadlines of waiting sends are looked at this often. */
    private static final long IDLE_MS = 20;

    private final HaSelector selector = new HaSelector();
    private final PositionWaiters waiters;
    private final HaService service;
    private final HaListener listener;
    private final HaGate gate;
    private final AgentRunner runner;
    private final LongSupplier elapsedMs;

    /**
     * Opens the port and starts the thread.
     *
     * @param log the master's log
     * @param config settings
     * @param onReplicated called on the replication thread when readers may see more of the log; quick, must not throw
     * @param wallMs epoch milliseconds
     * @param elapsedMs elapsed-time clock
     */
    MasterSide(ReplicaLog log, HaConfig config, Runnable onReplicated, LongSupplier wallMs, LongSupplier elapsedMs) {
        this.elapsedMs = elapsedMs;
        Position replicated = new Position("replicated", -1);
        waiters = new PositionWaiters(replicated);
        ReplicatedCopies copies = new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(), position -> {
            replicated.publish(position);
            waiters.complete();
            onReplicated.run();
        });
        service = new HaService(log, HaService.Limits.of(config), copies, wallMs);
        gate = new HaGate(log, copies, waiters, config.timing().ackTimeoutMs(), elapsedMs,
            onReplicated);
        listener = listen(config);
        runner = new AgentRunner(new CompositeAgent("store-ha", List.of(listener, new Deadlines(waiters))), selector,
            new AgentRunner.Pauses(IDLE_MS, 0), elapsedMs).start();
    }

    private HaListener listen(HaConfig config) {
        try {
            return new HaListener(new InetSocketAddress(config.listenHost(), config.listenPort()), selector,
                new AllowedPeers("haAllowedPeers", config.allowedPeers()), service);
        } catch (RuntimeException e) {
            selector.close();
            throw e;
        }
    }

    /** Ends the waits whose time is over. */
    private record Deadlines(PositionWaiters waiters) implements Agent {
        @Override
        public String name() {
            return "store-ha-deadlines";
        }

        @Override
        public int doWork(long nowMs) {
            return waiters.expire(nowMs);
        }
    }

    ReplicationGate gate() {
        return gate;
    }

    long neededPosition() {
        return service.neededPosition();
    }

    boolean isConnected() {
        return service.isConnected();
    }

    /** A master alone is not woken for each of its messages; whoever connects wakes the thread by itself. */
    void wake() {
        if (service.isConnected()) {
            selector.wake();
        }
    }

    void sendNow() {
        if (service.isConnected() && !service.sendNow(elapsedMs.getAsLong())) {
            selector.wake();
        }
    }

    void judged(InetSocketAddress channel, TailAnswer answer) {
        if (channel != null) {
            service.judged(channel, answer);
        }
    }

    HaStatus status() {
        return service.status();
    }

    InetSocketAddress address() {
        return listener.address();
    }

    @Override
    public void close() {
        runner.close();
        waiters.giveUp();
    }
}
