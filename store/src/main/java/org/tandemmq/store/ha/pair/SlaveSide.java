/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.AgentRunner;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.slave.HaClient;
import org.tandemmq.store.ha.slave.MasterAddress;
import org.tandemmq.store.ha.socket.HaSelector;
import org.tandemmq.store.ha.socket.SocketConnector;

/** Everything a slave needs to follow its master, put together and running. */
final class SlaveSide implements AutoCloseable {

    private static final long IDLE_MS = 20;
    private static final int LOOK_UPS_WAITING = 4;

    private final HaSelector selector = new HaSelector();
    private final ExecutorService lookUps = lookUps();
    private final MasterAddress address;
    private final HaClient client;
    private final AgentRunner runner;

    /**
     * What the slave works with.
     *
     * @param log the slave's log
     * @param config settings
     * @param asideDirectory where a cut tail is saved
     * @param confirmation asks the master about a record
     */
    record Parts(ReplicaLog log, HaConfig config, Path asideDirectory, TailConfirmation confirmation) {
    }

    /**
     * Starts the thread.
     *
     * @param parts what it works with
     * @param masterAddress the master's replication port; empty when unknown
     * @param wallMs epoch milliseconds
     * @param elapsedMs elapsed-time clock
     */
    SlaveSide(Parts parts, String masterAddress, LongSupplier wallMs, LongSupplier elapsedMs) {
        address = new MasterAddress(masterAddress, lookUps);
        address.onChange(selector::wake);
        client = new HaClient(parts.log(), parts.config().timing(), address, new SocketConnector(selector),
            parts.confirmation(), new HistoryRepair(parts.config().resolution(), new TailDump(parts.asideDirectory())),
            wallMs);
        runner = new AgentRunner(client, selector, new AgentRunner.Pauses(IDLE_MS, 0), elapsedMs).start();
    }

    /** Names are looked up here: that may take seconds, and the thread ends when none is. */
    private static ExecutorService lookUps() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 5, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(LOOK_UPS_WAITING), work -> {
                Thread thread = new Thread(work, "store-ha-lookup");
                thread.setDaemon(true);
                return thread;
            }, new ThreadPoolExecutor.DiscardOldestPolicy());
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    void follow(String hostAndPort) {
        address.follow(hostAndPort);
    }

    HaStatus status() {
        return client.status();
    }

    @Override
    public void close() {
        runner.close();
        lookUps.shutdownNow();
    }
}
