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
 * <p>Not a record as other headers are: whoever reads one with each message fills the same object again. One thread.
 */
public final class SendMessageRequestHeader implements CommandHeader {

    private String producerGroup;
    private String topic;
    private String defaultTopic;
    private int defaultTopicQueueNums;
    private int queueId;
    private int sysFlag;
    private long bornTimestampMs;
    private int flag;
    private ByteBuffer properties;
    private int reconsumeTimes;
    private boolean unitMode;
    private Integer maxReconsumeTimes;
    private boolean batch;
    private String brokerName;

    /**
     * Reads the form with long names (codes 10, 324).
     *
     * @param in fields of the request
     * @return a new header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static SendMessageRequestHeader read(HeaderFields in) {
        SendMessageRequestHeader header = new SendMessageRequestHeader();
        header.fill(in);
        return header;
    }

    /**
     * Reads the form with one-letter names (codes 310, 320, 325).
     *
     * @param in fields of the request
     * @return a new header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static SendMessageRequestHeader readV2(HeaderFields in) {
        SendMessageRequestHeader header = new SendMessageRequestHeader();
        header.fillV2(in);
        return header;
    }

    /**
     * Takes over the form with long names, instead of what the header held.
     *
     * @param in fields of the request
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public void fill(HeaderFields in) {
        producerGroup = in.requiredInterned("producerGroup");
        topic = in.requiredInterned("topic");
        defaultTopic = in.interned("defaultTopic");
        defaultTopicQueueNums = in.int32("defaultTopicQueueNums", 0);
        queueId = in.requiredInt32("queueId");
        sysFlag = in.int32("sysFlag", 0);
        bornTimestampMs = in.number("bornTimestamp", 0);
        flag = in.int32("flag", 0);
        properties = in.utf8("properties");
        reconsumeTimes = in.int32("reconsumeTimes", 0);
        unitMode = in.flag("unitMode", false);
        maxReconsumeTimes = in.boxedInt32("maxReconsumeTimes");
        batch = in.flag("batch", false);
        brokerName = in.interned("bname");
    }

    /**
     * Takes over the form with one-letter names, instead of what the header held.
     *
     * @param in fields of the request
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public void fillV2(HeaderFields in) {
        producerGroup = in.requiredInterned("a");
        topic = in.requiredInterned("b");
        defaultTopic = in.interned("c");
        defaultTopicQueueNums = in.int32("d", 0);
        queueId = in.requiredInt32("e");
        sysFlag = in.int32("f", 0);
        bornTimestampMs = in.number("g", 0);
        flag = in.int32("h", 0);
        properties = in.utf8("i");
        reconsumeTimes = in.int32("j", 0);
        unitMode = in.flag("k", false);
        maxReconsumeTimes = in.boxedInt32("l");
        batch = in.flag("m", false);
        brokerName = in.interned("n");
    }

    /**
     * The same header for later, when the frame is gone.
     *
     * @param ownProperties properties with bytes of their own, or null
     * @return a new header
     */
    public SendMessageRequestHeader copy(ByteBuffer ownProperties) {
        SendMessageRequestHeader copy = new SendMessageRequestHeader();
        copy.producerGroup = producerGroup;
        copy.topic = topic;
        copy.defaultTopic = defaultTopic;
        copy.defaultTopicQueueNums = defaultTopicQueueNums;
        copy.queueId = queueId;
        copy.sysFlag = sysFlag;
        copy.bornTimestampMs = bornTimestampMs;
        copy.flag = flag;
        copy.properties = ownProperties;
        copy.reconsumeTimes = reconsumeTimes;
        copy.unitMode = unitMode;
        copy.maxReconsumeTimes = maxReconsumeTimes;
        copy.batch = batch;
        copy.brokerName = brokerName;
        return copy;
    }

    /** Group of the sender. */
    public String producerGroup() {
        return producerGroup;
    }

    /** Topic to send to. */
    public String topic() {
        return topic;
    }

    /** Template for a topic that does not exist yet, or null. */
    public String defaultTopic() {
        return defaultTopic;
    }

    /** Queues wanted of such a topic. */
    public int defaultTopicQueueNums() {
        return defaultTopicQueueNums;
    }

    /** Queue; negative lets the broker choose. */
    public int queueId() {
        return queueId;
    }

    /** Bits of wire-protocol 4.4. */
    public int sysFlag() {
        return sysFlag;
    }

    /** The sender's clock. */
    public long bornTimestampMs() {
        return bornTimestampMs;
    }

    /** The sender's own flag. */
    public int flag() {
        return flag;
    }

    /** UTF-8 in the encoding of 4.3, or null; of a received header valid as {@link HeaderFields#utf8} says. */
    public ByteBuffer properties() {
        return properties;
    }

    /** How often consuming failed so far. */
    public int reconsumeTimes() {
        return reconsumeTimes;
    }

    /** Whether the sender works in unit mode. */
    public boolean unitMode() {
        return unitMode;
    }

    /** Limit of a send to a retry topic; null when not given. */
    public Integer maxReconsumeTimes() {
        return maxReconsumeTimes;
    }

    /** Whether the body holds several messages; this and not the code decides. */
    public boolean batch() {
        return batch;
    }

    /** Broker that the sender meant, or null. */
    public String brokerName() {
        return brokerName;
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
