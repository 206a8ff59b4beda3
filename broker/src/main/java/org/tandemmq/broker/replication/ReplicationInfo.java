/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.tandemmq.broker.admin.info.InfoSource;
import org.tandemmq.store.ha.HaStatus;

/**
 * Lines about replication in the runtime info.
 *
 * @param status replication as it is
 * @param slavesWanted slaves in step that a send waits for; 0 when it waits for none
 * @param masterEnd on a slave: where the master's log ends
 */
public record ReplicationInfo(Supplier<HaStatus> status, int slavesWanted, MasterEnd masterEnd)
    implements InfoSource {

    /** A slave that lacks no more than this, on its way, is ready to take over. */
    private static final long READY_BYTES = 4 << 20;
    /** Milliseconds that bytes may be on their way: several times as long as the master takes to say where it is. */
    private static final long READY_MS = 3_000;
    private static final Set<String> HALTED = Set.of("diverged", "ahead", "out of range", "history unknown");

    @Override
    public void addTo(Map<String, String> table) {
        HaStatus now = status.get();
        if (now.client() != null) {
            client(table, now.client());
            return;
        }
        if (slavesWanted > 0) {
            table.put("haPromise", now.slavesInReach() >= slavesWanted ? "kept: enough slaves in step"
                : "degraded: " + now.slavesInReach() + " of " + slavesWanted + " slaves that a send waits for in step");
        }
        table.put("haSlavesConnected", Integer.toString(now.slaves().size()));
        table.put("haSlavesInStep", Integer.toString(now.slavesInReach()));
        if (now.slaves().isEmpty()) {
            table.put("haSlaves", "no slave connected");
        }
        List<HaStatus.Slave> slaves = now.slaves();
        for (int i = 0; i < slaves.size(); i++) {
            HaStatus.Slave slave = slaves.get(i);
            table.put("haSlave_" + i, slave.address() + " " + slave.state() + ", " + slave.behindBytes()
                + " bytes and " + slave.behindMs() + " ms behind, " + slave.bytesPerSecond() + " bytes/s, acknowledged "
                + slave.ackPosition() + ": " + slave.reason());
        }
        for (int i = 0; i < now.refused().size() && i < 4; i++) {
            HaStatus.Refused peer = now.refused().get(i);
            table.put("haRefused_" + i, peer.address() + " " + peer.state() + ", " + peer.count() + " times: "
                + peer.reason());
        }
    }

    private void client(Map<String, String> table, HaStatus.Client client) {
        table.put("haMasterAddress", client.masterAddress());
        table.put("haState", client.state());
        table.put("haReason", client.reason());
        table.put("haBehindBytes", Long.toString(behindBytes(client)));
        table.put("haBehindMs", Long.toString(masterEnd.behindMs()));
        table.put("haLastReadTimestamp", Long.toString(client.lastReadMs()));
        table.put("haFirstDifference", Long.toString(client.firstDifference()));
    }

    /**
     * Why a slave's log is not what its master's was when it was last heard.
     *
     * @return null when it is; also once the master is gone, if the log was in step then
     */
    public String problem() {
        HaStatus.Client client = status.get().client();
        if (client == null) {
            return "this broker is no slave";
        }
        if (HALTED.contains(client.state())) {
            return client.state() + ": " + client.reason();
        }
        long behind = behindBytes(client);
        if (behind <= READY_BYTES && masterEnd.behindMs() <= READY_MS) {
            return null;
        }
        return behind + " bytes and " + masterEnd.behindMs() + " ms behind the master";
    }

    /** Of what the channel announced or the master told, whichever is more. */
    private long behindBytes(HaStatus.Client client) {
        return Math.max(masterEnd.behindBytes(), client.masterPosition() - client.maxOffset());
    }
}
