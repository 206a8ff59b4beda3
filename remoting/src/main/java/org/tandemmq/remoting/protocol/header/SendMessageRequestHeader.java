/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import java.nio.ByteBuffer;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of sends (wire-protocol 2.3). Long field names go with the codes 10 and 324, one-letter names with 310, 320
 * and 325. Fields that the reference calls mandatory but never checks are taken as zero or null when absent; producer
 * group, topic and queue are asked for.
 *
 * @param producerGroup group of the sender
 * @param topic topic to send to
 * @param defaultTopic template for a topic that does not exist yet, or null
 * @param defaultTopicQueueNums queues wanted of such a topic
 * @param queueId queue; negative lets the broker choose
 * @param sysFlag bits of wire-protocol 4.4
 * @param bornTimestampMs the sender's clock
 * @param flag the sender's own flag
 * @param properties UTF-8 in the encoding of 4.3, or null; of a received header valid as long as
 *     {@link HeaderFields#utf8} says
 * @param reconsumeTimes how often consuming failed so far
 * @param unitMode whether the sender works in unit mode
 * @param maxReconsumeTimes limit of a send to a retry topic; null when not given
 * @param batch whether the body holds several messages; this and not the code decides
 * @param brokerName broker that the sender meant, or null
 */
public record SendMessageRequestHeader(String producerGroup, String topic, String defaultTopic,
                                       int defaultTopicQueueNums, int queueId, int sysFlag, long bornTimestampMs,
                                       int flag, ByteBuffer properties, int reconsumeTimes, boolean unitMode,
                                       Integer maxReconsumeTimes, boolean batch, String brokerName)
    implements CommandHeader {

    /**
     * Reads the form with long names (codes 10, 324).
     *
     * @param in fields of the request
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static SendMessageRequestHeader read(HeaderFields in) {
        return new SendMessageRequestHeader(in.requiredInterned("producerGroup"), in.requiredInterned("topic"),
            in.interned("defaultTopic"), in.int32("defaultTopicQueueNums", 0), in.requiredInt32("queueId"),
            in.int32("sysFlag", 0), in.number("bornTimestamp", 0), in.int32("flag", 0), in.utf8("properties"),
            in.int32("reconsumeTimes", 0), in.flag("unitMode", false), in.boxedInt32("maxReconsumeTimes"),
            in.flag("batch", false), in.interned("bname"));
    }

    /**
     * Reads the form with one-letter names (codes 310, 320, 325).
     *
     * @param in fields of the request
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static SendMessageRequestHeader readV2(HeaderFields in) {
        return new SendMessageRequestHeader(in.requiredInterned("a"), in.requiredInterned("b"), in.interned("c"),
            in.int32("d", 0), in.requiredInt32("e"), in.int32("f", 0), in.number("g", 0), in.int32("h", 0),
            in.utf8("i"), in.int32("j", 0), in.flag("k", false), in.boxedInt32("l"), in.flag("m", false),
            in.interned("n"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("producerGroup", producerGroup);
        out.text("topic", topic);
        out.text("defaultTopic", defaultTopic);
        out.number("defaultTopicQueueNums", defaultTopicQueueNums);
        out.number("queueId", queueId);
        out.number("sysFlag", sysFlag);
        out.number("bornTimestamp", bornTimestampMs);
        out.number("flag", flag);
        out.utf8("properties", properties);
        out.number("reconsumeTimes", reconsumeTimes);
        out.flag("unitMode", unitMode);
        out.number("maxReconsumeTimes", maxReconsumeTimes);
        out.flag("batch", batch);
        out.text("bname", brokerName);
    }

    /** The same header, written with one-letter names. */
    public CommandHeader v2() {
        return this::writeV2;
    }

    private void writeV2(FieldWriter out) {
        out.text("a", producerGroup);
        out.text("b", topic);
        out.text("c", defaultTopic);
        out.number("d", defaultTopicQueueNums);
        out.number("e", queueId);
        out.number("f", sysFlag);
        out.number("g", bornTimestampMs);
        out.number("h", flag);
        out.utf8("i", properties);
        out.number("j", reconsumeTimes);
        out.flag("k", unitMode);
        out.number("l", maxReconsumeTimes);
        out.flag("m", batch);
        out.text("n", brokerName);
    }
}
