/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One request as bytes, with slots of fixed width for what changes from one request to the next. The header is JSON,
 * as stock clients send it by default.
 */
public final class RequestFrame {

    /** First correlation id; all have ten digits. */
    public static final int OPAQUE_BASE = 1_000_000_000;
    /** Pull that names its subscription and is answered at once. */
    public static final int WITH_FILTER = 4;
    /** Pull that may be held. */
    public static final int WITH_FILTER_HELD = 6;
    private static final String QUEUE_SLOT = "QQQQ";
    private static final String OFFSET_SLOT = "OOOOOOOOOOOOOOOO";
    private static final String WAIT = "WAIT\u0001true\u0002";

    private final byte[] bytes;
    private final int opaqueAt;
    private final int queueAt;
    private final int offsetAt;

    private RequestFrame(String header, byte[] body) {
        byte[] head = header.getBytes(StandardCharsets.US_ASCII);
        bytes = ByteBuffer.allocate(8 + head.length + body.length).putInt(4 + head.length + body.length)
            .putInt(head.length).put(head).put(body).array();
        opaqueAt = 8 + header.indexOf(Integer.toString(OPAQUE_BASE));
        queueAt = slot(header, QUEUE_SLOT);
        offsetAt = slot(header, OFFSET_SLOT);
    }

    private static int slot(String header, String mark) {
        int at = header.indexOf(mark);
        return at < 0 ? -1 : 8 + at;
    }

    public static RequestFrame send(String topic, Load load) {
        return send(topic, load, "t");
    }

    /** A send, or a batch of them, with a tag. */
    public static RequestFrame send(String topic, Load load, String tag) {
        String plain = WAIT + "TAGS\u0001" + tag + '\u0002';
        byte[] body = new byte[load.bodyBytes()];
        Arrays.fill(body, (byte) 'm');
        boolean batch = load.batch() > 1;
        // clients give a batch as a whole no more than this
        String properties = (batch ? WAIT : plain).replace("\u0001", "\\u0001").replace("\u0002", "\\u0002");
        String fields = "{\"a\":\"bench_producer\",\"b\":\"" + topic + "\",\"c\":\"TBW102\",\"d\":\"" + load.queues()
            + "\",\"e\":\"" + QUEUE_SLOT + "\",\"f\":\"0\",\"g\":\"1700000000000\",\"h\":\"0\",\"i\":\"" + properties
            + "\",\"j\":\"0\",\"k\":\"false\",\"l\":\"0\",\"m\":\"" + batch + "\"}";
        return new RequestFrame(header(batch ? 320 : 310, fields), batch ? elements(body, plain, load.batch()) : body);
    }

    private static byte[] elements(byte[] body, String plain, int count) {
        byte[] properties = plain.getBytes(StandardCharsets.US_ASCII);
        int one = 22 + body.length + properties.length;
        ByteBuffer all = ByteBuffer.allocate(one * count);
        for (int i = 0; i < count; i++) {
            all.putInt(one).putInt(0).putInt(0).putInt(0).putInt(body.length).put(body);
            all.putShort((short) properties.length).put(properties);
        }
        return all.array();
    }

    /** A pull with a subscription and flags. */
    public static RequestFrame pull(String topic, Load load, String subscription, int sysFlag) {
        String fields = "{\"consumerGroup\":\"bench_group\",\"topic\":\"" + topic + "\",\"queueId\":\"" + QUEUE_SLOT
            + "\",\"queueOffset\":\"" + OFFSET_SLOT + "\",\"maxMsgNums\":\"" + load.batch() + "\",\"sysFlag\":\""
            + sysFlag
            + "\",\"commitOffset\":\"0\",\"suspendTimeoutMillis\":\"15000\",\"subVersion\":\"0\",\"subscription\":\""
            + subscription + "\",\"expressionType\":\"TAG\"}";
        return new RequestFrame(header(11, fields), new byte[0]);
    }

    private static String header(int code, String fields) {
        return "{\"code\":" + code + ",\"extFields\":" + fields + ",\"flag\":0,\"language\":\"JAVA\",\"opaque\":"
            + OPAQUE_BASE + ",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":401}";
    }

    public int sizeBytes() {
        return bytes.length;
    }

    /** Writes the frame; whoever shares it with others does so on one thread. */
    public void write(ByteBuffer out, int opaque, int queueId, long offset) {
        digits(opaqueAt, OPAQUE_BASE + opaque, 10);
        digits(queueAt, queueId, QUEUE_SLOT.length());
        if (offsetAt >= 0) {
            digits(offsetAt, offset, OFFSET_SLOT.length());
        }
        out.put(bytes);
    }

    private void digits(int at, long value, int width) {
        long rest = value;
        for (int i = at + width - 1; i >= at; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
