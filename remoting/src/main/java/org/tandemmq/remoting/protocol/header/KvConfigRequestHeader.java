/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Request header of 100, 101 and 102 (nameserver-and-admin 1.3).
 *
 * @param namespace name space
 * @param key key
 * @param value value, only with 100
 */
public record KvConfigRequestHeader(String namespace, String key, String value) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static KvConfigRequestHeader read(HeaderFields fields) {
        return new KvConfigRequestHeader(fields.required("namespace"), fields.required("key"), fields.text("value"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("namespace", namespace);
        out.text("key", key);
        out.text("value", value);
    }
}
