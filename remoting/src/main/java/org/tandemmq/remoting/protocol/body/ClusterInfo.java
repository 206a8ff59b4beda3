/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.Set;
import java.util.SortedMap;

/**
 * All groups and clusters: body of 106 (nameserver-and-admin 1.6).
 *
 * @param brokerAddrTable group by broker name
 * @param clusterAddrTable broker names by cluster
 */
public record ClusterInfo(SortedMap<String, BrokerData> brokerAddrTable,
                          SortedMap<String, ? extends Set<String>> clusterAddrTable) {
}
