/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.tandemmq.store.queue.QueueMark;

/**
 * The file {@code queueends} beside the checkpoint: where each queue ended when dispatch stood at a position. With it a
 * store that opens knows which queue lacks entries, a whole queue included, without reading the log. RocketMQ ignores
 * it.
 *
 * <pre>
 * 0 "MQENDS01" 8 | written | forced | checksum of all before 8
 * each: position 8 | count 4 | count times: topic UTF (2 + n), queue 4, next offset 8
 * </pre>
 *
 * @param written as the files have them as long as the machine runs
 * @param forced as the disk has them
 */
public record QueueEndsFile(QueueMark written, QueueMark forced) {

    private static final long MAGIC = 0x4D51454E44533031L;
    private static final int CHECKSUM_BYTES = 8;

    /**
     * Reads a content.
     *
     * @param content all bytes of the file
     * @return the ends
     * @throws IOException when it is not whole
     */
    public static QueueEndsFile decode(byte[] content) throws IOException {
        int end = content.length - CHECKSUM_BYTES;
        if (end < CHECKSUM_BYTES || checksum(content, end) != checksumAt(content, end)) {
            throw new IOException(content.length + " bytes of queue ends without a right checksum");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        if (in.readLong() != MAGIC) {
            throw new IOException("not a file of queue ends");
        }
        return new QueueEndsFile(read(in), read(in));
    }

    /** The file's content. */
    public byte[] encode() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(MAGIC);
            write(written, out);
            write(forced, out);
            byte[] content = bytes.toByteArray();
            out.writeLong(checksum(content, content.length));
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new IllegalStateException("memory failed", impossible);
        }
    }

    static QueueMark read(DataInputStream in) throws IOException {
        long position = in.readLong();
        int count = in.readInt();
        List<QueueMark.End> ends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ends.add(new QueueMark.End(in.readUTF(), in.readInt(), in.readLong()));
        }
        return new QueueMark(position, 0, ends);
    }

    static void write(QueueMark mark, DataOutputStream out) throws IOException {
        out.writeLong(mark.position());
        out.writeInt(mark.ends().size());
        for (QueueMark.End end : mark.ends()) {
            out.writeUTF(end.topic());
            out.writeInt(end.queueId());
            out.writeLong(end.nextOffset());
        }
    }

    private static long checksum(byte[] content, int end) {
        CRC32 crc = new CRC32();
        crc.update(content, 0, end);
        return crc.getValue();
    }

    private static long checksumAt(byte[] content, int at) {
        return ByteBuffer.wrap(content).getLong(at);
    }
}
