/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/** The lines of one role of a driver, read once and then kept as records only: a long test sees a million of them. */
final class RoleLines {
    private final DriverProcess driver;
    private final String role;
    private final Map<String, Consumer<Line>> takers = new HashMap<>();
    private boolean ended;

    RoleLines(DriverProcess driver, String role) {
        this.driver = driver;
        this.role = role;
    }

    /** The events of one kind; asked for before the first look at any. */
    <T> Events<T> events(String verb, Function<Line, T> reader) {
        List<T> seen = new ArrayList<>();
        takers.put(verb, line -> seen.add(reader.apply(line)));
        return new Events<>(this, seen);
    }

    /** Takes over what came since the last look. */
    synchronized void update() {
        if (!ended) {
            driver.take(role).forEach(line -> takers.getOrDefault(line.verb(), unknown -> { }).accept(line));
        }
    }

    /** The role has ended: what it said is kept here only. */
    synchronized void end() {
        update();
        ended = true;
    }
}
