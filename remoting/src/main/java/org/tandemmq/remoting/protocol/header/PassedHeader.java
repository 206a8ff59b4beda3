/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Fields that are passed on to another peer as they came, with some added.
 *
 * @param fields name to text
 */
public record PassedHeader(Map<String, String> fields) implements CommandHeader {

    /**
     * Copies all fields of a request.
     *
     * @param from fields of the request
     * @param added further fields, put over those that came
     * @return the header, independent of the request
     */
    public static PassedHeader of(HeaderFields from, Map<String, String> added) {
        Map<String, String> copy = new LinkedHashMap<>();
        from.forEach(copy::put);
        copy.putAll(added);
        return new PassedHeader(copy);
    }

    @Override
    public void writeTo(FieldWriter out) {
        fields.forEach(out::text);
    }
}
