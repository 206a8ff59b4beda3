/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of END_TRANSACTION (wire-protocol 2.8).
 *
 * @param producerGroup group that sent the half message
 * @param tranStateTableOffset offset of the half record in the half topic
 * @param commitLogOffset log position of the half record
 * @param commitOrRollback 0 unknown, 8 commit, 12 rollback
 * @param fromTransactionCheck whether this answers a check
 * @param msgId the client's unique id
 * @param transactionId transaction id, or null
 */
public record EndTransactionRequestHeader(String producerGroup, long tranStateTableOffset, long commitLogOffset,
                                          int commitOrRollback, boolean fromTransactionCheck, String msgId,
                                          String transactionId) implements CommandHeader {

    /** Value of {@link #commitOrRollback}: the producer can't tell yet. */
    public static final int UNKNOWN = 0;
    /** Value of {@link #commitOrRollback}: the message is to be delivered. */
    public static final int COMMIT = 8;
    /** Value of {@link #commitOrRollback}: the message is to be dropped. */
    public static final int ROLLBACK = 12;

    /**
     * Reads the header.
     *
     * @param fields ext fields of the request
     * @return the header
     */
    public static EndTransactionRequestHeader read(HeaderFields fields) {
        return new EndTransactionRequestHeader(fields.required("producerGroup"),
            fields.requiredNumber("tranStateTableOffset"), fields.requiredNumber("commitLogOffset"),
            fields.requiredInt32("commitOrRollback"), fields.flag("fromTransactionCheck", false),
            fields.text("msgId"), fields.text("transactionId"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("producerGroup", producerGroup);
        out.number("tranStateTableOffset", tranStateTableOffset);
        out.number("commitLogOffset", commitLogOffset);
        out.number("commitOrRollback", commitOrRollback);
        out.flag("fromTransactionCheck", fromTransactionCheck);
        out.text("msgId", msgId);
        out.text("transactionId", transactionId);
    }
}
