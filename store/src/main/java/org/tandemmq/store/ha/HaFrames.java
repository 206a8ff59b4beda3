/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

import java.nio.ByteBuffer;

/**
 * The bytes on the replication port (replication 3.2); all integers big-endian.
 *
 * <pre>
 * slave to master    0 position 8
 *                    next byte wanted: the first one is the handshake, later ones are acks and heartbeats
 *
 * master to slave    0 position 8 | 8 bodyBytes 4 | 12 body
 *                    bytes of one segment, beginning at position; bodyBytes 0 is a heartbeat
 * </pre>
 */
public final class HaFrames {

    /** Size of a report. */
    public static final int REPORT_BYTES = 8;
    /** Size of what stands before a body. */
    public static final int HEADER_BYTES = 12;
    /** Offset of the body's size in the header. */
    public static final int BODY_BYTES = 8;
    /** Largest body: the reference's slave has 4 MiB for a whole frame. */
    public static final int BODY_BYTES_MAX = (4 << 20) - HEADER_BYTES;

    private HaFrames() {
    }

    /**
     * Encodes a report.
     *
     * @param position end of the slave's log
     * @return the bytes, ready to be written
     */
    public static ByteBuffer report(long position) {
        return ByteBuffer.allocate(REPORT_BYTES).putLong(0, position);
    }

    /**
     * Decodes a report.
     *
     * @param bytes holds it
     * @param at index of its first byte
     * @return end of the slave's log as it says
     */
    public static long reportPosition(ByteBuffer bytes, int at) {
        return bytes.getLong(at);
    }

    /**
     * Encodes what stands before a body.
     *
     * @param position log position of the body's first byte
     * @param bodyBytes size of the body, 0 for a heartbeat
     * @return the bytes, ready to be written
     */
    public static ByteBuffer header(long position, int bodyBytes) {
        return ByteBuffer.allocate(HEADER_BYTES).putLong(0, position).putInt(BODY_BYTES, bodyBytes);
    }

    /**
     * Log position of a frame's body.
     *
     * @param bytes holds the header
     * @param at index of its first byte
     * @return the position
     */
    public static long position(ByteBuffer bytes, int at) {
        return bytes.getLong(at);
    }

    /**
     * Size of a frame's body.
     *
     * @param bytes holds the header
     * @param at index of its first byte
     * @return the size as it stands there, unchecked
     */
    public static int bodyBytes(ByteBuffer bytes, int at) {
        return bytes.getInt(at + BODY_BYTES);
    }
}
