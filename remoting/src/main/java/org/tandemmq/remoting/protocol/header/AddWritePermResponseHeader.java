/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Answer to 327 (nameserver-and-admin 1.3).
 *
 * @param addTopicCount number of topics that were touched
 */
public record AddWritePermResponseHeader(long addTopicCount) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static AddWritePermResponseHeader read(HeaderFields fields) {
        return new AddWritePermResponseHeader(fields.number("addTopicCount", 0));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.number("addTopicCount", addTopicCount);
    }
}
