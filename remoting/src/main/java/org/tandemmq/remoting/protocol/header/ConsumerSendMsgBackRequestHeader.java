/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of CONSUMER_SEND_MSG_BACK (wire-protocol 2.7).
 *
 * @param position log position of the consumed record
 * @param group consumer group
 * @param delayLevel delay level; 0 lets the broker choose, below 0 gives the message up
 * @param originMsgId id of the first delivery, or null
 * @param originTopic topic of the first delivery, or null
 * @param unitMode legacy flag
 * @param maxReconsumeTimes limit of deliveries of newer clients, or null
 */
public record ConsumerSendMsgBackRequestHeader(long position, String group, int delayLevel, String originMsgId,
                                               String originTopic, boolean unitMode, Integer maxReconsumeTimes)
    implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static ConsumerSendMsgBackRequestHeader read(HeaderFields in) {
        return new ConsumerSendMsgBackRequestHeader(in.requiredNumber("offset"), in.requiredInterned("group"),
            in.int32("delayLevel", 0), in.text("originMsgId"), in.interned("originTopic"), in.flag("unitMode", false),
            in.boxedInt32("maxReconsumeTimes"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("offset", position);
        out.text("group", group);
        out.number("delayLevel", delayLevel);
        out.text("originMsgId", originMsgId);
        out.text("originTopic", originTopic);
        out.flag("unitMode", unitMode);
        out.number("maxReconsumeTimes", maxReconsumeTimes);
    }
}
