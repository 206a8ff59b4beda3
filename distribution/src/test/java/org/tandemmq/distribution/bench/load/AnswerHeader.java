/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The header of the answer at hand, of which a few numbers are looked at: no text and no map is made of it, so that
 * the driver costs little beside the brokers. Filled anew for each answer.
 */
public final class AnswerHeader {

    public static final byte[] CODE = mark("\"code\":");
    public static final byte[] OPAQUE = mark("\"opaque\":");
    public static final byte[] NEXT_OFFSET = mark("\"nextBeginOffset\":\"");
    public static final byte[] MIN_OFFSET = mark("\"minOffset\":\"");
    public static final byte[] MAX_OFFSET = mark("\"maxOffset\":\"");

    private byte[] bytes = new byte[1024];
    private int length;
    private int searchFrom;

    private static byte[] mark(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the header that begins at an index. */
    public void read(ByteBuffer from, int at, int headBytes) {
        if (bytes.length < headBytes) {
            bytes = new byte[headBytes];
        }
        from.get(at, bytes, 0, headBytes);
        length = headBytes;
        searchFrom = 0;
    }

    /** Number behind a mark; -1 without the mark. The search begins behind the number found last. */
    public long number(byte[] mark) {
        int at = find(mark, searchFrom, length);
        at = at < 0 ? find(mark, 0, Math.min(length, searchFrom + mark.length)) : at;
        if (at < 0) {
            return -1;
        }
        boolean negative = bytes[at] == '-';
        at += negative ? 1 : 0;
        long value = 0;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
            value = value * 10 + bytes[at++] - '0';
        }
        searchFrom = at;
        return negative ? -value : value;
    }

    /** Index behind the mark, -1 when it is not there. */
    private int find(byte[] mark, int from, int end) {
        for (int at = from; at + mark.length < end; at++) {
            int same = 0;
            while (same < mark.length && bytes[at + same] == mark[same]) {
                same++;
            }
            if (same == mark.length) {
                return at + same;
            }
        }
        return -1;
    }
}
