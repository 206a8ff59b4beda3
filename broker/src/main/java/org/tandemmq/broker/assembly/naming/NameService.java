/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.tandemmq.broker.admin.GuardedProcessor;
import org.tandemmq.broker.assembly.HeapShare;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.nameserver.KvConfig;
import org.tandemmq.broker.nameserver.NameServer;
import org.tandemmq.broker.nameserver.NameServerSettings;
import org.tandemmq.broker.start.BoundedPool;
import org.tandemmq.broker.start.CloseOrder;
import org.tandemmq.broker.start.JobThread;
import org.tandemmq.broker.start.StoredTable;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.store.StoreException;
import org.tandemmq.store.config.AllowedPeers;

/** A name service with its listener and threads, in the broker's process or alone. */
public final class NameService implements AutoCloseable {

    private static final int QUEUE_CAPACITY = 10_000;
    /** Part of the heap that the routes may take. */
    private static final int ROUTES_HEAP_SHARE = 4;
    private static final long SCAN_PERIOD_MS = 1_000;

    private final CloseOrder opened = new CloseOrder();
    private final NameServer service;
    private final LongSupplier elapsedMs;

    /**
     * Creates the service; nobody can reach it before {@link #open}.
     *
     * @param kvConfigFile where the key-value table is kept
     * @param settings values of its keys, and where changes are kept
     * @param elapsedMs elapsed-time clock
     */
    public NameService(Path kvConfigFile, LiveSettings settings, LongSupplier elapsedMs) {
        this.elapsedMs = elapsedMs;
        try {
            this.service = new NameServer(new KvConfig(new StoredTable(kvConfigFile)),
                new NameServerSettings(settings), elapsedMs, HeapShare.bytes(ROUTES_HEAP_SHARE));
        } catch (IOException e) {
            throw new StoreException(kvConfigFile + " can't be read", e);
        }
        JobThread jobs = opened.add("name service jobs", new JobThread("name-service"));
        jobs.every("expiry of brokers", SCAN_PERIOD_MS, () -> service.doWork(elapsedMs.getAsLong()));
    }

    /**
     * Opens the port, which closes with the service.
     *
     * @param server listener without any request codes yet
     * @param administrators who may administer besides this machine
     */
    public void open(RemotingServer server, AllowedPeers administrators) {
        open(server, administrators, opened);
    }

    /**
     * Opens the port.
     *
     * @param server listener without any request codes yet
     * @param administrators who may administer besides this machine
     * @param ports closes the port, before the service
     */
    void open(RemotingServer server, AllowedPeers administrators, CloseOrder ports) {
        service.serve(server, opened.add("name service worker", new BoundedPool("name-admin", 1, QUEUE_CAPACITY)),
            processor -> new GuardedProcessor(administrators, processor, elapsedMs));
        ports.add("port of the name service", server);
        server.start();
    }

    /** A way to call this service from its own process. */
    public RemotingClient inProcess() {
        return service.inProcess();
    }

    @Override
    public void close() {
        opened.close();
    }
}
