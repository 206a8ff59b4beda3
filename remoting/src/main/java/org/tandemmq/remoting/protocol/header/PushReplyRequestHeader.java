/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import java.nio.charset.StandardCharsets;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;

/**
 * Header of PUSH_REPLY_MESSAGE_TO_CLIENT, broker to requester (wire-protocol 2.14).
 *
 * @param reply header of the reply's send
 * @param properties encoded properties of the reply
 * @param bornHost {@code ip:port} of the replying client
 * @param storeHost {@code ip:port} of this broker
 * @param storeTimestampMs wall clock in epoch milliseconds
 */
public record PushReplyRequestHeader(SendMessageRequestHeader reply, byte[] properties, String bornHost,
                                     String storeHost, long storeTimestampMs) implements CommandHeader {

    @Override
    public void writeTo(FieldWriter out) {
        out.text("producerGroup", reply.producerGroup());
        out.text("topic", reply.topic());
        out.text("defaultTopic", reply.defaultTopic());
        out.number("defaultTopicQueueNums", reply.defaultTopicQueueNums());
        out.number("queueId", reply.queueId());
        out.number("sysFlag", reply.sysFlag());
        out.number("bornTimestamp", reply.bornTimestampMs());
        out.number("flag", reply.flag());
        out.text("properties", new String(properties, StandardCharsets.UTF_8));
        out.number("reconsumeTimes", reply.reconsumeTimes());
        out.flag("unitMode", reply.unitMode());
        out.text("bornHost", bornHost);
        out.text("storeHost", storeHost);
        out.number("storeTimestamp", storeTimestampMs);
    }
}
