/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/** A stock lite-pull consumer, polled by a thread of its own. */
final class LiteRole implements DriverMain.Role {
    private static final long POLL_MS = 500;

    private final DefaultLitePullConsumer consumer;
    private final Thread poller;
    private volatile boolean ended;

    LiteRole(Line command, LineWriter out) throws MQClientException {
        consumer = new DefaultLitePullConsumer(command.text("group"));
        ClientSettings.apply(command, consumer);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setAutoCommit(true);
        consumer.subscribe(command.text("topic"), command.text("expression", "*"));
        consumer.start();
        Arrivals arrivals = new Arrivals(out, command.text("role"));
        poller = new Thread(() -> poll(arrivals), "driver-poll");
        poller.setDaemon(true);
        poller.start();
    }

    private void poll(Arrivals arrivals) {
        while (!ended) {
            for (MessageExt message : consumer.poll(POLL_MS)) {
                arrivals.tell(message);
            }
        }
    }

    @Override
    public void handle(Line command, Line answer) {
        throw new IllegalArgumentException(command.toString());
    }

    @Override
    public void shutdown() {
        ended = true;
        try {
            poller.join(2 * POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.shutdown();
    }
}
