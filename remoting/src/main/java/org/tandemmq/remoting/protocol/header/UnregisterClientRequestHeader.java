/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of UNREGISTER_CLIENT (wire-protocol 2.6).
 *
 * @param clientId client instance, or null: the connection tells who leaves
 * @param producerGroup producer group to leave, or null
 * @param consumerGroup consumer group to leave, or null
 */
public record UnregisterClientRequestHeader(String clientId, String producerGroup, String consumerGroup)
    implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static UnregisterClientRequestHeader read(HeaderFields in) {
        return new UnregisterClientRequestHeader(in.text("clientID"), in.text("producerGroup"),
            in.text("consumerGroup"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("clientID", clientId);
        out.text("producerGroup", producerGroup);
        out.text("consumerGroup", consumerGroup);
    }
}
