/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Request header of 901 (nameserver-and-admin 1.3).
 *
 * @param clusterName cluster
 * @param brokerName name of the group
 */
public record GetBrokerMemberGroupRequestHeader(String clusterName, String brokerName) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static GetBrokerMemberGroupRequestHeader read(HeaderFields fields) {
        return new GetBrokerMemberGroupRequestHeader(fields.text("clusterName"), fields.required("brokerName"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("clusterName", clusterName);
        out.text("brokerName", brokerName);
    }
}
