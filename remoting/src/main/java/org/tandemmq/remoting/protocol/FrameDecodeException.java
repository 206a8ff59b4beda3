/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol;

/**
 * Bytes that are no frame (wire-protocol 1.1 to 1.3). Nothing that follows on the connection can be understood, so it
 * is closed. The message says what is wrong and where.
 */
public class FrameDecodeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** First bytes of what should have been a frame. */
    private final byte[] start;

    /**
     * Creates the exception.
     *
     * @param message what is wrong, with value, limit and place
     */
    public FrameDecodeException(String message) {
        this(message, new byte[0]);
    }

    /**
     * Creates the exception for bytes that may belong to another protocol.
     *
     * @param message what is wrong, with value, limit and place
     * @param start first bytes of what should have been a frame
     */
    public FrameDecodeException(String message, byte[] start) {
        super(message, null, false, false);
        this.start = start.clone();
    }

    /** First bytes of what should have been a frame; none when they are like those of a frame. */
    public byte[] start() {
        return start.clone();
    }
}
