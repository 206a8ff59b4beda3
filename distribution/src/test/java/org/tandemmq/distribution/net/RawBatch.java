/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Elements of a batch, with properties exactly as they are given. */
public final class RawBatch {
    private static final int EMPTY_BYTES = 22;

    private final ByteArrayOutputStream elements = new ByteArrayOutputStream();

    /** Adds a message; in the properties {@code =} and {@code ;} stand for the separators. */
    public RawBatch add(byte[] body, String properties) {
        byte[] encoded = properties(properties).getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(EMPTY_BYTES + body.length + encoded.length);
        out.putInt(out.capacity()).putInt(0).putInt(0).putInt(0).putInt(body.length).put(body)
            .putShort((short) encoded.length).put(encoded);
        elements.writeBytes(out.array());
        return this;
    }

    /** Properties with their real separators. */
    public static String properties(String text) {
        return text.replace('=', '\u0001').replace(';', '\u0002');
    }

    /** A send of code 320 with these elements and properties of the whole batch. */
    public RawFrame request(String topic, int queue, String ofBatch) {
        return shortNames(320, topic, queue).with("m", true).with("i", properties(ofBatch))
            .withBody(elements.toByteArray());
    }

    /** A send of code 310 or 320 with its one-letter names, without properties and body. */
    public static RawFrame shortNames(int code, String topic, int queue) {
        return RawFrame.request(code).with("a", "raw_producers").with("b", topic).with("c", "TBW102").with("d", 4)
            .with("e", queue).with("f", 0).with("g", 1_700_000_000_000L).with("h", 0).with("j", 0).with("k", false);
    }
}
