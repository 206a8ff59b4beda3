/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of UPDATE_CONSUMER_OFFSET (wire-protocol 2.5).
 *
 * @param consumerGroup group
 * @param topic topic
 * @param queueId queue
 * @param commitOffset next offset to be consumed
 */
public record UpdateConsumerOffsetRequestHeader(String consumerGroup, String topic, int queueId, long commitOffset)
    implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static UpdateConsumerOffsetRequestHeader read(HeaderFields in) {
        return new UpdateConsumerOffsetRequestHeader(in.requiredInterned("consumerGroup"),
            in.requiredInterned("topic"), in.requiredInt32("queueId"), in.requiredNumber("commitOffset"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("consumerGroup", consumerGroup);
        out.text("topic", topic);
        out.number("queueId", queueId);
        out.number("commitOffset", commitOffset);
    }
}
