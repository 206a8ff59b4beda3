/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Request header of 103 (nameserver-and-admin 1.4).
 *
 * @param brokerName name of the group
 * @param brokerAddr address for clients
 * @param clusterName cluster
 * @param haServerAddr replication address, may be null
 * @param brokerId 0 for the master
 * @param compressed whether the body is one zlib stream
 * @param bodyCrc32 CRC-32 of the body as sent, without the sign bit; 0 is not checked
 * @param heartbeatTimeoutMillis milliseconds of silence after which the broker counts as dead, null for the default
 * @param enableActingMaster whether a slave shall stand in for a lost master, null where the sender is a 4.x broker
 * @param zoneName zone, may be null
 */
public record RegisterBrokerRequestHeader(String brokerName, String brokerAddr, String clusterName,
                                          String haServerAddr, long brokerId, boolean compressed, long bodyCrc32,
                                          Long heartbeatTimeoutMillis, Boolean enableActingMaster, String zoneName)
    implements CommandHeader {

    private static final String HEARTBEAT_TIMEOUT = "heartbeatTimeoutMillis";
    private static final String ACTING_MASTER = "enableActingMaster";
    private static final String ZONE = "__ZONE_NAME";

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static RegisterBrokerRequestHeader read(HeaderFields fields) {
        String timeout = fields.text(HEARTBEAT_TIMEOUT);
        String acting = fields.text(ACTING_MASTER);
        return new RegisterBrokerRequestHeader(fields.required("brokerName"), fields.required("brokerAddr"),
            fields.required("clusterName"), fields.text("haServerAddr"), fields.requiredNumber("brokerId"),
            fields.flag("compressed", false), fields.number("bodyCrc32", 0),
            timeout == null ? null : fields.requiredNumber(HEARTBEAT_TIMEOUT),
            acting == null ? null : Boolean.valueOf(acting), fields.text(ZONE));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("brokerName", brokerName);
        out.text("brokerAddr", brokerAddr);
        out.text("clusterName", clusterName);
        out.text("haServerAddr", haServerAddr);
        out.number("brokerId", brokerId);
        out.flag("compressed", compressed);
        out.number("bodyCrc32", bodyCrc32);
        if (heartbeatTimeoutMillis != null) {
            out.number(HEARTBEAT_TIMEOUT, heartbeatTimeoutMillis);
        }
        if (enableActingMaster != null) {
            out.flag(ACTING_MASTER, enableActingMaster);
        }
        out.text(ZONE, zoneName);
    }
}
