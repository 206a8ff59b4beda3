/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.record;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Judges the bytes at one place of the log: a whole and valid record, the blank that closes a segment, nothing, or
 * damage. Everything that a record says about itself is checked: magic, every length, their sum (storage 3.1), that
 * it stays inside its segment, that it stands at the position it names, and the checksum of its body. The position is
 * what tells a record from stale bytes behind a cut (storage 20.1).
 *
 * <p>The result stays in the scanner until the next call, so that judging a record allocates nothing. One thread at a
 * time.
 */
public final class RecordScanner {

    /** What stands at a place of the log. */
    public enum Verdict {
        /** A whole record; all checks passed. */
        RECORD,
        /** The blank record that closes the segment. */
        BLANK,
        /** Nothing was written here: size and magic are zero. */
        END,
        /** So far it looks like a record or a blank, but its last bytes are not in the buffer. */
        INCOMPLETE,
        /** None of these; {@link RecordScanner#reason()} tells why. */
        BAD
    }

    private static final int CRC_MASK = 0x7FFF_FFFF;
    /** What a disk writes as a whole, or a divisor of it. */
    private static final int SECTOR_BYTES = 512;

    private final int segmentBytes;
    private final boolean checkCrc;
    private final CRC32 crc = new CRC32();

    private ByteBuffer source;
    private ByteBuffer window;
    private int sizeBytes;
    private String reason;

    /**
     * Creates a scanner.
     *
     * @param segmentBytes size of the log's segments
     * @param checkCrc whether the body's checksum is computed and compared
     */
    public RecordScanner(int segmentBytes, boolean checkCrc) {
        this.segmentBytes = segmentBytes;
        this.checkCrc = checkCrc;
    }

    /**
     * Judges what begins at an index of a buffer.
     *
     * @param bytes the bytes; read by absolute index only
     * @param at index of the first byte
     * @param end index behind the last byte that may be looked at
     * @param position log position of the first byte
     * @return the verdict
     */
    public Verdict check(ByteBuffer bytes, int at, int end, long position) {
        sizeBytes = 0;
        reason = null;
        int available = end - at;
        if (available < RecordLayout.BLANK_BYTES) {
            return Verdict.INCOMPLETE;
        }
        int size = bytes.getInt(at + RecordLayout.TOTAL_SIZE);
        int magic = bytes.getInt(at + RecordLayout.MAGIC);
        if (size == 0 && magic == 0) {
            return Verdict.END;
        }
        int rest = segmentBytes - (int) (position % segmentBytes);
        if (magic == RecordLayout.MAGIC_BLANK) {
            return blank(size, rest);
        }
        if (magic != RecordLayout.MAGIC_V1 && magic != RecordLayout.MAGIC_V2) {
            return bad("magic 0x" + Integer.toHexString(magic) + " is not that of a record");
        }
        if (size < RecordLayout.EMPTY_V1_BYTES || size > rest) {
            return bad("record size " + size + " is not between " + RecordLayout.EMPTY_V1_BYTES
                + " and the segment's rest of " + rest);
        }
        if (size > available) {
            return Verdict.INCOMPLETE;
        }
        return record(bytes, at, size, position);
    }

    /**
     * Looks at a whole record of which the end, or some sectors, may never have been written: no checksum covers
     * topic, properties and times, but what is missing there reads as zeros up to the end of a sector. A NUL that a
     * sender put between other characters does not.
     *
     * @param bytes a segment from its first byte on, with a record that passed {@link #check}
     * @param at index of its first byte
     * @return what looks lost, or null
     */
    public static String lost(ByteBuffer bytes, int at) {
        int sysFlag = bytes.getInt(at + RecordLayout.SYS_FLAG);
        if (bytes.getLong(at + RecordLayout.storeTimestamp(sysFlag)) <= 0) {
            return "no store time";
        }
        int bodyLengthAt = at + RecordLayout.bodyLength(sysFlag);
        int textAt = bodyLengthAt + 4 + bytes.getInt(bodyLengthAt);
        boolean wide = bytes.getInt(at + RecordLayout.MAGIC) == RecordLayout.MAGIC_V2;
        int topicBytes = wide ? bytes.getShort(textAt) : bytes.get(textAt);
        int topicAt = textAt + (wide ? 2 : 1);
        int topicEnd = topicAt + topicBytes;
        if (endsInZeros(bytes, topicAt, topicEnd)) {
            return "NULs up to the end of a sector in the topic";
        }
        return endsInZeros(bytes, topicEnd + 2, at + bytes.getInt(at + RecordLayout.TOTAL_SIZE))
            ? "NULs up to the end of a sector in the properties" : null;
    }

