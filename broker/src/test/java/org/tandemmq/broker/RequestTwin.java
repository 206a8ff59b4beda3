/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** Builds requests as a decoder would give them. */
public final class RequestTwin {

    private static final int VERSION = 409;

    private RequestTwin() {
    }

    /**
     * A request.
     *
     * @param code request code
     * @param body payload
     * @param fields names and values in turn
     * @return the request
     */
    public static RemotingCommand of(int code, byte[] body, Object... fields) {
        Map<String, String> all = new TreeMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            all.put((String) fields[i], String.valueOf(fields[i + 1]));
        }
        HeaderFields in = new HeaderFields() {
            @Override
            public String text(String name) {
                return all.get(name);
            }

            @Override
            public void forEach(Visitor visitor) {
                all.forEach(visitor::field);
            }
        };
        return new RemotingCommand(code, 0, VERSION, 1, 0, null, in, ByteBuffer.wrap(body), SerializeType.JSON);
    }

    /**
     * A request with text as body.
     *
     * @param code request code
     * @param body payload
     * @return the request
     */
    public static RemotingCommand json(int code, String body) {
        return of(code, body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The same request of a client of another version.
     *
     * @param request a request
     * @param version ordinal of the version
     * @return the request with that version
     */
    public static RemotingCommand of(RemotingCommand request, int version) {
        return new RemotingCommand(request.code(), 0, version, 1, 0, null, request.fields(), request.body(),
            SerializeType.JSON);
    }
}
