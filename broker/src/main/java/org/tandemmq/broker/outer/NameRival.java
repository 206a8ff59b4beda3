/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.body.BrokerData;
import org.tandemmq.remoting.protocol.body.ClusterInfo;

/**
 * Looks for another process under our name and id. A name server's word is not enough, since it keeps what is dead for
 * up to two minutes: only a process that answers at the other address counts, and only if it is not this one under a
 * former address.
 */
final class NameRival {

    private final RemotingClient client;
    private final BrokerIdentity self;
    private final String instanceId;

    /**
     * Creates the search.
     *
     * @param client calls other brokers
     * @param self who we are
     * @param instanceId what this process answers to {@link OwnRequestCode#TABLE_VERSIONS}
     */
    NameRival(RemotingClient client, BrokerIdentity self, String instanceId) {
        this.client = client;
        this.self = self;
        this.instanceId = instanceId;
    }

    /**
     * Searches.
     *
     * @param clusters what a name server knows
     * @return what is wrong, or null; never fails
     */
    CompletableFuture<String> find(ClusterInfo clusters) {
        CompletableFuture<String> found = CompletableFuture.completedFuture(null);
        for (String address : suspects(clusters)) {
            found = found.thenCombine(isAlive(address), (before, alive) -> before != null || !alive ? before
                : "another broker " + self.name() + " with id " + self.id() + " (or of another cluster) is alive at "
                    + address + "; this one is cluster " + self.cluster() + " at " + self.address()
                    + ": copied brokerName or brokerId?");
        }
        return found;
    }

    /** Names of all brokers of our cluster that a name server knows. */
    Set<String> namesIn(ClusterInfo clusters) {
        Set<String> names = clusters == null || clusters.clusterAddrTable() == null ? null
            : clusters.clusterAddrTable().get(self.cluster());
        return names == null ? Set.of() : Set.copyOf(names);
    }

    private List<String> suspects(ClusterInfo clusters) {
        BrokerData group = clusters == null || clusters.brokerAddrTable() == null ? null
            : clusters.brokerAddrTable().get(self.name());
        List<String> suspects = new ArrayList<>();
        if (group != null) {
            boolean otherCluster = group.cluster() != null && !group.cluster().equals(self.cluster());
            for (Map.Entry<Long, String> member : group.brokerAddrs().entrySet()) {
                boolean rival = otherCluster || member.getKey() == self.id();
                if (rival && !self.address().equals(member.getValue())) {
                    suspects.add(member.getValue());
                }
            }
        }
        return suspects;
    }

    private CompletableFuture<Boolean> isAlive(String address) {
        return client.call(address, OwnRequestCode.TABLE_VERSIONS, null, null, NameServerCalls.SHORT_TIMEOUT_MS)
            .handle((answer, failure) -> failure == null && !isThisProcess(answer));
    }

    private boolean isThisProcess(RemotingCommand answer) {
        return instanceId.equals(answer.fields().text(OwnRequestCode.INSTANCE_FIELD));
    }
}