    /** Whether a part of a record ends in zeros in one of its sectors, and that sector does too. */
    private static boolean endsInZeros(ByteBuffer bytes, int from, int to) {
        for (int next = from; next < to;) {
            int sectorEnd = next - next % SECTOR_BYTES + SECTOR_BYTES;
            int at = Math.min(sectorEnd, to) - 1;
            int end = Math.min(sectorEnd, bytes.limit());
            while (at < end && bytes.get(at) == 0) {
                at++;
            }
            if (at == end) {
                return true;
            }
            next = sectorEnd;
        }
        return false;
    }

    /** Size of the record or blank that the last call found; 0 after another verdict. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** Why the last call said {@link Verdict#BAD}; null after another verdict. */
    public String reason() {
        return reason;
    }

    private Verdict blank(int size, int rest) {
        if (size != rest) {
            return bad("blank record of " + size + " bytes where the segment has " + rest + " left");
        }
        sizeBytes = size;
        return Verdict.BLANK;
    }

    private Verdict record(ByteBuffer bytes, int at, int size, long position) {
        String damage = lengths(bytes, at, size);
        if (damage == null) {
            damage = numbers(bytes, at, position);
        }
        if (damage == null && checkCrc) {
            damage = checksum(bytes, at);
        }
        if (damage != null) {
            return bad(damage);
        }
        sizeBytes = size;
        return Verdict.RECORD;
    }

    /** Walks over the three counted fields; null when they add up to the record's size. */
    private static String lengths(ByteBuffer bytes, int at, int size) {
        int sysFlag = bytes.getInt(at + RecordLayout.SYS_FLAG);
        boolean wide = bytes.getInt(at + RecordLayout.MAGIC) == RecordLayout.MAGIC_V2;
        int bodyLengthAt = RecordLayout.bodyLength(sysFlag);
        int left = size - RecordLayout.recordBytes(sysFlag, wide, 0, 0, 0);
        if (left < 0) {
            return "record size " + size + " is too small for its fixed fields";
        }
        int bodyBytes = bytes.getInt(at + bodyLengthAt);
        if (bodyBytes < 0 || bodyBytes > left) {
            return "body length " + bodyBytes + " does not fit into a record of " + size;
        }
        left -= bodyBytes;
        int topicAt = at + bodyLengthAt + 4 + bodyBytes;
        int topicBytes = wide ? bytes.getShort(topicAt) : bytes.get(topicAt);
        if (topicBytes <= 0 || topicBytes > left) {
            return "topic length " + topicBytes + " does not fit into a record of " + size;
        }
        left -= topicBytes;
        int propertiesBytes = bytes.getShort(topicAt + (wide ? 2 : 1) + topicBytes);
        if (propertiesBytes != left) {
            return "properties length " + propertiesBytes + " where the record of " + size + " has " + left + " left";
        }
        return null;
    }

    private static String numbers(ByteBuffer bytes, int at, long position) {
        long stored = bytes.getLong(at + RecordLayout.POSITION);
        if (stored != position) {
            return "record says it stands at " + stored;
        }
        int queueId = bytes.getInt(at + RecordLayout.QUEUE_ID);
        if (queueId < 0) {
            return "queue id " + queueId;
        }
        long queueOffset = bytes.getLong(at + RecordLayout.QUEUE_OFFSET);
        if (queueOffset < 0) {
            return "queue offset " + queueOffset;
        }
        return null;
    }

    private String checksum(ByteBuffer bytes, int at) {
        int bodyAt = at + RecordLayout.bodyLength(bytes.getInt(at + RecordLayout.SYS_FLAG)) + 4;
        if (source != bytes) {
            source = bytes;
            window = bytes.duplicate();
        }
        window.limit(bodyAt + bytes.getInt(bodyAt - 4)).position(bodyAt);
        crc.reset();
        crc.update(window);
        int computed = (int) crc.getValue() & CRC_MASK;
        int stored = bytes.getInt(at + RecordLayout.BODY_CRC);
        return computed == stored ? null
            : "body checksum 0x" + Integer.toHexString(computed) + " where 0x" + Integer.toHexString(stored)
                + " is stored";
    }

    private Verdict bad(String why) {
        reason = why;
        return Verdict.BAD;
    }
}
