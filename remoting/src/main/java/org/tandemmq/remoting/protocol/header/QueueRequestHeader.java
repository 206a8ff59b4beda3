/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of requests about one queue: GET_MAX_OFFSET, GET_MIN_OFFSET, GET_EARLIEST_MSG_STORETIME (wire-protocol
 * 2.11).
 *
 * @param topic topic
 * @param queueId queue
 */
public record QueueRequestHeader(String topic, int queueId) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static QueueRequestHeader read(HeaderFields in) {
        return new QueueRequestHeader(in.requiredInterned("topic"), in.requiredInt32("queueId"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("topic", topic);
        out.number("queueId", queueId);
    }
}
