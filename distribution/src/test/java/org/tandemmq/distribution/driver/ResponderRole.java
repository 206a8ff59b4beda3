/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.utils.MessageUtil;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/** A stock consumer that answers each message of its topic with the same body, by the client's request-reply. */
final class ResponderRole implements DriverMain.Role {
    private final DefaultMQPushConsumer consumer;
    private final DefaultMQProducer producer;

    ResponderRole(Line command, LineWriter out) throws MQClientException {
        producer = new DefaultMQProducer(command.text("group") + "-answers");
        ClientSettings.apply(command, producer);
        producer.start();
        consumer = new DefaultMQPushConsumer(command.text("group"));
        ClientSettings.apply(command, consumer);
        consumer.subscribe(command.text("topic"), "*");
        Arrivals arrivals = new Arrivals(out, command.text("role"));
        consumer.registerMessageListener((MessageListenerConcurrently) (messages, context) -> {
            for (MessageExt message : messages) {
                arrivals.tell(message);
                answer(message);
            }
            return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
        });
        consumer.start();
    }

    private void answer(MessageExt request) {
        try {
            Message reply = MessageUtil.createReplyMessage(request, request.getBody());
            producer.send(reply, 10_000);
        } catch (Exception e) {
            throw new IllegalStateException("no answer to " + request, e);
        }
    }

    @Override
    public void handle(Line command, Line answer) {
        throw new IllegalArgumentException(command.toString());
    }

    @Override
    public void shutdown() {
        consumer.shutdown();
        producer.shutdown();
    }
}
