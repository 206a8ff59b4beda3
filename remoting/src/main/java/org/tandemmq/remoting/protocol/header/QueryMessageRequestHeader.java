/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of QUERY_MESSAGE (wire-protocol 2.11).
 *
 * @param topic topic
 * @param key key or unique key
 * @param maxNum most messages wanted
 * @param beginTimestampMs earliest store time
 * @param endTimestampMs latest store time
 * @param uniqueKey whether the key is a unique key
 */
public record QueryMessageRequestHeader(String topic, String key, int maxNum, long beginTimestampMs,
                                        long endTimestampMs, boolean uniqueKey) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static QueryMessageRequestHeader read(HeaderFields in) {
        return new QueryMessageRequestHeader(in.requiredInterned("topic"), in.required("key"), in.int32("maxNum", 32),
            in.number("beginTimestamp", 0), in.number("endTimestamp", Long.MAX_VALUE),
            in.flag("_UNIQUE_KEY_QUERY", false));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("topic", topic);
        out.text("key", key);
        out.number("maxNum", maxNum);
        out.number("beginTimestamp", beginTimestampMs);
        out.number("endTimestamp", endTimestampMs);
        out.flag("_UNIQUE_KEY_QUERY", uniqueKey);
    }
}
