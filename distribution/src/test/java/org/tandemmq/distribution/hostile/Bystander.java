/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;

/**
 * A well-behaved client beside the hostile ones: sends a message, pulls it, asks for its topic's settings and for its
 * route, again and again, over connections that it keeps. It notes the slowest answer and the first failure.
 */
final class Bystander implements AutoCloseable {
    private static final int PULL_MESSAGE = 11;
    private static final int GET_TOPIC_CONFIG = 351;
    private static final int GET_ROUTEINFO_BY_TOPIC = 105;
    private static final int ANSWER_WITHIN_MS = 15_000;
    private static final long PAUSE_NANOS = 5_000_000;

    private final String topic;
    private final RawClient client;
    private final RawClient tool;
    private final RawClient names;
    private final Thread thread = new Thread(this::run, "bystander");
    private final AtomicLong rounds = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private volatile String slowest = "";
    private volatile String failure;
    private volatile boolean running = true;

    /** Connects; the topic is there. */
    Bystander(Broker broker, String topic) {
        this.topic = topic;
        try {
            client = new RawClient(broker.address());
            tool = new RawClient(broker.address());
            names = new RawClient(broker.nameServers());
            for (RawClient one : List.of(client, tool, names)) {
                one.socket().setSoTimeout(ANSWER_WITHIN_MS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread.start();
    }

    private void run() {
        long offset = 0;
        try {
            while (running) {
                ask(client, "send", RawAdmin.sendRequest(topic, 0).withBody(new byte[100]));
                RawFrame pulled = ask(client, "pull", RawFrame.request(PULL_MESSAGE).with("consumerGroup", "bystanders")
                    .with("topic", topic).with("queueId", 0).with("queueOffset", offset).with("maxMsgNums", 32)
                    .with("sysFlag", 6).with("commitOffset", 0).with("suspendTimeoutMillis", 10_000)
                    .with("subscription", "*").with("subVersion", 1).with("expressionType", "TAG"));
                offset = Long.parseLong(pulled.field("nextBeginOffset"));
                ask(tool, "topic settings", RawFrame.request(GET_TOPIC_CONFIG).with("topic", topic));
                ask(names, "route", RawFrame.request(GET_ROUTEINFO_BY_TOPIC).with("topic", topic));
                rounds.incrementAndGet();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            failure = "after " + rounds + " rounds: " + e;
        }
    }

    private RawFrame ask(RawClient of, String what, RawFrame request) throws IOException {
        long began = System.nanoTime();
        RawFrame answer;
        try {
            answer = of.call(request);
        } catch (IOException e) {
            throw new IOException(what + ": " + e, e);
        }
        long took = System.nanoTime() - began;
        if (took > slowestNanos.get()) {
            slowestNanos.set(took);
            slowest = what;
        }
        if (answer.code() != 0) {
            throw new IOException(what + " answered with " + answer);
        }
        return answer;
    }

    /** Rounds done so far. */
    long rounds() {
        return rounds.get();
    }

    /** What went wrong first, or null. */
    String failure() {
        return failure;
    }

    /** Milliseconds of the slowest answer since the last call of this. */
    long takeSlowestMs() {
        return slowestNanos.getAndSet(0) / 1_000_000;
    }

    /** Which answer was the slowest. */
    String slowest() {
        return slowest;
    }

    @Override
    public void close() throws IOException {
        running = false;
        client.close();
        tool.close();
        names.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
