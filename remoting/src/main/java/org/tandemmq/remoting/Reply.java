/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting;

import org.tandemmq.remoting.protocol.CommandHeader;

/**
 * The answer to one request, used once, from any thread, perhaps later. The second use throws
 * {@link IllegalStateException}. For a one-way request everything is accepted and nothing is sent. After the connection
 * was closed the answer is dropped; a payload is closed in every case.
 */
public interface Reply {

    /**
     * Answers with code and remark, without header fields.
     *
     * @param code response code
     * @param remark text for people, or null
     */
    default void send(int code, String remark) {
        send(code, remark, null, null);
    }

    /**
     * Answers with a header.
     *
     * @param code response code
     * @param remark text for people, or null
     * @param header ext fields, or null for none at all
     */
    default void send(int code, String remark, CommandHeader header) {
        send(code, remark, header, null);
    }

    /**
     * Answers with header and body. The payload is closed once its bytes were written or can't be.
     *
     * @param code response code
     * @param remark text for people, or null
     * @param header ext fields, or null for none at all
     * @param payload body, or null for none
     */
    void send(int code, String remark, CommandHeader header, Payload payload);

    /** Ends the request without an answer (end-transaction with value 0 is the only ordinary case). */
    void drop();

    /** Whether the caller is still connected; a held pull of a gone caller need not be run again. */
    boolean isOpen();
}
