/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The ends of all queues at one moment: every record before {@code position} has its entry. With this a store that
 * opens knows which queue lacks entries, a whole queue included, without reading the log. RocketMQ ignores the file.
 *
 * <pre>
 * 0 "MQENDS01" 8 | 8 position 8 | 16 count 4 | count times: topic UTF (2 + n), queue 4, next offset 8 | checksum 8
 * </pre>
 *
 * @param position log position, a boundary between records
 * @param offsets next offset by topic and queue
 */
public record QueueEnds(long position, Map<String, Map<Integer, Long>> offsets) {

    private static final long MAGIC = 0x4D51454E44533031L;
    private static final int CHECKSUM_BYTES = 8;

    /**
     * Reads a file's content.
     *
     * @param content all bytes
     * @return the ends
     * @throws IOException when it is not whole
     */
    public static QueueEnds decode(byte[] content) throws IOException {
        int end = content.length - CHECKSUM_BYTES;
        if (end < CHECKSUM_BYTES) {
            throw new IOException(content.length + " bytes");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        if (in.readLong() != MAGIC) {
            throw new IOException("not a file of queue ends");
        }
        long position = in.readLong();
        int count = in.readInt();
        Map<String, Map<Integer, Long>> offsets = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String topic = in.readUTF();
            int queueId = in.readInt();
            offsets.computeIfAbsent(topic, any -> new HashMap<>()).put(queueId, in.readLong());
        }
        if (in.readLong() != checksum(content, end)) {
            throw new IOException("checksum");
        }
        return new QueueEnds(position, offsets);
    }

    /** The file's content. */
    public byte[] encode() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(MAGIC);
            out.writeLong(position);
            out.writeInt(offsets.values().stream().mapToInt(Map::size).sum());
            for (Map.Entry<String, Map<Integer, Long>> topic : offsets.entrySet()) {
                for (Map.Entry<Integer, Long> queue : topic.getValue().entrySet()) {
                    out.writeUTF(topic.getKey());
                    out.writeInt(queue.getKey());
                    out.writeLong(queue.getValue());
                }
            }
            byte[] content = bytes.toByteArray();
            out.writeLong(checksum(content, content.length));
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new IllegalStateException("memory failed", impossible);
        }
    }

    private static long checksum(byte[] content, int end) {
        CRC32 crc = new CRC32();
        crc.update(content, 0, end);
        return crc.getValue();
    }
}
