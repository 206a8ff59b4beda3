/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import java.nio.charset.StandardCharsets;
import org.tandemmq.remoting.protocol.FrameDecodeException;

/**
 * Reads the compact header (wire-protocol 1.3).
 *
 * <pre>
 *  code 2 | language 1 | version 2 | opaque 4 | flag 4 | n 4 | remark n | m 4 | { k 2 | name k | v 4 | value v } = m
 * </pre>
 */
final class BinaryHeaderDecoder {

    private static final int OPAQUE_AT = 5;
    private static final int FLAG_AT = 9;
    private static final int REMARK_LENGTH_AT = 13;
    private static final int REMARK_AT = 17;
    private static final int HEADER_BYTES_MIN = 21;
    private static final int NAME_LENGTH_BYTES = 2;

    /** Reads the first bytes of the array into the frame. */
    void decode(byte[] bytes, int length, ReceivedFrame out) {
        if (length < HEADER_BYTES_MIN) {
            throw new FrameDecodeException("binary header of " + length + " bytes, at least " + HEADER_BYTES_MIN
                + " expected");
        }
        out.code = shortAt(bytes, 0);
        out.language = bytes[2] & 0xFF;
        out.version = shortAt(bytes, 3);
        out.opaque = intAt(bytes, OPAQUE_AT);
        out.flag = intAt(bytes, FLAG_AT);
        int remarkBytes =
            checked(intAt(bytes, REMARK_LENGTH_AT), length - HEADER_BYTES_MIN, "remark", REMARK_LENGTH_AT);
        if (remarkBytes > 0) {
            out.remark = new String(bytes, REMARK_AT, remarkBytes, StandardCharsets.UTF_8);
        }
        int fieldsAt = HEADER_BYTES_MIN + remarkBytes;
        int lengthAt = fieldsAt - Integer.BYTES;
        int fieldsBytes = checked(intAt(bytes, lengthAt), length - fieldsAt, "field block", lengthAt);
        decodeFields(bytes, fieldsAt, fieldsAt + fieldsBytes, out.fields);
    }

    private static void decodeFields(byte[] bytes, int from, int end, FrameFields out) {
        int at = from;
        while (at < end) {
            checked(NAME_LENGTH_BYTES, end - at, "length of a name", at);
            int nameBytes = checked(shortAt(bytes, at), end - at - NAME_LENGTH_BYTES, "name", at);
            int nameAt = at + NAME_LENGTH_BYTES;
            int valueLengthAt = nameAt + nameBytes;
            checked(Integer.BYTES, end - valueLengthAt, "length of a value", valueLengthAt);
            int valueAt = valueLengthAt + Integer.BYTES;
            int valueBytes = checked(intAt(bytes, valueLengthAt), end - valueAt, "value", valueLengthAt);
            if (nameBytes > 0 && valueBytes > 0) {
                out.add(nameAt, nameBytes, valueAt, valueBytes, false);
            }
            at = valueAt + valueBytes;
        }
    }

    private static int checked(int length, int limit, String what, int at) {
        if (length < 0 || length > limit) {
            throw new FrameDecodeException("binary header: " + what + " of " + length + " bytes at byte " + at
                + ", " + Math.max(0, limit) + " are left");
        }
        return length;
    }

    private static int shortAt(byte[] bytes, int at) {
        return (short) ((bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF);
    }

    private static int intAt(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }
}
