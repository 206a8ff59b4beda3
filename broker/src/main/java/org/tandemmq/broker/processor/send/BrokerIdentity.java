/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.net.InetSocketAddress;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;

/**
 * What a broker says of itself in messages and answers.
 *
 * @param clusterName property CLUSTER of each message
 * @param region property MSG_REGION, {@code DefaultRegion} where nothing is configured
 * @param traceOn property TRACE_ON: whether clients trace
 * @param storeHostDigits advertised address as it stands in message ids
 */
public record BrokerIdentity(String clusterName, String region, boolean traceOn, String storeHostDigits) {

    /**
     * Identity of a broker at an address.
     *
     * @param clusterName cluster
     * @param region region
     * @param traceOn whether clients trace
     * @param advertised resolved address and port that clients are told
     * @return the identity
     */
    public static BrokerIdentity of(String clusterName, String region, boolean traceOn,
                                    InetSocketAddress advertised) {
        return new BrokerIdentity(clusterName, region, traceOn, OffsetMessageId.hostDigits(advertised));
    }
}
