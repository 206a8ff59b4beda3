/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonException;
import org.tandemmq.remoting.protocol.body.JsonFields;
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
     * Reads a body that is a JSON object.
     *
     * @param body body of the request
     * @return its members
     * @throws RefusedException when there is none or it is something else
     */
    public static JsonFields object(ByteBuffer body) {
        Object value = body(body, Object.class);
        if (!(value instanceof Map)) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "the request's body is no JSON object");
        }
        return JsonFields.of(value);
    }

    /**
     * Reads the one list of a body.
     *
     * @param body body of the request
     * @param member member that is the list
     * @return its elements
     * @throws RefusedException when there is none
     */
    public static List<Object> list(ByteBuffer body, String member) {
        JsonFields fields = object(body);
        if (!(fields.asMap().get(member) instanceof Collection)) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "the request's body has no list " + member);
        }
        return fields.list(member);
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
