/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;

/** Catches the answer of a processor. */
public final class ReplyTwin implements Reply {

    /** Response code, -1 before the answer. */
    public int code = -1;
    /** Remark of the answer. */
    public String remark;
    /** Ext fields of the answer, null when it has none at all. */
    public Map<String, String> fields;
    /** Body of the answer, null when it has none. */
    public byte[] body;
    /** Whether the caller is still there. */
    public boolean open = true;
    /** Whether the request ended without an answer. */
    public boolean dropped;

    @Override
    public void send(int responseCode, String text, CommandHeader header, Payload payload) {
        if (code >= 0) {
            throw new IllegalStateException("answered before with " + code);
        }
        code = responseCode;
        remark = text;
        fields = header == null ? null : fieldsOf(header);
        if (payload != null) {
            ByteBuffer all = ByteBuffer.allocate(payload.sizeBytes());
            for (int i = 0; i < payload.sliceCount(); i++) {
                all.put(payload.slice(i).duplicate());
            }
            body = all.array();
            payload.close();
        }
    }

    @Override
    public void drop() {
        dropped = true;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Fields of a header.
     *
     * @param header any header
     * @return name to text
     */
    public static Map<String, String> fieldsOf(CommandHeader header) {
        Map<String, String> fields = new TreeMap<>();
        header.writeTo(new FieldWriter() {
            @Override
            public void text(String name, CharSequence value) {
                if (value != null) {
                    fields.put(name, value.toString());
                }
            }

            @Override
            public void utf8(String name, ByteBuffer value) {
                if (value != null) {
                    fields.put(name, StandardCharsets.UTF_8.decode(value.duplicate()).toString());
                }
            }

            @Override
            public void number(String name, long value) {
                fields.put(name, Long.toString(value));
            }

            @Override
            public void flag(String name, boolean value) {
                fields.put(name, Boolean.toString(value));
            }
        });
        return fields;
    }
}
