/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Members of a group of brokers (nameserver-and-admin 1.6).
 *
 * @param cluster cluster
 * @param brokerName name of the group
 * @param brokerAddrs address by broker id, 0 is the master; unmodifiable, never null
 * @param enableActingMaster whether a slave shall stand in for a lost master
 * @param zoneName zone, may be null
 */
public record BrokerData(String cluster, String brokerName, SortedMap<Long, String> brokerAddrs,
                         boolean enableActingMaster, String zoneName) {

    /** Makes the addresses unmodifiable. */
    public BrokerData {
        brokerAddrs = brokerAddrs == null ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(brokerAddrs));
    }

    /**
     * A group that nobody is known of.
     *
     * @param cluster cluster
     * @param brokerName name of the group
     * @return the group
     */
    public static BrokerData withoutAddresses(String cluster, String brokerName) {
        return new BrokerData(cluster, brokerName, null, false, null);
    }
}
