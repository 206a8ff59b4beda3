/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.header;

import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.HeaderFields;

/**
 * Request header of 105 (nameserver-and-admin 1.3, 1.6).
 *
 * @param topic topic
 * @param acceptStandardJsonOnly whether numeric keys have to be quoted
 */
public record GetRouteInfoRequestHeader(String topic, boolean acceptStandardJsonOnly) implements CommandHeader {

    /**
     * Reads the header.
     *
     * @param fields ext fields of the frame
     * @throws org.tandemmq.remoting.protocol.HeaderFieldException if a mandatory field is missing or has no valid value
     */
    public static GetRouteInfoRequestHeader read(HeaderFields fields) {
        return new GetRouteInfoRequestHeader(fields.required("topic"), fields.flag("acceptStandardJsonOnly", false));
    }

    @Override
    public void writeTo(FieldWriter out) {
        out.text("topic", topic);
        out.flag("acceptStandardJsonOnly", acceptStandardJsonOnly);
    }
}
