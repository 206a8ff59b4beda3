/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Names one broker: request header of 104, 322 and 904 (nameserver-and-admin 1.3).
 *
 * @param brokerName name of the group
 * @param brokerAddr address for clients
 * @param clusterName cluster
 * @param brokerId 0 for the master
 */
public record BrokerIdentityRequestHeader(String brokerName, String brokerAddr,
                                          String clusterName, long brokerId) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static BrokerIdentityRequestHeader read(HeaderFields fields) {
        return new BrokerIdentityRequestHeader(fields.required("brokerName"), fields.required("brokerAddr"),
            fields.required("clusterName"), fields.number("brokerId", 0));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("brokerName", brokerName);
        out.text("brokerAddr", brokerAddr);
        out.text("clusterName", clusterName);
        out.number("brokerId", brokerId);
    }
}
