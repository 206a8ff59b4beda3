/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Answer to 205 (nameserver-and-admin 1.3).
 *
 * @param wipeTopicCount number of topics that were touched
 */
public record WipeWritePermResponseHeader(long wipeTopicCount) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static WipeWritePermResponseHeader read(HeaderFields fields) {
        return new WipeWritePermResponseHeader(fields.number("wipeTopicCount", 0));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("wipeTopicCount", wipeTopicCount);
    }
}
