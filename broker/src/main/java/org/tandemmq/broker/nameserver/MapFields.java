/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.nameserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Fields of a header that never becomes bytes.
 *
 * @param values text by name, in the order of writing
 */
record MapFields(Map<String, String> values) implements HeaderFields {

    static MapFields of(CommandHeader header) {
        Writer writer = new Writer();
        header.writeTo(writer);
        return new MapFields(writer.values);
    }

    @Override
    public String text(String name) {
        return values.get(name);
    }

    @Override
    public void forEach(Visitor visitor) {
        values.forEach(visitor::field);
    }

    private static final class Writer implements FieldWriter {

        private final Map<String, String> values = new LinkedHashMap<>();

        @Override
        public void text(String name, CharSequence value) {
            if (value != null) {
                values.put(name, value.toString());
            }
        }

        @Override
        public void utf8(String name, ByteBuffer value) {
            if (value != null) {
                values.put(name, StandardCharsets.UTF_8.decode(value.duplicate()).toString());
            }
        }

        @Override
        public void number(String name, long value) {
            values.put(name, Long.toString(value));
        }

        @Override
        public void flag(String name, boolean value) {
            values.put(name, Boolean.toString(value));
        }
    }
}
