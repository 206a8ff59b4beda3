/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.client.producer.TransactionSendResult;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/**
 * A stock transactional producer. {@code first} and {@code later} say how a message's local transaction ends (commit,
 * rollback or unknown) at once and when the broker asks back; each question is a {@code asked} event.
 */
final class TransactionRole implements DriverMain.Role {
    private final TransactionMQProducer producer;
    private final LineWriter out;
    private final String name;

    TransactionRole(Line command, LineWriter out) throws MQClientException {
        this.out = out;
        this.name = command.text("role");
        producer = new TransactionMQProducer(command.text("group"));
        ClientSettings.apply(command, producer);
        producer.setSendMsgTimeout(10_000);
        producer.setTransactionListener(new TransactionListener() {
            @Override
            public LocalTransactionState executeLocalTransaction(Message message, Object state) {
                return state(message.getUserProperty("first"));
            }

            @Override
            public LocalTransactionState checkLocalTransaction(MessageExt message) {
                String number = message.getUserProperty("n");
                boolean unharmed = Body.matches(Long.parseLong(number), message.getBody());
                out.write(Line.of("asked").with("role", name).with("n", unharmed ? number : "-1")
                    .with("status", "ASKED").with("msgId", message.getMsgId()));
                return state(message.getUserProperty("later"));
            }
        });
        producer.start();
    }

    private static LocalTransactionState state(String word) {
        return switch (word) {
            case "commit" -> LocalTransactionState.COMMIT_MESSAGE;
            case "rollback" -> LocalTransactionState.ROLLBACK_MESSAGE;
            default -> LocalTransactionState.UNKNOW;
        };
    }

    @Override
    public void handle(Line command, Line answer) {
        Numbered messages = new Numbered(command);
        for (long n = messages.from(); n < messages.end(); n++) {
            Line event = Line.of("sent").with("role", name).with("n", n);
            Message message = messages.message(n);
            message.putUserProperty("first", command.text("first", "commit"));
            message.putUserProperty("later", command.text("later", "commit"));
            try {
                TransactionSendResult result = producer.sendMessageInTransaction(message, null);
                out.write(event.with("status", result.getSendStatus()).with("msgId", result.getMsgId()));
            } catch (MQClientException e) {
                out.write(event.with("status", "FAILED").with("error", e.getMessage()));
            }
        }
    }

    @Override
    public void shutdown() {
        producer.shutdown();
    }
}
