/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.SortedMap;

/**
 * Members of a group: inside the body of 901 (nameserver-and-admin 1.3).
 *
 * @param brokerAddrs address by broker id
 * @param brokerName name of the group
 * @param cluster cluster
 */
public record BrokerMemberGroup(SortedMap<Long, String> brokerAddrs, String brokerName, String cluster) {

    /**
     * Body of 901.
     *
     * @param brokerMemberGroup the group
     */
    public record Answer(BrokerMemberGroup brokerMemberGroup) {
    }
}
