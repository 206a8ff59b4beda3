/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.net.InetSocketAddress;
import java.util.HexFormat;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;

/** Offset ids of messages (wire-protocol 4.5): the last 16 hexadecimal digits are the log position. */
public final class MessageIds {

    private static final int POSITION_DIGITS = 16;

    private MessageIds() {
    }

    /**
     * Whether an id can be that of a record. An id of another broker may name a position that is a record's begin here
     * too, by chance.
     *
     * @param id offset id
     * @param storeHost address and port that the record was stored at
     * @return false when the id names another host
     */
    public static boolean isOf(String id, InetSocketAddress storeHost) {
        int hostDigits = id.length() - POSITION_DIGITS;
        return hostDigits <= 0 || OffsetMessageId.hostDigits(storeHost).equalsIgnoreCase(id.substring(0, hostDigits));
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
            return HexFormat.fromHexDigitsToLong(id, id.length() - POSITION_DIGITS, id.length());
        } catch (IllegalArgumentException | IndexOutOfBoundsException noNumber) {
            throw new RefusedException(ResponseCode.SYSTEM_ERROR, "message id " + id
                + " does not end with 16 hexadecimal digits");
        }
    }
}
