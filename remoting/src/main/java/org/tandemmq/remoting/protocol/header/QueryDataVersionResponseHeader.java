/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Answer to 322 (nameserver-and-admin 1.3).
 *
 * @param changed whether the version differs from the one registered last, or none is known
 */
public record QueryDataVersionResponseHeader(boolean changed) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static QueryDataVersionResponseHeader read(HeaderFields fields) {
        return new QueryDataVersionResponseHeader(fields.flag("changed", false));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.flag("changed", changed);
    }
}
