/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Answer to 103 (nameserver-and-admin 1.4); both fields are there only for a slave whose master is known.
 *
 * @param masterAddr address of the master
 * @param haServerAddr replication address of the master
 */
public record RegisterBrokerResponseHeader(String masterAddr, String haServerAddr) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static RegisterBrokerResponseHeader read(HeaderFields fields) {
        return new RegisterBrokerResponseHeader(fields.text("masterAddr"), fields.text("haServerAddr"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("masterAddr", masterAddr);
        out.text("haServerAddr", haServerAddr);
    }
}
