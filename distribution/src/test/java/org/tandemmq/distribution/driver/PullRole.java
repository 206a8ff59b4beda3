/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.client.consumer.DefaultMQPullConsumer;
import org.apache.rocketmq.client.consumer.PullResult;
import org.apache.rocketmq.client.consumer.PullStatus;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/** The old pull consumer, which many applications still have: {@code drain} reads every queue of a topic,
 * or of several with numbers behind their name, once. */
@SuppressWarnings("deprecation")
final class PullRole implements DriverMain.Role {
    private static final int BATCH = 32;

    private final DefaultMQPullConsumer consumer;
    private final Arrivals arrivals;

    PullRole(Line command, LineWriter out) throws MQClientException {
        consumer = new DefaultMQPullConsumer(command.text("group"));
        ClientSettings.apply(command, consumer);
        consumer.start();
        arrivals = new Arrivals(out, command.text("role"));
    }

    @Override
    public void handle(Line command, Line answer) throws Exception {
        if (!command.verb().equals("drain")) {
            throw new IllegalArgumentException(command.toString());
        }
        long topics = command.number("topics", 1);
        long count = 0;
        for (long i = 0; i < topics; i++) {
            String topic = topics == 1 ? command.text("topic") : command.text("topic") + "-" + i;
            for (MessageQueue queue : consumer.fetchSubscribeMessageQueues(topic)) {
                count += drain(queue, command.text("expression", "*"));
            }
        }
        answer.with("count", count);
    }

    private long drain(MessageQueue queue, String expression) throws Exception {
        long count = 0;
        long offset = consumer.minOffset(queue);
        long end = consumer.maxOffset(queue);
        while (offset < end) {
            PullResult result = consumer.pull(queue, expression, offset, BATCH);
            if (result.getPullStatus() == PullStatus.FOUND) {
                for (MessageExt message : result.getMsgFoundList()) {
                    arrivals.tell(message);
                    count++;
                }
            } else if (result.getPullStatus() != PullStatus.NO_MATCHED_MSG) {
                throw new IllegalStateException(queue + " at " + offset + " of " + end + ": " + result);
            }
            offset = result.getNextBeginOffset();
            consumer.updateConsumeOffset(queue, offset);
        }
        return count;
    }

    @Override
    public void shutdown() {
        consumer.shutdown();
    }
}
