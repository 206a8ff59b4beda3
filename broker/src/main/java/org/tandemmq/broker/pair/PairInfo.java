/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.Map;
import java.util.function.LongFunction;
import org.tandemmq.broker.admin.info.InfoSource;
import org.tandemmq.broker.outer.BrokerOuterApi;
import org.tandemmq.broker.outer.NameServerStatus;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.broker.slave.SyncStatus;

/** Name servers, master, tables and readiness in the runtime info. */
final class PairInfo implements InfoSource {

    private final BrokerOuterApi nameServers;
    private final SlaveSide slave;

    /**
     * Creates the lines.
     *
     * @param nameServers registrations
     * @param slave the slave's side, null on a master
     */
    PairInfo(BrokerOuterApi nameServers, SlaveSide slave) {
        this.nameServers = nameServers;
        this.slave = slave;
    }

    @Override
    public void addTo(Map<String, String> table) {
        LongFunction<String> age = ageMs -> ageMs < 0 ? "never" : ageMs + " ms ago";
        for (NameServerStatus server : nameServers.status()) {
            table.put("nameServer " + server.server(), (server.registered() ? "registered" : "not registered")
                + ", last answer " + age.apply(server.ageMs())
                + (server.problem() == null ? "" : ", " + server.problem()));
        }
        if (slave == null) {
            return;
        }
        SlaveSynchronize.Report report = slave.report();
        table.put("pairMaster", report.master() == null ? "no master: " + slave.problem()
            : report.master() + ", last answer " + age.apply(report.contactAgeMs())
                + (report.problem() == null ? "" : ", " + report.problem()));
        for (SyncStatus sync : report.tables()) {
            table.put("pairTable " + sync.table(), sync.text());
        }
        table.put("readyForTakeover", slave.readiness());
    }
}
