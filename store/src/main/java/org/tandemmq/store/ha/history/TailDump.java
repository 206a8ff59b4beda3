/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.tandemmq.store.ha.RecordMark;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.PropertyNames;
import org.tandemmq.store.record.RecordView;

/**
 * Saves the tail of a log before it is cut: the bytes as they are in {@code tail-FROM-END.log}, and one line per
 * message in {@code tail-FROM-END.txt} with position, size, topic, queue, offset, message id and the producer's id.
 */
public final class TailDump {

    private static final int PIECE_BYTES = 1 << 20;

    private final Path directory;

    /**
     * Creates the dump.
     *
     * @param directory where the files go; made when needed
     */
    public TailDump(Path directory) {
        this.directory = directory;
    }

    /**
     * Saves and forces to disk.
     *
     * @param log the log
     * @param from begin of the first record to save
     * @return the file with the bytes
     */
    Path save(ReplicaLog log, long from) {
        String name = "tail-" + from + "-" + log.endPosition();
        try {
            Files.createDirectories(directory);
            Path bytes = directory.resolve(name + ".log");
            saveBytes(log, from, bytes);
            saveIds(log, from, directory.resolve(name + ".txt"));
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException("tail from " + from + " can't be saved in " + directory, e);
        }
    }

    private static void saveBytes(ReplicaLog log, long from, Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
            long at = from;
            while (at < log.endPosition()) {
                try (LogSlice slice = log.slice(at, PIECE_BYTES)) {
                    ByteBuffer bytes = slice.bytes().duplicate();
                    at += bytes.remaining();
                    while (bytes.hasRemaining()) {
                        out.write(bytes);
                    }
                }
            }
            out.force(true);
        }
    }

    private static void saveIds(ReplicaLog log, long from, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("position size topic queueId queueOffset messageId producerId\n");
            long at = from;
            while (at < log.endPosition()) {
                RecordMark mark = RecordMark.at(log, at);
                if (mark == null) {
                    out.write(at + " no record\n");
                    return;
                }
                if (mark.storeTimestampMs() != 0) {
                    try (LogSlice slice = log.slice(at, mark.sizeBytes())) {
                        out.write(line(new RecordView().wrap(slice.bytes(), slice.bytes().position())));
                    }
                }
                at = mark.endPosition();
            }
        }
    }

    private static String line(RecordView record) {
        byte[] host = record.storeHost().getAddress().getAddress();
        ByteBuffer id = ByteBuffer.allocate(host.length + 12).put(host).putInt(record.storeHost().getPort())
            .putLong(record.position());
        StringBuilder text = new StringBuilder(256);
        text.append(record.position()).append(' ').append(record.totalSize()).append(' ').append(record.topic())
            .append(' ').append(record.queueId()).append(' ').append(record.queueOffset()).append(' ');
        for (byte part : id.array()) {
            text.append(String.format(Locale.ROOT, "%02X", part));
        }
        return text.append(' ').append(record.property(PropertyNames.UNIQUE_KEY)).append('\n').toString();
    }
}
