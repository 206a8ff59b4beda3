/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of QUERY_CONSUMER_OFFSET (wire-protocol 2.5).
 *
 * @param consumerGroup group
 * @param topic topic
 * @param queueId queue
 * @param setZeroIfNotFound false: no offset is answered with code 22 even where 0 would do
 */
public record QueryConsumerOffsetRequestHeader(String consumerGroup, String topic, int queueId,
                                               boolean setZeroIfNotFound) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static QueryConsumerOffsetRequestHeader read(HeaderFields in) {
        return new QueryConsumerOffsetRequestHeader(in.requiredInterned("consumerGroup"), in.requiredInterned("topic"),
            in.requiredInt32("queueId"), in.flag("setZeroIfNotFound", true));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("consumerGroup", consumerGroup);
        out.text("topic", topic);
        out.number("queueId", queueId);
        out.flag("setZeroIfNotFound", setZeroIfNotFound);
    }
}
