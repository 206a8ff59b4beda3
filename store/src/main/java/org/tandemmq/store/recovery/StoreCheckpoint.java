/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.file.DamagedFileException;
import org.tandemmq.store.file.WholeFile;

/**
 * The file {@code checkpoint}: 4096 bytes of which RocketMQ uses the first 40 (storage 6). Behind them stand positions
 * of our own; a broker of the other kind keeps them as they are, and as it changes the times before them, the copy of
 * the times tells that the positions are no longer current.
 *
 * <pre>
 *  0 logTimestamp 8 | 8 queueTimestamp 8 | 16 indexTimestamp 8 | 24 masterFlushed 8 | 32 confirmed 8
 * 40 "TANDEMMQ" 8 | 48 flushed 8 | 56 dispatched 8 | 64 queuesForced 8 | 72 indexForced 8 | 80 indexEnd 8
 * 88 indexDispatched 8 | 96 machine 8 | 104 checkFrom 8 | 112 copy of bytes 0 to 23
 * 136 checksum of bytes 40 to 135, 8
 * </pre>
 */
public final class StoreCheckpoint {

    /** Bytes of the file. */
    public static final int FILE_BYTES = 4096;

    private static final Logger log = LoggerFactory.getLogger(StoreCheckpoint.class);

    private static final int QUEUE_TIMESTAMP = 8;
    private static final int INDEX_TIMESTAMP = 16;
    private static final int MASTER_FLUSHED = 24;
    private static final int CONFIRMED = 32;
    private static final int TIMES_BYTES = 24;
    private static final int OWN = 40;
    private static final long OWN_MAGIC = 0x54414E44454D4D51L;
    private static final int FLUSHED = 48;
    private static final int DISPATCHED = 56;
    private static final int QUEUES_FORCED = 64;
    private static final int INDEX_FORCED = 72;
    private static final int INDEX_END = 80;
    private static final int INDEX_DISPATCHED = 88;
    private static final int MACHINE = 96;
    private static final int CHECK_FROM = 104;
    private static final int TIMES_COPY = 112;
    private static final int CHECKSUM = 136;

    private final WholeFile file;

    /**
     * What the file says.
     *
     * @param logTimestampMs store time up to which the log is on disk; 0 when unknown
     * @param queueTimestampMs the same for the queues
     * @param indexTimestampMs the same for the index
     * @param masterFlushed carried along for RocketMQ 5
     * @param confirmed carried along for RocketMQ 5
     * @param positions positions of our own; null when the file has none, or none that are current
     */
    public record Marks(long logTimestampMs, long queueTimestampMs, long indexTimestampMs, long masterFlushed,
                        long confirmed, Positions positions) {

        /** Nothing is known. */
        public static final Marks NONE = new Marks(0, 0, 0, 0, 0, null);

        /**
         * Store time of records that certainly are on disk in log and queues, as RocketMQ derives it: 3 s before the
         * smaller of the two.
         */
        public long safeTimestampMs() {
            return Math.max(0, Math.min(logTimestampMs, queueTimestampMs) - 3000);
        }
    }

    /**
     * Positions in the log, each a boundary between records.
     *
     * @param checkFrom some way before the others: from here on records are checked at the next start
     * @param flushed the log is on disk up to here
     * @param queues what of the queues is written
     * @param index what of the index is written
     * @param indexEnd position of the last record in the index, 0 when it is empty
     * @param machine number that changes when the machine restarts or the directory is copied
     */
    public record Positions(long checkFrom, long flushed, Written queues, Written index, long indexEnd,
                            long machine) {
    }

    /**
     * How far something that follows the log has got.
     *
     * @param written up to here it is in the files; lasts as long as the machine runs
     * @param forced up to here it is on disk
     */
    public record Written(long written, long forced) {
    }

    /**
     * Creates the accessor; touches nothing.
     *
     * @param path the file
     */
    public StoreCheckpoint(Path path) {
        this.file = new WholeFile(path);
    }

