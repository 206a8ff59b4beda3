/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The peer's broker, of the current line, registered with some name server. */
public final class PeerBroker implements Broker {
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final int HEAP_MIB = 512;

    private final BrokerSettings settings;
    private final PeerNameServer own;
    private ManagedProcess process;
    private int serverHeapMib;

    /** A broker with a name server of its own. */
    public PeerBroker(BrokerSettings settings) {
        this.settings = settings;
        this.own = new PeerNameServer(settings.folder());
        settings.with("namesrvAddr", own.address());
    }

    /** A broker that registers with this name server. */
    public PeerBroker(BrokerSettings settings, String nameServers) {
        this.settings = settings;
        this.own = null;
        settings.with("namesrvAddr", nameServers);
    }

    /** Runs it with the collector of its own start script and this heap, to be measured instead of tested. */
    public PeerBroker asServer(int heapMib) {
        serverHeapMib = heapMib;
        return this;
    }

    private JavaCommand java() {
        return serverHeapMib > 0 ? JavaCommand.ofServer(StockLine.CURRENT, serverHeapMib, settings.folder())
            : new JavaCommand(StockLine.CURRENT, HEAP_MIB, settings.folder());
    }

    @Override
    public void start() {
        if (serverHeapMib == 0) {
            // on a loaded machine it turns sends away that have waited for 200 ms
            settings.with("waitTimeMillsInSendQueue", 10_000);
        }
        if (own != null && (own.process() == null || !own.process().alive())) {
            own.start();
        }
        process = ManagedProcess.start("peer-broker", settings.folder(),
            java().with(Map.of("io.netty.noPreferDirect", "false"))
                .main("org.apache.rocketmq.broker.BrokerStartup", List.of("-c", settings.write().toString())),
            Map.of());
        new Readiness(process, READY_WITHIN).awaitRegistration(nameServers(), address(), name());
    }

    @Override
    public String nameServers() {
        return settings.text("namesrvAddr");
    }

    @Override
    public BrokerSettings settings() {
        return settings;
    }

    @Override
    public ManagedProcess process() {
        return process;
    }

    /** Ends it without its own way to stop, which takes a quarter of a minute and shows nothing of ours. */
    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
        if (own != null) {
            own.close();
        }
    }
}
