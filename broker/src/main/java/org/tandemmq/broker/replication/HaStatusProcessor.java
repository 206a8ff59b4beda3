/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.Answers;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.ha.HaStatus;

/**
 * State of replication: code 907 with the fields of the reference (replication 3.6) and, beside them, state, reason and
 * delay of each slave, which its tools skip.
 */
public final class HaStatusProcessor extends AdminProcessor {

    /**
     * Creates the processor.
     *
     * @param status replication as it is
     */
    public HaStatusProcessor(Supplier<HaStatus> status) {
        super(Map.of(RequestCode.GET_BROKER_HA_STATUS, (request, reply) -> Answers.json(reply, json(status.get()))));
    }

    private static Map<String, Object> json(HaStatus status) {
        Map<String, Object> json = new TreeMap<>();
        json.put("master", status.client() == null);
        json.put("masterCommitLogMaxOffset", status.endPosition());
        json.put("inSyncSlaveNums", status.slavesInReach());
        List<Map<String, Object>> slaves = new ArrayList<>();
        status.slaves().forEach(slave -> slaves.add(slave(slave)));
        json.put("haConnectionInfo", slaves);
        json.put("haClientRuntimeInfo", status.client() == null ? new TreeMap<>() : client(status.client()));
        List<Map<String, Object>> refused = new ArrayList<>();
        status.refused().forEach(peer -> refused.add(refused(peer)));
        json.put("refusedPeers", refused);
        return json;
    }

    private static Map<String, Object> slave(HaStatus.Slave slave) {
        Map<String, Object> json = new TreeMap<>();
        json.put("addr", slave.address());
        json.put("slaveAckOffset", slave.ackPosition());
        json.put("diff", slave.behindBytes());
        json.put("inSync", slave.inReach());
        json.put("transferredByteInSecond", slave.bytesPerSecond());
        json.put("transferFromWhere", slave.transferFrom());
        json.put("state", slave.state());
        json.put("reason", slave.reason());
        json.put("behindMs", slave.behindMs());
        json.put("lastAckTimestamp", slave.lastAckMs());
        json.put("transferredBytes", slave.sentBytes());
        return json;
    }

    private static Map<String, Object> client(HaStatus.Client client) {
        Map<String, Object> json = new TreeMap<>();
        json.put("masterAddr", client.masterAddress());
        json.put("maxOffset", client.maxOffset());
        json.put("lastReadTimestamp", client.lastReadMs());
        json.put("lastWriteTimestamp", client.lastWriteMs());
        json.put("transferredByteInSecond", client.bytesPerSecond());
        json.put("masterFlushOffset", 0);
        json.put("activated", client.isActivated());
        json.put("state", client.state());
        json.put("reason", client.reason());
        json.put("firstDifference", client.firstDifference());
        return json;
    }

    private static Map<String, Object> refused(HaStatus.Refused peer) {
        Map<String, Object> json = new TreeMap<>();
        json.put("addr", peer.address());
        json.put("state", peer.state());
        json.put("reason", peer.reason());
        json.put("count", peer.count());
        json.put("lastTimestamp", peer.lastMs());
        return json;
    }
}
