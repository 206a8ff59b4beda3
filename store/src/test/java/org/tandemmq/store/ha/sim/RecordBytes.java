/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.sim;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import org.tandemmq.store.record.RecordLayout;

/** Valid records with random bodies. */
public final class RecordBytes {

    private static final byte[] TOPIC = "Copied".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PROPERTIES = "UNIQ_KEY\u0001A1B2C3\u0002".getBytes(StandardCharsets.US_ASCII);

    private RecordBytes() {
    }

    /**
     * Makes a record.
     *
     * @param position where it will stand
     * @param bodyBytes size of its body
     * @param storeMs store time
     * @param random gives the body
     * @return the record, ready to be read
     */
    public static ByteBuffer record(long position, int bodyBytes, long storeMs, Random random) {
        byte[] body = new byte[bodyBytes];
        random.nextBytes(body);
        CRC32 crc = new CRC32();
        crc.update(body);
        int size = RecordLayout.recordBytes(0, false, bodyBytes, TOPIC.length, PROPERTIES.length);
        ByteBuffer record = ByteBuffer.allocate(size);
        record.putInt(size).putInt(RecordLayout.MAGIC_V1).putInt((int) crc.getValue() & 0x7FFF_FFFF);
        record.putInt(3).putInt(0).putLong(7).putLong(position).putInt(0);
        record.putLong(storeMs).putInt(0x0A000001).putInt(4711);
        record.putLong(storeMs).putInt(0x0A000002).putInt(10911);
        record.putInt(0).putLong(0).putInt(bodyBytes).put(body);
        record.put((byte) TOPIC.length).put(TOPIC).putShort((short) PROPERTIES.length).put(PROPERTIES);
        return record.flip();
    }
}
