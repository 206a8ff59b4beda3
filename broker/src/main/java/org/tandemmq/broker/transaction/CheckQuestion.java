/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.transaction;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.tandemmq.remoting.protocol.header.CheckTransactionStateRequestHeader;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordLayout;

/**
 * What a producer is asked about one half message: header and one record as it would be delivered, with the real topic
 * and queue and the offsets of the half record (wire-protocol 2.8).
 *
 * @param header header of CHECK_TRANSACTION_STATE
 * @param record body of CHECK_TRANSACTION_STATE
 */
record CheckQuestion(CheckTransactionStateRequestHeader header, byte[] record) {

    static CheckQuestion about(HalfMessage half, String brokerName) {
        String key = half.properties().get(PropertyNames.UNIQUE_KEY);
        return new CheckQuestion(new CheckTransactionStateRequestHeader(half.queueOffset(), half.position(), key, key,
            offsetMessageId(half), TransactionTopics.HALF, brokerName), encode(half));
    }

    private static String offsetMessageId(HalfMessage half) {
        byte[] address = half.storeHost().getAddress().getAddress();
        ByteBuffer id = ByteBuffer.allocate(address.length + 12);
        id.put(address).putInt(half.storeHost().getPort()).putLong(half.position());
        return HexFormat.of().withUpperCase().formatHex(id.array());
    }

    private static byte[] encode(HalfMessage half) {
        byte[] topic = half.realTopic().getBytes(StandardCharsets.UTF_8);
        boolean wide = topic.length > Byte.MAX_VALUE;
        ByteBuffer body = half.message().body().duplicate();
        ByteBuffer properties = half.message().properties().duplicate();
        int sysFlag = half.message().sysFlag();
        ByteBuffer out = ByteBuffer.allocate(RecordLayout.recordBytes(sysFlag, wide, body.remaining(), topic.length,
            properties.remaining()));
        out.putInt(out.capacity()).putInt(wide ? RecordLayout.MAGIC_V2 : RecordLayout.MAGIC_V1).putInt(crc(body));
        out.putInt(half.realQueueId()).putInt(half.message().flag()).putLong(half.queueOffset());
        out.putLong(half.position()).putInt(sysFlag).putLong(half.message().bornTimestampMs());
        putHost(out, half.message().bornHost());
        out.putLong(half.storeTimestampMs());
        putHost(out, half.storeHost());
        out.putInt(half.message().reconsumeTimes()).putLong(0);
        out.putInt(body.remaining()).put(body);
        if (wide) {
            out.putShort((short) topic.length);
        } else {
            out.put((byte) topic.length);
        }
        out.put(topic).putShort((short) properties.remaining()).put(properties);
        return out.array();
    }

    private static void putHost(ByteBuffer out, InetSocketAddress host) {
        out.put(host.getAddress().getAddress()).putInt(host.getPort());
    }

    private static int crc(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.duplicate());
        return (int) crc.getValue() & 0x7FFFFFFF;
    }
}
