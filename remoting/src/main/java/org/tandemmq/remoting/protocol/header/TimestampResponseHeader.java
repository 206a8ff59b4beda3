/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of the answer to GET_EARLIEST_MSG_STORETIME.
 *
 * @param timestampMs store time in epoch milliseconds, -1 when there is no message
 */
public record TimestampResponseHeader(long timestampMs) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static TimestampResponseHeader read(HeaderFields in) {
        return new TimestampResponseHeader(in.requiredNumber("timestamp"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("timestamp", timestampMs);
    }
}