    /**
     * Reads the file. A damaged one without a good {@code .bak} is said so and counts as knowing nothing, which costs
     * time at start and loses nothing.
     *
     * @return what it says, {@link Marks#NONE} when there is none
     * @throws IOException when the disk or the rights don't let us read
     */
    public Marks read() throws IOException {
        try {
            Optional<Marks> marks = file.read(StoreCheckpoint::decode);
            return marks.orElse(Marks.NONE);
        } catch (DamagedFileException e) {
            log.warn("{}: recovery goes by the log alone", e.getMessage());
            return Marks.NONE;
        }
    }

    /**
     * Replaces the file.
     *
     * @param marks new content
     * @throws IOException when it could not be written; the old content is still there
     */
    public void write(Marks marks) throws IOException {
        file.write(encode(marks));
    }

    /**
     * Reads a content without touching a file.
     *
     * @param content all bytes
     * @return what it says; null when it can't be read
     */
    public static Marks peek(byte[] content) {
        try {
            return decode(content);
        } catch (IOException e) {
            return null;
        }
    }

    static byte[] encode(Marks marks) {
        ByteBuffer bytes = ByteBuffer.allocate(FILE_BYTES);
        bytes.putLong(marks.logTimestampMs()).putLong(marks.queueTimestampMs()).putLong(marks.indexTimestampMs());
        bytes.putLong(marks.masterFlushed()).putLong(marks.confirmed());
        Positions own = marks.positions();
        if (own != null) {
            bytes.putLong(OWN_MAGIC).putLong(own.flushed()).putLong(own.queues().written());
            bytes.putLong(own.queues().forced()).putLong(own.index().forced()).putLong(own.indexEnd());
            bytes.putLong(own.index().written()).putLong(own.machine()).putLong(own.checkFrom());
            bytes.put(bytes.array(), 0, TIMES_BYTES);
            bytes.putLong(checksum(bytes));
        }
        return bytes.array();
    }

    static Marks decode(byte[] content) throws IOException {
        if (content.length < OWN) {
            throw new IOException(content.length + " bytes");
        }
        ByteBuffer bytes = ByteBuffer.wrap(content);
        long logTimestamp = bytes.getLong(0);
        long queueTimestamp = bytes.getLong(QUEUE_TIMESTAMP);
        long indexTimestamp = bytes.getLong(INDEX_TIMESTAMP);
        if (logTimestamp < 0 || queueTimestamp < 0 || indexTimestamp < 0) {
            throw new IOException("times " + logTimestamp + ", " + queueTimestamp + ", " + indexTimestamp);
        }
        return new Marks(logTimestamp, queueTimestamp, indexTimestamp, bytes.getLong(MASTER_FLUSHED),
            bytes.getLong(CONFIRMED), content.length < CHECKSUM + Long.BYTES ? null : positions(bytes));
    }

    private static Positions positions(ByteBuffer bytes) {
        if (bytes.getLong(OWN) != OWN_MAGIC || bytes.getLong(CHECKSUM) != checksum(bytes)) {
            return null;
        }
        for (int i = 0; i < 3; i++) {
            if (bytes.getLong(i * Long.BYTES) != bytes.getLong(TIMES_COPY + i * Long.BYTES)) {
                return null;
            }
        }
        return new Positions(bytes.getLong(CHECK_FROM), bytes.getLong(FLUSHED),
            new Written(bytes.getLong(DISPATCHED), bytes.getLong(QUEUES_FORCED)),
            new Written(bytes.getLong(INDEX_DISPATCHED), bytes.getLong(INDEX_FORCED)),
            bytes.getLong(INDEX_END), bytes.getLong(MACHINE));
    }

    /** Over our own part and the copy only: the other broker may change what stands before. */
    private static long checksum(ByteBuffer bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), OWN, CHECKSUM - OWN);
        return crc.getValue();
    }
}
