/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import org.tandemmq.distribution.driver.Line;

/** Outcome of one send; {@code code} is -1 when there is none, {@code error} null when it did not fail. */
public record Sent(long number, String status, int queue, long offset, String msgId, String offsetMsgId, int code,
        String error, int batch) {
    static Sent of(Line line) {
        return new Sent(line.number("n"), line.text("status").intern(), (int) line.number("queue", -1),
            line.number("offset", -1), line.text("msgId", null), line.text("offsetMsgId", null),
            (int) line.number("code", -1), line.text("error", null), (int) line.number("batch", 1));
    }

    /** Whether the broker stored it and its promise holds. */
    public boolean acknowledged() {
        return status.equals("SEND_OK");
    }
}
