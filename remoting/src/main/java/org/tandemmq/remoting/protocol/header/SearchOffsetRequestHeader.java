/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of SEARCH_OFFSET_BY_TIMESTAMP (wire-protocol 2.11).
 *
 * @param topic topic
 * @param queueId queue
 * @param timestampMs store time in epoch milliseconds
 * @param boundaryType {@code LOWER}, {@code UPPER} or null
 */
public record SearchOffsetRequestHeader(String topic, int queueId, long timestampMs, String boundaryType)
    implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static SearchOffsetRequestHeader read(HeaderFields in) {
        return new SearchOffsetRequestHeader(in.requiredInterned("topic"), in.requiredInt32("queueId"),
            in.requiredNumber("timestamp"), in.text("boundaryType"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("topic", topic);
        out.number("queueId", queueId);
        out.number("timestamp", timestampMs);
        out.text("boundaryType", boundaryType);
    }
}
