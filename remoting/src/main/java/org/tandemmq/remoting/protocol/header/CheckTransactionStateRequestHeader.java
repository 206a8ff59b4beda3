/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of CHECK_TRANSACTION_STATE, broker to producer (wire-protocol 2.8).
 *
 * @param tranStateTableOffset offset of the current half record in the half topic
 * @param commitLogOffset log position of the current half record
 * @param msgId the client's unique id
 * @param transactionId the same
 * @param offsetMsgId offset message id of the half record
 * @param topic the half topic
 * @param brokerName our broker name
 */
public record CheckTransactionStateRequestHeader(long tranStateTableOffset, long commitLogOffset, String msgId,
                                                 String transactionId, String offsetMsgId, String topic,
                                                 String brokerName) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the request
     * @return the header
     */
    public static CheckTransactionStateRequestHeader read(HeaderFields fields) {
        return new CheckTransactionStateRequestHeader(fields.requiredNumber("tranStateTableOffset"),
            fields.requiredNumber("commitLogOffset"), fields.text("msgId"), fields.text("transactionId"),
            fields.text("offsetMsgId"), fields.text("topic"), fields.text("bname"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("tranStateTableOffset", tranStateTableOffset);
        out.number("commitLogOffset", commitLogOffset);
        out.text("msgId", msgId);
        out.text("transactionId", transactionId);
        out.text("offsetMsgId", offsetMsgId);
        out.text("topic", topic);
        out.text("bname", brokerName);
    }
}
