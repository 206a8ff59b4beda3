/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.common.message.MessageExt;

/** Tells each message that a consumer was handed as a {@code got} event. */
final class Arrivals {
    private final LineWriter out;
    private final String role;

    Arrivals(LineWriter out, String role) {
        this.out = out;
        this.role = role;
    }

    void tell(MessageExt message) {
        String number = message.getUserProperty("n");
        // stock clients hand out null where the body has no bytes
        byte[] body = message.getBody() == null ? new byte[0] : message.getBody();
        boolean unharmed = number != null && Body.matches(Long.parseLong(number), body);
        out.write(Line.of("got").with("role", role).with("n", number).with("topic", message.getTopic())
            .with("queue", message.getQueueId()).with("offset", message.getQueueOffset())
            .with("keys", message.getKeys()).with("tags", message.getTags())
            .with("times", message.getReconsumeTimes()).with("size", body.length)
            .with("unharmed", unharmed).with("msgId", message.getMsgId())
            .with("mark", message.getUserProperty("mark"))
            .with("atMs", System.currentTimeMillis()).with("bornMs", message.getBornTimestamp()));
    }
}
