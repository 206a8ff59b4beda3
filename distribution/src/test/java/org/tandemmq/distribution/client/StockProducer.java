/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/** A producer in a stock client. */
public final class StockProducer implements AutoCloseable {
    private final DriverProcess driver;
    private final String role;
    private final RoleLines lines;
    private final Events<Sent> sent;
    private final Events<Long> asked;
    private int counted;
    private long acknowledged;

    StockProducer(DriverProcess driver, String role) {
        this.driver = driver;
        this.role = role;
        this.lines = new RoleLines(driver, role);
        this.sent = lines.events("sent", Sent::of);
        this.asked = lines.events("asked", line -> line.number("n"));
    }

    /**
     * Sends messages numbered from {@code from} and waits until each has an outcome. Options: mode=sync, async, oneway
     * or batch; size, tags, keys, spread (over queues), topics, delayLevel, wait, property, batch, window,
     * rate (messages a second, for async and batch).
     */
    public List<Sent> send(String topic, long from, int count, String... options) {
        int before = sent.count();
        driver.call(command(topic, from, count, options));
        return sent.after(before);
    }

    /** Starts sending; look at {@link #sent()} meanwhile. */
    public CompletableFuture<Line> startSend(String topic, long from, int count, String... options) {
        return driver.start(command(topic, from, count, options));
    }

    private Line command(String topic, long from, int count, String... options) {
        return StockClient.options(Line.of("send").with("role", role).with("topic", topic).with("from", from)
            .with("count", count), options);
    }

    /** Outcomes so far, oldest first. */
    public List<Sent> sent() {
        return sent.all();
    }

    /** Number of messages acknowledged so far. */
    public synchronized long acknowledged() {
        for (Sent outcome : sent.after(counted)) {
            counted++;
            acknowledged += outcome.acknowledged() ? 1 : 0;
        }
        return acknowledged;
    }

    /** How often the broker asked back for this number's transaction. */
    public long asked(long number) {
        return asked.all().stream().filter(n -> n == number).count();
    }

    /** Gives one of the other commands of the driver's producer. */
    public Line ask(String verb, String... options) {
        return driver.call(StockClient.options(Line.of(verb).with("role", role), options));
    }

    @Override
    public void close() {
        driver.call(Line.of("shutdown").with("role", role));
        lines.end();
    }
}
