/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.ReplicaLog;

/**
 * Takes the master's stream apart, wherever it was cut on its way: headers are checked before anything else is done
 * with them, bodies go on to {@link InboundRecords} as they come. Owned by the replication thread; one per connection.
 */
final class FrameReader {

    private static final int BUFFER_BYTES = 1 << 20;
    /** A read that brings this much means that more is waiting. */
    static final int BACKLOG_READ_BYTES = 256 << 10;
    /** One that brings no more than this means that nothing is. */
    static final int LITTLE_READ_BYTES = 64 << 10;

    private final ReplicaLog log;
    private final InboundRecords records;
    private final int segmentBytes;
    private final ByteBuffer buffer;
    private int bodyLeft;
    private long frames;

    /**
     * Creates a reader at the begin of a stream.
     *
     * @param log the slave's log
     * @param records takes the bodies
     * @param buffer room for what is read; see {@link #newBuffer}
     */
    FrameReader(ReplicaLog log, InboundRecords records, ByteBuffer buffer) {
        this.log = log;
        this.segmentBytes = log.segmentBytes();
        this.records = records;
        this.buffer = buffer.clear();
    }

    /** Room for what is read, to be used again by the reader of the next connection. */
    static ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    /**
     * Reads once and takes in what came.
     *
     * @param channel the master
     * @return number of bytes read, 0 when there were none
     * @throws IOException when the stream ended, broke, or holds what can't be right
     */
    int readFrom(HaChannel channel) throws IOException {
        int bytes = channel.read(buffer);
        if (bytes < 0) {
            throw new EOFException("master closed the connection" + (frames > 0 ? "" : " before it sent anything: is"
                + " this its port for slaves (haListenPort), and does its haAllowedPeers let this host in?"));
        }
        if (bytes > 0) {
            tellBacklog(bytes);
            takeApart();
        }
        return bytes;
    }

    private void tellBacklog(int bytes) {
        if (bytes >= BACKLOG_READ_BYTES) {
            log.expectBacklog(true);
        } else if (bytes <= LITTLE_READ_BYTES) {
            log.expectBacklog(false);
        }
    }

    private void takeApart() throws BadStreamException {
        int at = 0;
        int end = buffer.position();
        boolean more = true;
        while (more) {
            if (bodyLeft > 0) {
                int piece = Math.min(bodyLeft, end - at);
                records.take(buffer, at, at + piece);
                bodyLeft -= piece;
                at += piece;
                more = bodyLeft == 0;
            } else if (end - at >= HaFrames.HEADER_BYTES) {
                begin(HaFrames.position(buffer, at), HaFrames.bodyBytes(buffer, at));
                at += HaFrames.HEADER_BYTES;
            } else {
                more = false;
            }
        }
        buffer.limit(end).position(at);
        buffer.compact();
    }

    private void begin(long position, int bodyBytes) throws BadStreamException {
        if (bodyBytes < 0 || bodyBytes > HaFrames.BODY_BYTES_MAX) {
            throw new BadStreamException("frame with a body of " + bodyBytes + " bytes, limit "
                + HaFrames.BODY_BYTES_MAX);
        }
        if (records.isFresh() && position != records.nextPosition()) {
            beginFresh(position, bodyBytes);
        } else if (position != records.nextPosition()) {
            throw new BadStreamException("frame for " + position + " where " + records.nextPosition()
                + " comes next");
        }
        if (position % segmentBytes + bodyBytes > segmentBytes) {
            throw new BadStreamException("frame of " + bodyBytes + " bytes at " + position
                + " crosses a segment; segments here have " + segmentBytes + " bytes");
        }
        bodyLeft = bodyBytes;
        frames++;
    }

    private void beginFresh(long position, int bodyBytes) throws BadStreamException {
        if (position % segmentBytes != 0) {
            throw new BadStreamException("data begin at " + position + ", no multiple of the segments' "
                + segmentBytes + " bytes");
        }
        if (bodyBytes > 0) {
            records.beginAt(position);
        }
    }

    /** Number of frames begun, heartbeats included. */
    long frames() {
        return frames;
    }
}
