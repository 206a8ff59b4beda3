/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Header of answers that hold one queue offset: codes 14, 29, 30, 31.
 *
 * @param offset the offset
 */
public record OffsetResponseHeader(long offset) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param in fields of the frame
     * @return the header
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a field is missing or no number
     */
    public static OffsetResponseHeader read(HeaderFields in) {
        return new OffsetResponseHeader(in.requiredNumber("offset"));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("offset", offset);
    }
}
