/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.nio.ByteBuffer;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.JsonText;

/** Forms of answers and bodies that the admin processors share. */
public final class Answers {

    private Answers() {
    }

    /**
     * Answers 0 without a body.
     *
     * @param reply answer to the request
     */
    public static void done(Reply reply) {
        reply.send(ResponseCode.SUCCESS, null);
    }

    /**
     * Answers 0 with a value as JSON.
     *
     * @param reply answer to the request
     * @param value record, map, collection or scalar
     */
    public static void json(Reply reply, Object value) {
        reply.send(ResponseCode.SUCCESS, null, null, Payload.of(JsonText.encode(value)));
    }

    /**
     * Reads a JSON body.
     *
     * @param body body of the request
     * @param type what it must be
     * @return the value, never null
     * @throws RefusedException when there is none or it does not fit
     */
    public static <T> T body(ByteBuffer body, Class<T> type) {
        if (!body.hasRemaining()) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "the request has no body");
        }
        try {
            T value = JsonText.decode(body, type);
            if (value == null) {
                throw new RefusedException(ResponseCode.SYSTEM_ERROR, "the request's body is null");
            }
            return value;
        } catch (JsonException unreadable) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "the request's body can't be read: "
                + unreadable.getMessage());
        }
    }
}
