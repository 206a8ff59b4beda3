/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;

/**
 * Frames on their way to one slave: one slice of one segment, cut into bodies, a header before each, written together
 * and without a copy. A frame ends at the end of a record wherever it can, so that a slave that loses the connection
 * has whole records only; one record above {@code haTransferBatchSize} travels whole up to
 * {@link HaFrames#BODY_BYTES_MAX}, above that in pieces.
 *
 * <pre>
 * slice      |record|record|record   |blank          | end of segment
 * buffers    h------|------ h-------- h--------------
 * </pre>
 *
 * Owned by the replication thread.
 */
final class FrameBatch implements AutoCloseable {

    /** Most bytes taken at once, a single larger record apart. */
    static final int BATCH_BYTES = 1 << 20;
    /** Most frames written at once. */
    static final int FRAMES_MAX = 64;

    private static final long UNALIGNED = -1;

    private final ReplicaLog log;
    private final int transferBytes;
    private final ByteBuffer[] buffers = new ByteBuffer[2 * FRAMES_MAX];
    private int first;
    private int count;
    private LogSlice slice;
    private long recordLeft;

    /**
     * Creates an empty batch.
     *
     * @param log the master's log
     * @param transferBytes body size that frames are filled up to
     */
    FrameBatch(ReplicaLog log, int transferBytes) {
        this.log = log;
        this.transferBytes = Math.min(transferBytes, HaFrames.BODY_BYTES_MAX);
    }

    /** The next byte lies somewhere inside a record: ends of records are not known until the next segment. */
    void beginInsideRecord() {
        recordLeft = UNALIGNED;
    }

    /** Whether everything is written. */
    boolean isEmpty() {
        return first == count;
    }

    /**
     * Takes a frame without a body.
     *
     * @param position where the slave should be
     */
    void heartbeat(long position) {
        first = 0;
        count = 0;
        buffers[count++] = HaFrames.header(position, 0);
    }

    /**
     * Takes what is there from a position on.
     *
     * @param position first byte
     * @return number of body bytes taken, 0 when there is nothing
     */
    int fill(long position) {
        if (position % log.segmentBytes() == 0) {
            recordLeft = 0;
        }
        int taken = cut(position, log.slice(position, BATCH_BYTES));
        if (taken == 0 && slice != null) {
            int recordBytes = slice.bytes().getInt(slice.bytes().position() + RecordLayout.TOTAL_SIZE);
            close();
            taken = cut(position, log.slice(position, Math.min(recordBytes, HaFrames.BODY_BYTES_MAX)));
        }
        return taken;
    }

    private int cut(long position, LogSlice bytes) {
        first = 0;
        count = 0;
        slice = bytes;
        if (bytes == null) {
            return 0;
        }
        ByteBuffer all = bytes.bytes();
        int start = all.position();
        int at = start;
        while (count < buffers.length) {
            int body = bodyBytes(all, at);
            if (body == 0) {
                break;
            }
            buffers[count++] = HaFrames.header(position + at - start, body);
            buffers[count++] = all.slice(at, body);
            at += body;
        }
        return at - start;
    }

    private int bodyBytes(ByteBuffer all, int at) {
        int room = Math.min(all.limit() - at, HaFrames.BODY_BYTES_MAX);
        if (recordLeft == UNALIGNED) {
            return Math.min(room, transferBytes);
        }
        if (recordLeft > 0) {
            int piece = (int) Math.min(recordLeft, room);
            recordLeft -= piece;
            return piece;
        }
        int recordBytes = recordBytes(all, at, room);
        if (recordBytes > HaFrames.BODY_BYTES_MAX && room == HaFrames.BODY_BYTES_MAX) {
            recordLeft = recordBytes - room;
            return room;
        }
        return wholeRecords(all, at, room);
    }

    /** Bytes of the records that fill one body: as many as fit, at least one, 0 without a whole one. */
    private int wholeRecords(ByteBuffer all, int at, int room) {
        int body = 0;
        int recordBytes = recordBytes(all, at, room);
        int most = Math.min(room, Math.max(transferBytes, recordBytes));
        while (recordBytes > 0 && body + recordBytes <= most) {
            body += recordBytes;
            recordBytes = recordBytes(all, at + body, room - body);
        }
        return body;
    }

    private int recordBytes(ByteBuffer all, int at, int room) {
        if (room < RecordLayout.BLANK_BYTES) {
            return 0;
        }
        int recordBytes = all.getInt(at + RecordLayout.TOTAL_SIZE);
        if (recordBytes < RecordLayout.BLANK_BYTES) {
            throw new IllegalStateException("record of " + recordBytes + " bytes in the log, "
                + (at - all.position()) + " bytes behind " + slice.position());
        }
        return recordBytes;
    }

    /**
     * Writes what fits.
     *
     * @param channel the slave
     * @return number of bytes
     * @throws IOException when the channel broke
     */
    long writeTo(HaChannel channel) throws IOException {
        long bytes = channel.write(buffers, first, count - first);
        while (first < count && !buffers[first].hasRemaining()) {
            buffers[first++] = null;
        }
        if (first == count) {
            close();
        }
        return bytes;
    }

    /** Gives the segment back. */
    @Override
    public void close() {
        if (slice != null) {
            slice.close();
            slice = null;
        }
    }
}
