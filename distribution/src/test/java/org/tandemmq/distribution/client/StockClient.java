/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/**
 * Makes producers and consumers inside a driver process, against some name servers. Options are {@code key=value} as
 * the driver's roles know them.
 */
public final class StockClient {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final DriverProcess driver;
    private final String nameServers;

    /** Clients of this process. */
    public StockClient(DriverProcess driver, String nameServers) {
        this.driver = driver;
        this.nameServers = nameServers;
    }

    /** Starts a producer. */
    public StockProducer producer(String group, String... options) {
        return new StockProducer(driver, role("producer", group, options));
    }

    /** Starts a transactional producer. */
    public StockProducer transactional(String group, String... options) {
        return new StockProducer(driver, role("transaction", group, options));
    }

    /** Starts a push consumer of a topic, or of several with commas between. */
    public StockConsumer push(String group, String topic, String... options) {
        return new StockConsumer(driver, role("push", group, with(options, "topic=" + topic)));
    }

    /** Starts a lite-pull consumer. */
    public StockConsumer lite(String group, String topic, String... options) {
        return new StockConsumer(driver, role("lite", group, with(options, "topic=" + topic)));
    }

    /** Starts an old pull consumer, which reads only when told to {@code drain}. */
    public StockConsumer pull(String group, String... options) {
        return new StockConsumer(driver, role("pull", group, options));
    }

    /** Starts a consumer that answers each message; not of the oldest. */
    public StockConsumer responder(String group, String topic) {
        return new StockConsumer(driver, role("responder", group, "topic=" + topic));
    }

    /** The admin tool of this line; not of the oldest. */
    public StockTool tool() {
        return new StockTool(driver, nameServers);
    }

    private String role(String verb, String group, String... options) {
        String role = verb + NUMBER.incrementAndGet();
        driver.call(options(Line.of(verb).with("role", role).with("group", group).with("namesrv", nameServers),
            options));
        return role;
    }

    static Line options(Line line, String... options) {
        for (String option : options) {
            int equal = option.indexOf('=');
            line.with(option.substring(0, equal), option.substring(equal + 1));
        }
        return line;
    }

    private static String[] with(String[] options, String more) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = more;
        return all;
    }
}
