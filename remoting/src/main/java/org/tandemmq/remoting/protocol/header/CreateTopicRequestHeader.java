/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of UPDATE_AND_CREATE_TOPIC (nameserver-and-admin 3.1).
 *
 * @param topic name
 * @param readQueueNums queues that may be read
 * @param writeQueueNums queues that may be written
 * @param perm permission bits
 * @param topicFilterType {@code SINGLE_TAG} or {@code MULTI_TAG}, or null
 * @param topicSysFlag unit bits
 * @param options further fields
 */
public record CreateTopicRequestHeader(String topic, int readQueueNums, int writeQueueNums, int perm,
                                       String topicFilterType, int topicSysFlag, Options options)
    implements CommandHeader {

    /**
     * Fields that not every tool sends.
     *
     * @param order whether it is an order topic
     * @param attributes changes such as {@code +message.type=NORMAL}, or null
     */
    public record Options(boolean order, String attributes) {
    }

    /**
     * Reads the header.
     *
     * @param fields ext fields of the request
     * @return the header
     */
    public static CreateTopicRequestHeader read(HeaderFields fields) {
        return new CreateTopicRequestHeader(fields.required("topic"), fields.requiredInt32("readQueueNums"),
            fields.requiredInt32("writeQueueNums"), fields.requiredInt32("perm"),
            fields.text("topicFilterType"), fields.int32("topicSysFlag", 0),
            new Options(fields.flag("order", false), fields.text("attributes")));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("topic", topic);
        out.number("readQueueNums", readQueueNums);
        out.number("writeQueueNums", writeQueueNums);
        out.number("perm", perm);
        out.text("topicFilterType", topicFilterType);
        out.number("topicSysFlag", topicSysFlag);
        out.flag("order", options.order());
        out.text("attributes", options.attributes());
    }
}
