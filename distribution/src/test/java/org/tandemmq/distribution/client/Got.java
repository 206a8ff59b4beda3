/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import org.tandemmq.distribution.driver.Line;

/** One message as a consumer was handed it; {@code number} is -1 when it was not one of ours. */
public record Got(long number, String topic, int queue, long offset, String keys, String tags, int times, int size,
        boolean unharmed, String msgId, String mark, long atMs, long bornMs) {
    static Got of(Line line) {
        return new Got(line.number("n", -1), line.text("topic").intern(), (int) line.number("queue"),
            line.number("offset"), line.text("keys", null), line.text("tags", null), (int) line.number("times"),
            (int) line.number("size"), Boolean.parseBoolean(line.text("unharmed")), line.text("msgId"),
            line.text("mark", null), line.number("atMs"), line.number("bornMs"));
    }
}
