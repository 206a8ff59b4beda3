/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.util.HexFormat;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;

/** Offset ids of messages (wire-protocol 4.5): the last 16 hexadecimal digits are the log position. */
public final class MessageIds {

    private static final int POSITION_DIGITS = 16;

    private MessageIds() {
    }

    /**
     * Log position that an id names.
     *
     * @param id offset id of an IPv4 or IPv6 broker
     * @return the position, not checked against the log
     * @throws RefusedException with code 1 when the id does not end with 16 hexadecimal digits
     */
    public static long position(String id) {
        try {
            return HexFormat.fromHexDigitsToLong(id, Math.max(0, id.length() - POSITION_DIGITS), id.length());
        } catch (IllegalArgumentException noNumber) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "message id " + id
                + " does not end with 16 hexadecimal digits");
        }
    }
}
