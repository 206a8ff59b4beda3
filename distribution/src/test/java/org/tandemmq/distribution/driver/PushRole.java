/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A stock push consumer. Fields: {@code listener} concurrent or orderly, {@code model} CLUSTERING or BROADCASTING,
 * {@code from} first or last, {@code failTimes}: how often each message is refused before it is taken,
 * {@code trace}: whether it writes message traces.
 */
final class PushRole implements DriverMain.Role {
    private final DefaultMQPushConsumer consumer;

    PushRole(Line command, LineWriter out) throws MQClientException {
        consumer = command.has("trace") ? new DefaultMQPushConsumer(command.text("group"), true, null)
            : new DefaultMQPushConsumer(command.text("group"));
        ClientSettings.apply(command, consumer);
        consumer.setConsumeFromWhere(command.text("from", "first").equals("first")
            ? ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET : ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET);
        consumer.setConsumeThreadMin(4);
        consumer.setConsumeThreadMax(4);
        consumer.setPullThresholdForQueue((int) command.number("pullThreshold", 1000));
        consumer.setMaxReconsumeTimes((int) command.number("maxReconsumeTimes", -1));
        consumer.setSuspendCurrentQueueTimeMillis(command.number("suspendMs", 1_000));
        if (command.has("finishMs")) {
            // not in the oldest line: what is consumed already is committed at the end
            consumer.setAwaitTerminationMillisWhenShutdown(command.number("finishMs", 0));
        }
        if (command.has("model")) {
            ClientSettings.applyEnum(consumer, "setMessageModel", command.text("model"));
        }
        if (command.has("sql")) {
            consumer.subscribe(command.text("topic"), MessageSelector.bySql(command.text("sql")));
        } else {
            for (String topic : command.text("topic").split(",")) {
                consumer.subscribe(topic, command.text("expression", "*"));
            }
        }
        register(command, new Arrivals(out, command.text("role")));
        consumer.start();
    }

    private void register(Line command, Arrivals arrivals) {
        long failTimes = command.number("failTimes", 0);
        int retryLevel = (int) command.number("retryLevel", 1);
        if (command.text("listener", "concurrent").equals("orderly")) {
            consumer.registerMessageListener((MessageListenerOrderly) (messages, context) -> {
                boolean refuse = false;
                for (MessageExt message : messages) {
                    arrivals.tell(message);
                    refuse |= message.getReconsumeTimes() < failTimes;
                }
                return refuse ? ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT : ConsumeOrderlyStatus.SUCCESS;
            });
        } else {
            consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
                boolean refuse = false;
                for (MessageExt message : messages) {
                    arrivals.tell(message);
                    refuse |= message.getReconsumeTimes() < failTimes;
                }
                context.setDelayLevelWhenNextConsume(retryLevel);
                return refuse ? ConsumeConcurrentlyStatus.RECONSUME_LATER : ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
        }
    }

    @Override
    public void handle(Line command, Line answer) throws Exception {
        switch (command.verb()) {
            case "suspend" -> consumer.suspend();
            case "resume" -> consumer.resume();
            default -> throw new IllegalArgumentException(command.toString());
        }
    }

    @Override
    public void shutdown() {
        consumer.shutdown();
    }
}
