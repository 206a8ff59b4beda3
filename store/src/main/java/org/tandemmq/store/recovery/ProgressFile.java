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
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.tandemmq.store.place.PlainFile;
import org.tandemmq.store.queue.QueueMark;

/**
 * The files {@code progress.0} and {@code progress.1} beside the checkpoint: how far queues and index were written,
 * several times a second. They are not forced and count only for a process that was killed while the machine ran on:
 * with them such a start has next to nothing to dispatch, however slow the disk was. Written in turns and in place, so
 * that one of them is whole whenever the process ends. RocketMQ ignores them.
 *
 * <pre>
 * 0 "MQPROG01" 8 | length of all that counts 4 | number of the writing 8 | machine 8 | check from 8 | index 8
 * position 8 | count 4 | count times: topic UTF (2 + n), queue 4, next offset 8 | checksum of all before 8
 * </pre>
 */
final class ProgressFile {

    private static final long MAGIC = 0x4D5150524F473031L;
    private static final int LENGTH = 8;
    private static final int NUMBER = 12;
    private static final int HEAD_BYTES = 20;
    private static final int CHECKSUM_BYTES = 8;

    private static final byte[] NONE = {};

    private final Path[] files;
    private long number;

    private record Numbered(long number, StoreMarks.Progress progress) {
    }

    /** Creates the accessor; touches nothing. */
    ProgressFile(Path checkpoint) {
        files = new Path[] {checkpoint.resolveSibling("progress.0"), checkpoint.resolveSibling("progress.1")};
    }

    /** What was written last, null without a whole file. */
    StoreMarks.Progress read() throws IOException {
        Numbered newest = null;
        for (Path file : files) {
            Numbered found = decode(PlainFile.find(file).orElse(NONE));
            if (found != null && (newest == null || found.number() > newest.number())) {
                newest = found;
            }
        }
        if (newest == null) {
            return null;
        }
        number = Math.max(number, newest.number());
        return newest.progress();
    }

    /** Replaces the older of the two. */
    void write(StoreMarks.Progress progress) throws IOException {
        byte[] content = encode(number + 1, progress);
        Path file = files[(int) (number + 1 & 1)];
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                out.write(left, left.position());
            }
        }
        number++;
    }

    private static byte[] encode(long number, StoreMarks.Progress progress) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 + 40 * progress.written().ends().size());
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(MAGIC);
        out.writeInt(0);
        out.writeLong(number);
        out.writeLong(progress.machine());
        out.writeLong(progress.checkFrom());
        out.writeLong(progress.indexWritten());
        QueueEndsFile.write(progress.written(), out);
        byte[] content = new byte[bytes.size() + CHECKSUM_BYTES];
        ByteBuffer all = ByteBuffer.wrap(content).put(bytes.toByteArray()).putInt(LENGTH, content.length);
        all.putLong(checksum(content, bytes.size()));
        return content;
    }

    /** The content, null when it is not whole. */
    private static Numbered decode(byte[] content) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(content);
        if (content.length < HEAD_BYTES + CHECKSUM_BYTES || all.getLong(0) != MAGIC) {
            return null;
        }
        // what an earlier and longer content left may stand behind
        int end = all.getInt(LENGTH) - CHECKSUM_BYTES;
        if (end < HEAD_BYTES || end > content.length - CHECKSUM_BYTES || all.getLong(end) != checksum(content, end)) {
            return null;
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, HEAD_BYTES, end - HEAD_BYTES));
        long machine = in.readLong();
        long checkFrom = in.readLong();
        long indexWritten = in.readLong();
        QueueMark written = QueueEndsFile.read(in);
        return new Numbered(all.getLong(NUMBER), new StoreMarks.Progress(machine, checkFrom, indexWritten, written));
    }

    private static long checksum(byte[] content, int end) {
        CRC32 crc = new CRC32();
        crc.update(content, 0, end);
        return crc.getValue();
    }
}
