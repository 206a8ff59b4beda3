/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin.table;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;
import org.tandemmq.remoting.protocol.body.JsonFields;

/**
 * Numbers in what an administrator sends. A table that comes from a peer is read as far as it goes; what somebody wants
 * to be set is refused rather than replaced by a default.
 */
final class WholeNumbers {

    /** Longest text that is looked at; any 32-bit integer is far shorter. */
    private static final int DIGITS_MAX = 30;

    private WholeNumbers() {
    }

    /**
     * Refuses members that are there and no 32-bit integers, neither as numbers nor as text.
     *
     * @param what whose members, for the remark
     * @param json the members
     * @param names the ones to look at
     */
    static void check(String what, JsonFields json, String... names) {
        for (String name : names) {
            Object value = json.asMap().get(name);
            if (value != null && !isInt32(value)) {
                throw new RefusedException(ResponseCode.INVALID_PARAMETER, what + ": " + name
                    + " is no 32-bit integer");
            }
        }
    }

    private static boolean isInt32(Object value) {
        if (value instanceof Map || value instanceof Collection || value.toString().length() > DIGITS_MAX) {
            return false;
        }
        try {
            new BigDecimal(value.toString().trim()).intValueExact();
            return true;
        } catch (ArithmeticException | NumberFormatException other) {
            return false;
        }
    }
}
