/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of pulls (codes 11 and 361, wire-protocol 2.4).
 *
 * @param consumerGroup group that reads
 * @param topic topic
 * @param queueId queue
 * @param queueOffset first offset wanted
 * @param maxMsgNums most messages wanted
 * @param sysFlag bits {@link #SYSFLAG_COMMIT} to {@link #SYSFLAG_LITE}
 * @param commitOffset consumed offset, meaningful with {@link #SYSFLAG_COMMIT}
 * @param suspendTimeoutMs how long the request may be held
 * @param subscription expression, used with {@link #SYSFLAG_SUBSCRIPTION}, or null
 * @param subVersion version of the subscription that the client holds
 * @param expressionType {@code TAG}, {@code SQL92} or null
 * @param maxMsgBytes most bytes wanted, or null
 * @param requestSource kind of proxy, or null
 * @param proxyForwardClientId client behind a proxy, or null
 */
public record PullMessageRequestHeader(String consumerGroup, String topic, int queueId, long queueOffset,
                                       int maxMsgNums, int sysFlag, long commitOffset, long suspendTimeoutMs,
                                       String subscription, long subVersion, String expressionType,
                                       Integer maxMsgBytes, Integer requestSource, String proxyForwardClientId)
    implements CommandHeader {

    /** Bit of {@link #sysFlag}: commitOffset is to be stored. */
    public static final int SYSFLAG_COMMIT = 1;
    /** Bit of {@link #sysFlag}: may be held until there is a message. */
    public static final int SYSFLAG_SUSPEND = 2;
    /** Bit of {@link #sysFlag}: the subscription is carried. */
    public static final int SYSFLAG_SUBSCRIPTION = 4;
    /** Bit of {@link #sysFlag}: filter class, obsolete. */
    public static final int SYSFLAG_CLASS_FILTER = 8;
    /** Bit of {@link #sysFlag}: lite pull. */
    public static final int SYSFLAG_LITE = 16;

    /**
     * Reads the header.
     *
     * @param in fields of the request
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static PullMessageRequestHeader read(HeaderFields in) {
        return new PullMessageRequestHeader(in.requiredInterned("consumerGroup"), in.requiredInterned("topic"),
            in.requiredInt32("queueId"), in.requiredNumber("queueOffset"), in.requiredInt32("maxMsgNums"),
            in.requiredInt32("sysFlag"), in.number("commitOffset", 0), in.number("suspendTimeoutMillis", 0),
            in.interned("subscription"), in.number("subVersion", 0), in.interned("expressionType"),
            in.boxedInt32("maxMsgBytes"), in.boxedInt32("requestSource"), in.text("proxyFrowardClientId"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("consumerGroup", consumerGroup);
        out.text("topic", topic);
        out.number("queueId", queueId);
        out.number("queueOffset", queueOffset);
        out.number("maxMsgNums", maxMsgNums);
        out.number("sysFlag", sysFlag);
        out.number("commitOffset", commitOffset);
        out.number("suspendTimeoutMillis", suspendTimeoutMs);
        out.text("subscription", subscription);
        out.number("subVersion", subVersion);
        out.text("expressionType", expressionType);
        out.number("maxMsgBytes", maxMsgBytes);
        out.number("requestSource", requestSource);
        out.text("proxyFrowardClientId", proxyForwardClientId);
    }
}
