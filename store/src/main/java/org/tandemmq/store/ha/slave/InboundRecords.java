/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.nio.ByteBuffer;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordScanner;

/**
 * The gate between the stream and the slave's log: lets whole records in, each checked (size, magic, place, lengths,
 * checksum), and keeps what is not yet whole. So the log always ends behind a record, and nothing is acknowledged
 * that was not checked. Owned by the replication thread; one per connection.
 *
 * <pre>
 * chunks    |rec|rec|re        cord|rec|blank.....|
 *           `---v---' `----v-----'`-v-'
 *            append      pending   append
 * </pre>
 */
final class InboundRecords {

    /** Most bytes of one record or blank that are kept until it is whole. */
    static final int PENDING_BYTES_MAX = 64 << 20;

    private static final int PENDING_BYTES_FIRST = 64 << 10;

    private final ReplicaLog log;
    private final RecordScanner scanner;
    private ByteBuffer pending = ByteBuffer.allocate(PENDING_BYTES_FIRST);
    private long pendingPosition;
    private long lastRecordPosition = -1;

    /**
     * Creates the gate at the log's end.
     *
     * @param log the slave's log
     */
    InboundRecords(ReplicaLog log) {
        this.log = log;
        this.scanner = new RecordScanner(log.segmentBytes(), true);
        this.pendingPosition = log.endPosition();
    }

    /** Position of the next byte that is expected: the log's end and what is pending. */
    long nextPosition() {
        return pendingPosition + pending.position();
    }

    /** Whether nothing has come and the log is empty, so that data may begin at any segment. */
    boolean isFresh() {
        return pending.position() == 0 && log.isEmpty();
    }

    /** Position of the last record that was let in, -1 before. */
    long lastRecordPosition() {
        return lastRecordPosition;
    }

    /**
     * Lets a fresh log begin elsewhere.
     *
     * @param position begin of a segment
     */
    void beginAt(long position) {
        pendingPosition = position;
    }

    /**
     * Supplies the first byte of a log that begins at 0: the highest byte of a record's size, which is always 0. The
     * first record is checked with it like any other.
     */
    void assumeFirstByte() {
        pending.put((byte) 0);
    }

    /**
     * Takes bytes that belong at {@link #nextPosition}, all of one segment.
     *
     * @param bytes holds them
     * @param from index of the first one
     * @param to index behind the last one
     * @throws BadStreamException when they are no records; whole ones before the bad one are in the log
     */
    void take(ByteBuffer bytes, int from, int to) throws BadStreamException {
        int at = from;
        while (pending.position() > 0 && at < to) {
            at = complete(bytes, at, to);
        }
        if (at < to) {
            keep(bytes, pass(bytes, at, to), to);
        }
    }

    /** Adds to the pending record; lets it in when it is whole. */
    private int complete(ByteBuffer bytes, int at, int to) throws BadStreamException {
        int taken = Math.min(wantedBytes() - pending.position(), to - at);
        ensureRoom(taken);
        pending.put(pending.position(), bytes, at, taken).position(pending.position() + taken);
        if (pending.position() >= RecordLayout.BLANK_BYTES && pending.position() == wantedBytes()) {
            letPendingIn();
        }
        return at + taken;
    }

    private void letPendingIn() throws BadStreamException {
        int size = pending.position();
        RecordScanner.Verdict verdict = scanner.check(pending, 0, size, pendingPosition);
        if (verdict == RecordScanner.Verdict.RECORD) {
            lastRecordPosition = pendingPosition;
        } else if (verdict != RecordScanner.Verdict.BLANK) {
            throw bad(pendingPosition, verdict);
        }
        log.append(pendingPosition, pending.flip());
        pendingPosition += size;
        pending = pending.capacity() > PENDING_BYTES_FIRST ? ByteBuffer.allocate(PENDING_BYTES_FIRST) : pending.clear();
    }

    /** Bytes that the pending record has in all, or its first eight as long as those are not here. */
    private int wantedBytes() throws BadStreamException {
        if (pending.position() < RecordLayout.BLANK_BYTES) {
            return RecordLayout.BLANK_BYTES;
        }
        RecordScanner.Verdict verdict = scanner.check(pending, 0, RecordLayout.BLANK_BYTES, pendingPosition);
        if (verdict == RecordScanner.Verdict.BAD || verdict == RecordScanner.Verdict.END) {
            throw bad(pendingPosition, verdict);
        }
        int size = pending.getInt(RecordLayout.TOTAL_SIZE);
        if (size > PENDING_BYTES_MAX) {
            throw new BadStreamException("record of " + size + " bytes at " + pendingPosition + ", limit "
                + PENDING_BYTES_MAX);
        }
        return size;
    }

    /** Lets in the whole records at the begin of a range; answers the index behind them. */
    private int pass(ByteBuffer bytes, int from, int to) throws BadStreamException {
        int at = from;
        long position = pendingPosition;
        RecordScanner.Verdict verdict = scanner.check(bytes, at, to, position);
        while (verdict == RecordScanner.Verdict.RECORD || verdict == RecordScanner.Verdict.BLANK) {
            if (scanner.sizeBytes() > to - at) {
                break;
            }
            if (verdict == RecordScanner.Verdict.RECORD) {
                lastRecordPosition = position;
            }
            at += scanner.sizeBytes();
            position += scanner.sizeBytes();
            verdict = at == to ? RecordScanner.Verdict.INCOMPLETE : scanner.check(bytes, at, to, position);
        }
        if (at > from) {
            log.append(pendingPosition, bytes.duplicate().limit(at).position(from));
            pendingPosition = position;
        }
        if (verdict == RecordScanner.Verdict.BAD || verdict == RecordScanner.Verdict.END) {
            throw bad(position, verdict);
        }
        return at;
    }

    private void keep(ByteBuffer bytes, int from, int to) {
        ensureRoom(to - from);
        pending.put(pending.position(), bytes, from, to - from).position(pending.position() + to - from);
    }

    private void ensureRoom(int more) {
        if (pending.remaining() < more) {
            int capacity = Math.max(pending.position() + more, pending.capacity() * 2);
            pending = ByteBuffer.allocate(capacity).put(pending.flip());
        }
    }

    private BadStreamException bad(long position, RecordScanner.Verdict verdict) {
        return new BadStreamException("bytes for " + position + " are no record: "
            + (verdict == RecordScanner.Verdict.END ? "size and magic are zero" : scanner.reason()));
    }
}
