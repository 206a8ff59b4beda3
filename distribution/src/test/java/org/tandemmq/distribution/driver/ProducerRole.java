/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * A stock producer. {@code send} sends {@code count} messages numbered from {@code from} in {@code mode} sync, async,
 * oneway or batch; each outcome is a {@code sent} event; {@code quit-sending} ends it early. Queries of the producer's
 * admin side are commands too.
 */
@SuppressWarnings("deprecation")
final class ProducerRole implements DriverMain.Role {
    private final DefaultMQProducer producer;
    private final LineWriter out;
    private final String name;
    private volatile boolean quit;

    ProducerRole(Line command, LineWriter out) throws MQClientException {
        this.out = out;
        this.name = command.text("role");
        this.producer = command.has("trace") ? new DefaultMQProducer(command.text("group"), true, null)
            : new DefaultMQProducer(command.text("group"));
        ClientSettings.apply(command, producer);
        producer.setMaxMessageSize((int) command.number("maxMessageBytes", 16 << 20));
        producer.setCompressMsgBodyOverHowmuch((int) command.number("compressOverBytes", 32 << 20));
        producer.setSendMsgTimeout((int) command.number("timeoutMs", 10_000));
        producer.setRetryTimesWhenSendFailed((int) command.number("retries", 2));
        producer.setRetryTimesWhenSendAsyncFailed((int) command.number("retries", 2));
        producer.setDefaultTopicQueueNums((int) command.number("queues", 4));
        producer.start();
    }

    @Override
    public void handle(Line command, Line answer) throws Exception {
        switch (command.verb()) {
            case "send" -> send(command, answer);
            case "quit-sending" -> quit = true;
            case "queues" -> answer.with("count", producer.fetchPublishMessageQueues(command.text("topic")).size());
            case "bounds" -> {
                MessageQueue queue = queue(command);
                answer.with("min", producer.minOffset(queue)).with("max", producer.maxOffset(queue));
            }
            case "searchOffset" -> answer.with("offset",
                producer.searchOffset(queue(command), command.number("timestamp")));
            case "view" -> describe(producer.viewMessage(command.text("topic"), command.text("msgId")), answer);
            case "request" -> {
                Numbered messages = new Numbered(command);
                Message reply = producer.request(messages.message(messages.from()), command.number("waitMs"));
                answer.with("unharmed", Body.matches(messages.from(), reply.getBody()));
            }
            case "queryKey" -> {
                List<MessageExt> found = producer.queryMessage(command.text("topic"), command.text("key"), 64,
                    command.number("begin", 0), command.number("end", Long.MAX_VALUE)).getMessageList();
                answer.with("count", found.size());
                describe(found.get(0), answer);
            }
            default -> throw new IllegalArgumentException(command.toString());
        }
    }

    private static void describe(MessageExt message, Line answer) {
        answer.with("queue", message.getQueueId()).with("offset", message.getQueueOffset())
            .with("keys", message.getKeys()).with("n", message.getUserProperty("n"))
            .with("size", message.getBody().length);
    }

    private static MessageQueue queue(Line command) {
        return new MessageQueue(command.text("topic"), command.text("broker"), (int) command.number("queue"));
    }

    private void send(Line command, Line answer) throws Exception {
        quit = false;
        Numbered messages = new Numbered(command);
        switch (command.text("mode", "sync")) {
            case "sync" -> sendEach(command, messages);
            case "async" -> sendAsync(command, messages);
            case "oneway" -> {
                for (long n = messages.from(); n < messages.end(); n++) {
                    producer.sendOneway(messages.message(n));
                    out.write(event(n).with("status", "ONEWAY"));
                }
            }
            case "batch" -> sendBatches(command, messages);
            default -> throw new IllegalArgumentException(command.toString());
        }
        answer.with("count", messages.end() - messages.from());
    }

    private void sendEach(Line command, Numbered messages) {
        boolean byQueue = command.has("spread");
        int spread = (int) command.number("spread", 1);
        for (long n = messages.from(); n < messages.end() && !quit; n++) {
            try {
                Message message = messages.message(n);
                int wanted = (int) (n % spread);
                SendResult result = byQueue
                    ? producer.send(message, (queues, m, arg) -> queues.get(wanted % queues.size()), null)
                    : producer.send(message);
                out.write(outcome(event(n), result));
            } catch (Exception e) {
                out.write(failed(event(n), e));
            }
        }
    }

    private void sendBatches(Line command, Numbered messages) {
        int size = (int) command.number("batch", 10);
        long pauseNanos = command.has("rate") ? size * 1_000_000_000L / command.number("rate") : 0;
        long due = System.nanoTime();
        for (long n = messages.from(); n < messages.end() && !quit; n += size) {
            due = Math.max(due + pauseNanos, System.nanoTime());
            LockSupport.parkNanos(due - System.nanoTime());
            List<Message> batch = new ArrayList<>();
            for (long m = n; m < Math.min(n + size, messages.end()); m++) {
                batch.add(messages.message(m));
            }
            Line event = event(n).with("batch", batch.size());
            try {
                out.write(outcome(event, producer.send(batch)));
            } catch (Exception e) {
                out.write(failed(event, e));
            }
        }
    }

    private void sendAsync(Line command, Numbered messages) throws InterruptedException {
        int window = (int) command.number("window", 64);
        long pauseNanos = command.has("rate") ? 1_000_000_000L / command.number("rate") : 0;
        long due = System.nanoTime();
        Semaphore free = new Semaphore(window);
        for (long n = messages.from(); n < messages.end() && !quit; n++) {
            free.acquire();
            due = Math.max(due + pauseNanos, System.nanoTime() - window * pauseNanos);
            LockSupport.parkNanos(due - System.nanoTime());
            Line event = event(n);
            try {
                producer.send(messages.message(n), new SendCallback() {
                    @Override
                    public void onSuccess(SendResult result) {
                        out.write(outcome(event, result));
                        free.release();
                    }

                    @Override
                    public void onException(Throwable e) {
                        out.write(failed(event, e));
                        free.release();
                    }
                });
            } catch (Exception e) {
                out.write(failed(event, e));
                free.release();
            }
        }
        if (!free.tryAcquire(window, 60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(window - free.availablePermits() + " async sends without an outcome");
        }
    }

    private Line event(long number) {
        return Line.of("sent").with("role", name).with("n", number);
    }

    private static Line outcome(Line event, SendResult result) {
        return event.with("status", result.getSendStatus()).with("queue", result.getMessageQueue().getQueueId())
            .with("offset", result.getQueueOffset()).with("msgId", result.getMsgId())
            .with("offsetMsgId", result.getOffsetMsgId());
    }

    private static Line failed(Line event, Throwable e) {
        Line failure = DriverMain.failure(e);
        return event.with("status", "FAILED").with("error", failure.text("error"))
            .with("code", failure.text("code", null));
    }

    @Override
    public void shutdown() {
        producer.shutdown();
    }
}
