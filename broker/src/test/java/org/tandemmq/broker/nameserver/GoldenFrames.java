/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.body.JsonFields;
import org.tandemmq.remoting.protocol.body.JsonText;

/** One recorded exchange with a reference name server: request and answer with JSON headers. */
record GoldenFrames(RemotingCommand request, RemotingCommand answer) {

    static GoldenFrames read(String name) {
        StringBuilder request = new StringBuilder();
        StringBuilder answer = new StringBuilder();
        StringBuilder now = null;
        for (String line : text(name).split("\n")) {
            if (line.equals("request")) {
                now = request;
            } else if (line.equals("response")) {
                now = answer;
            } else if (now != null && !line.startsWith("#")) {
                now.append(line.trim());
            }
        }
        return new GoldenFrames(command(request.toString()), answer.isEmpty() ? null : command(answer.toString()));
    }

    private static String text(String name) {
        try (InputStream in = GoldenFrames.class.getResourceAsStream("/nameserver/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static RemotingCommand command(String hex) {
        ByteBuffer frame = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        frame.getInt();
        byte[] header = new byte[frame.getInt() & 0xFFFFFF];
        frame.get(header);
        JsonFields json = JsonFields.of(JsonText.decodeFile(header, Object.class));
        Map<String, String> fields = new LinkedHashMap<>();
        json.object("extFields").asMap().forEach((key, value) -> fields.put(key, String.valueOf(value)));
        return new RemotingCommand(json.integer("code", -1), 0, json.integer("version", 0), json.integer("opaque", 0),
            json.integer("flag", 0), json.text("remark", null), new MapFields(fields), frame.slice(),
            SerializeType.JSON);
    }

    /** Fields of a header as a map. */
    static Map<String, String> fields(HeaderFields fields) {
        Map<String, String> all = new LinkedHashMap<>();
        fields.forEach(all::put);
        return all;
    }

    /** Bytes of a body as text. */
    static String body(RemotingCommand command) {
        return StandardCharsets.UTF_8.decode(command.body().duplicate()).toString();
    }
}
