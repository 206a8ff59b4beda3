/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of answers to sends (wire-protocol 2.3). Clients read it for the codes 0, 10, 11 and 12; for other codes
 * region and trace switch alone are written ({@link #rejected}).
 *
 * @param msgId offset message id, see {@link OffsetMessageId}; several with commas for a batch; null when nothing was
 *     stored
 * @param queueId queue that was asked for or chosen
 * @param queueOffset offset of the first message in the queue written to
 * @param transactionId the sender's unique id, or null
 * @param batchUniqId id of a batch stored as a whole, or null
 * @param recallHandle handle of a timer message, or null
 * @param region region of the broker, or null
 * @param traceOn whether clients shall trace
 */
public record SendMessageResponseHeader(CharSequence msgId, int queueId, long queueOffset, CharSequence transactionId,
                                        String batchUniqId, String recallHandle, String region, boolean traceOn)
    implements CommandHeader {

    /**
     * Header of a message that was not stored.
     *
     * @param region region of the broker
     * @param traceOn whether clients shall trace
     * @return the header; may be kept and used for each such answer
     */
    public static SendMessageResponseHeader rejected(String region, boolean traceOn) {
        return new SendMessageResponseHeader(null, 0, 0, null, null, null, region, traceOn);
    }

    /**
     * Reads the header.
     *
     * @param in fields of the answer
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is no number
     */
    public static SendMessageResponseHeader read(HeaderFields in) {
        return new SendMessageResponseHeader(in.text("msgId"), in.int32("queueId", 0), in.number("queueOffset", 0),
            in.text("transactionId"), in.text("batchUniqId"), in.text("recallHandle"), in.interned("MSG_REGION"),
            in.flag("TRACE_ON", false));
    }

    @Override
    public void writeTo(FieldWriter out) {
        if (msgId != null) {
            out.text("msgId", msgId);
            writeOffset(out, queueId, queueOffset);
        }
        out.text("transactionId", transactionId);
        out.text("batchUniqId", batchUniqId);
        out.text("recallHandle", recallHandle);
        writeBroker(out, region, traceOn);
    }

    /**
     * Writes the fields of a message that was stored, for headers that are not worth an object of this record.
     *
     * @param out the header
     * @param msgIds offset message id, several with commas for a batch
     * @param queueId queue
     * @param queueOffset offset of the first message
     * @param transactionId the sender's unique id, or null
     */
    public static void writeStored(FieldWriter out, FieldWriter.Plain msgIds, int queueId, long queueOffset,
                                   CharSequence transactionId) {
        out.plain("msgId", msgIds);
        writeOffset(out, queueId, queueOffset);
        out.text("transactionId", transactionId);
    }

    private static void writeOffset(FieldWriter out, int queueId, long queueOffset) {
        out.number("queueId", queueId);
        out.number("queueOffset", queueOffset);
    }

    /**
     * Writes what the broker says of itself.
     *
     * @param out the header
     * @param region region or null
     * @param traceOn whether clients shall trace
     */
    public static void writeBroker(FieldWriter out, String region, boolean traceOn) {
        out.text("MSG_REGION", region);
        out.flag("TRACE_ON", traceOn);
    }
}
