/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Answer to 101 (nameserver-and-admin 1.3).
 *
 * @param value the value
 */
public record GetKvConfigResponseHeader(String value) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static GetKvConfigResponseHeader read(HeaderFields fields) {
        return new GetKvConfigResponseHeader(fields.text("value"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("value", value);
    }
}
