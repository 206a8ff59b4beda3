/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.PeerBroker;

/** One of the two brokers in one setting, master first, then the slave where there is one. */
final class BenchSide implements AutoCloseable {

    private static final int SEGMENT_BYTES = 1 << 30;

    private final String name;
    private final List<Broker> brokers = new ArrayList<>();

    BenchSide(boolean ours, BenchScenario.Setting setting) {
        this.name = ours ? "ours" : "peer";
        BrokerSettings master = settings("master");
        if (setting == BenchScenario.Setting.SYNC_FLUSH) {
            master.with("flushDiskType", "SYNC_FLUSH");
        }
        boolean pair = setting == BenchScenario.Setting.SYNC_PAIR;
        if (pair) {
            master.with("brokerRole", "SYNC_MASTER").with("inSyncReplicas", 2);
        }
        Broker first = ours ? new OurBroker(master) : new PeerBroker(master);
        brokers.add(first);
        if (pair) {
            BrokerSettings slave = settings("slave").with("brokerRole", "SLAVE").with("brokerId", 1)
                .with("haMasterAddress", "127.0.0.1:" + first.haPort());
            brokers.add(ours ? new OurBroker(slave, first.nameServers()) : new PeerBroker(slave, first.nameServers()));
        }
    }

    private BrokerSettings settings(String role) {
        return BrokerSettings.inNewFolder("bench-" + name + "-" + role)
            .with("mappedFileSizeCommitLog", SEGMENT_BYTES).with("diskMaxUsedSpaceRatio", 98);
    }

    void start() {
        brokers.forEach(Broker::start);
    }

    String name() {
        return name;
    }

    LoadFigures run(BenchScenario scenario, String topic, long warmupMs, long countMs) throws IOException {
        long[] pids = brokers.stream().mapToLong(broker -> broker.process().pid()).toArray();
        return new LoadDriver(scenario.load(), topic, pids).run(brokers.get(0).port(), warmupMs, countMs);
    }

    @Override
    public void close() {
        for (int i = brokers.size() - 1; i >= 0; i--) {
            brokers.get(i).close();
        }
        brokers.forEach(broker -> BuildOutput.deleteTree(broker.storeFolder()));
    }
}
