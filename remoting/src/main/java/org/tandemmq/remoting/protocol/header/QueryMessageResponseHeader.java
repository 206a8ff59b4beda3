/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of answers to QUERY_MESSAGE; there with every code.
 *
 * @param indexLastUpdateTimestampMs store time of the newest index entry
 * @param indexLastUpdatePosition log position of the newest index entry
 */
public record QueryMessageResponseHeader(long indexLastUpdateTimestampMs, long indexLastUpdatePosition)
    implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static QueryMessageResponseHeader read(HeaderFields in) {
        return new QueryMessageResponseHeader(in.requiredNumber("indexLastUpdateTimestamp"),
            in.requiredNumber("indexLastUpdatePhyoffset"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("indexLastUpdateTimestamp", indexLastUpdateTimestampMs);
        out.number("indexLastUpdatePhyoffset", indexLastUpdatePosition);
    }
}
