/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;

/**
 * One send.
 *
 * @param header its header
 * @param body payload
 * @param bornHost the producer's address
 * @param version version ordinal of the producer
 */
record SendRequest(SendMessageRequestHeader header, ByteBuffer body, InetSocketAddress bornHost, int version) {

    /** Bytes that {@link #copy} takes. */
    int sizeBytes() {
        return body.remaining() + (header.properties() == null ? 0 : header.properties().remaining());
    }

    /** The same request with bytes of its own, which outlive the frame. */
    SendRequest copy() {
        SendMessageRequestHeader h = header;
        ByteBuffer properties = h.properties() == null ? null : copyOf(h.properties());
        SendMessageRequestHeader own = new SendMessageRequestHeader(h.producerGroup(), h.topic(), h.defaultTopic(),
            h.defaultTopicQueueNums(), h.queueId(), h.sysFlag(), h.bornTimestampMs(), h.flag(), properties,
            h.reconsumeTimes(), h.unitMode(), h.maxReconsumeTimes(), h.batch(), h.brokerName());
        return new SendRequest(own, copyOf(body), bornHost, version);
    }

    private static ByteBuffer copyOf(ByteBuffer bytes) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
        copy.put(0, bytes, bytes.position(), bytes.remaining());
        return copy;
    }
}
