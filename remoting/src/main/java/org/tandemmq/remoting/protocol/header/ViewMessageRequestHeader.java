/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of VIEW_MESSAGE_BY_ID (wire-protocol 2.11).
 *
 * @param position log position of the record
 */
public record ViewMessageRequestHeader(long position) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static ViewMessageRequestHeader read(HeaderFields in) {
        return new ViewMessageRequestHeader(in.requiredNumber("offset"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("offset", position);
    }
}
