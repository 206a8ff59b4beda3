/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of requests about one consumer group: GET_CONSUMER_LIST_BY_GROUP and NOTIFY_CONSUMER_IDS_CHANGED.
 *
 * @param consumerGroup group
 */
public record ConsumerGroupRequestHeader(String consumerGroup) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static ConsumerGroupRequestHeader read(HeaderFields in) {
        return new ConsumerGroupRequestHeader(in.requiredInterned("consumerGroup"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("consumerGroup", consumerGroup);
    }
}
