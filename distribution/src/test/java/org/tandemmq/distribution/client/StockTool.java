/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/** The stock admin tool inside a driver: a subcommand costs milliseconds, not the start of a process. */
public final class StockTool {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final DriverProcess driver;
    private final String role;

    StockTool(DriverProcess driver, String nameServers) {
        this.driver = driver;
        this.role = "tool" + NUMBER.incrementAndGet();
        driver.call(Line.of("tool").with("role", role).with("namesrv", nameServers));
    }

    /** Runs a subcommand and returns what it printed, both outputs together. */
    public String run(String... arguments) {
        Line line = Line.of("run").with("role", role);
        for (int i = 0; i < arguments.length; i++) {
            line.with("a" + i, arguments[i]);
        }
        return driver.call(line).text("out");
    }
}
