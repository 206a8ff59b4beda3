/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha;

import java.nio.ByteBuffer;
import org.tandemmq.store.log.LogSlice;
import org.tandemmq.store.record.RecordLayout;
import org.tandemmq.store.record.RecordView;

/**
 * What tells a record from any other at the same place.
 *
 * @param position log position of its first byte
 * @param sizeBytes whole size
 * @param bodyCrc checksum of the body; 0 for the blank rest of a segment
 * @param storeTimestampMs store time in epoch milliseconds; 0 for the blank rest of a segment
 */
public record RecordMark(long position, int sizeBytes, int bodyCrc, long storeTimestampMs) {

    /** Bytes of a record up to and with the store time, hosts at their longest. */
    private static final int HEAD_BYTES = RecordLayout.BORN_HOST + RecordLayout.HOST_V6_BYTES + 8;

    /** Position behind the record. */
    public long endPosition() {
        return position + sizeBytes;
    }

    /**
     * Marks the record that begins at a position.
     *
     * @param log the log
     * @param position log position
     * @return the mark; null when no record, and no blank rest of a segment, begins there
     */
    public static RecordMark at(ReplicaLog log, long position) {
        LogSlice slice = log.slice(position, HEAD_BYTES);
        if (slice == null) {
            return null;
        }
        try (slice) {
            return slice.sizeBytes() < RecordLayout.BLANK_BYTES ? null
                : of(slice.bytes(), position, log.segmentBytes() - (int) (position % log.segmentBytes()));
        }
    }

    /**
     * Marks a record whose bytes are at hand.
     *
     * @param bytes begins with the record
     * @param position where it stands
     * @return the mark; null when that is no record of this position
     */
    public static RecordMark of(ByteBuffer bytes, long position) {
        return bytes.remaining() < HEAD_BYTES ? null : of(bytes, position, Integer.MAX_VALUE);
    }

    private static RecordMark of(ByteBuffer bytes, long position, int left) {
        int at = bytes.position();
        int size = bytes.getInt(at + RecordLayout.TOTAL_SIZE);
        int magic = bytes.getInt(at + RecordLayout.MAGIC);
        if (magic == RecordLayout.MAGIC_BLANK) {
            return size == left ? new RecordMark(position, size, 0, 0) : null;
        }
        if (magic != RecordLayout.MAGIC_V1 && magic != RecordLayout.MAGIC_V2) {
            return null;
        }
        if (size < RecordLayout.EMPTY_V1_BYTES || size > left || bytes.remaining() < HEAD_BYTES) {
            return null;
        }
        RecordView view = new RecordView().wrap(bytes, at);
        return view.position() == position
            ? new RecordMark(position, size, view.bodyCrc(), view.storeTimestampMs()) : null;
    }
}
