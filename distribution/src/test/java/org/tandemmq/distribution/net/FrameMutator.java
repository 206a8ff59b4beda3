/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Turns well-formed frames into hostile ones, the same from the same seed. */
public final class FrameMutator {
    private static final int LENGTH_AT = 0;
    private static final int HEADER_AT = 4;
    private static final int HEADER_TEXT_AT = 8;
    private static final int[] BAD_LENGTHS = {0, 1, 3, -1, -4, Integer.MIN_VALUE, Integer.MAX_VALUE, (16 << 20) + 1,
        0x16030100, 0x47455420, 0x50524920};
    private static final int[] HEADER_LENGTHS = {0, 0xFFFFFF, 0x7FFFFF, 0x02000010, 0x7F000010, 0xFF000010, 1, 2};
    private static final int[] CODES = {10, 11, 12, 14, 15, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 41, 42, 46, 103,
        104, 105, 106, 310, 320, 324, 361, 901, 999, 200050, -1, 70000};

    private final SplittableRandom random;
    private final List<byte[]> originals;

    /** Mutates these frames. */
    public FrameMutator(long seed, List<byte[]> originals) {
        this.random = new SplittableRandom(seed);
        this.originals = originals;
    }

    /** A frame whose length is right: what follows it on the connection can be told apart. */
    public byte[] framed() {
        byte[] frame = original();
        switch (random.nextInt(6)) {
            case 0 -> flip(frame, HEADER_TEXT_AT, 1 + random.nextInt(8));
            case 1 -> frame = cut(frame);
            case 2 -> ByteBuffer.wrap(frame).putInt(HEADER_AT, HEADER_LENGTHS[random.nextInt(HEADER_LENGTHS.length)]);
            case 3 -> frame = noise();
            case 4 -> frame = otherCode(frame);
            default -> flip(frame, HEADER_AT, 1);
        }
        ByteBuffer.wrap(frame).putInt(LENGTH_AT, frame.length - 4);
        return frame;
    }

    /** A frame with a length that no server can accept. */
    public byte[] withBadLength() {
        byte[] frame = original();
        ByteBuffer.wrap(frame).putInt(LENGTH_AT, BAD_LENGTHS[random.nextInt(BAD_LENGTHS.length)]);
        return frame;
    }

    /** The beginning of a frame. */
    public byte[] half() {
        byte[] frame = original();
        return Arrays.copyOf(frame, 1 + random.nextInt(frame.length - 1));
    }

    private byte[] original() {
        return originals.get(random.nextInt(originals.size())).clone();
    }

    private void flip(byte[] frame, int from, int times) {
        for (int i = 0; i < times; i++) {
            frame[from + random.nextInt(frame.length - from)] = (byte) random.nextInt(256);
        }
    }

    private byte[] cut(byte[] frame) {
        return Arrays.copyOf(frame, HEADER_TEXT_AT + random.nextInt(frame.length - HEADER_TEXT_AT));
    }

    private byte[] noise() {
        byte[] frame = new byte[HEADER_TEXT_AT + random.nextInt(600)];
        random.nextBytes(frame);
        return frame;
    }

    /** Another code in the same JSON header, so that each decoder of fields meets what it does not expect. */
    private byte[] otherCode(byte[] frame) {
        String text = new String(frame, StandardCharsets.ISO_8859_1);
        int code = CODES[random.nextInt(CODES.length)];
        String header = text.substring(HEADER_TEXT_AT).replaceFirst("\"code\":-?\\d+", "\"code\":" + code);
        byte[] changed = ("12345678" + header).getBytes(StandardCharsets.ISO_8859_1);
        int headerBytes = ByteBuffer.wrap(frame).getInt(HEADER_AT) + changed.length - frame.length;
        ByteBuffer.wrap(changed).putInt(HEADER_AT, headerBytes);
        return changed;
    }
}
