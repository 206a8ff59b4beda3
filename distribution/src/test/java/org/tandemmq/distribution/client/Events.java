/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.process.DriverProcess;

/** A role's events of one kind as records, each line read once however often a test looks. */
final class Events<T> {
    private final DriverProcess driver;
    private final String role;
    private final String verb;
    private final Function<Line, T> reader;
    private final List<T> seen = new ArrayList<>();
    private int lines;
    private boolean ended;

    Events(DriverProcess driver, String role, String verb, Function<Line, T> reader) {
        this.driver = driver;
        this.role = role;
        this.verb = verb;
        this.reader = reader;
    }

    /** All so far, oldest first. */
    synchronized List<T> all() {
        update();
        return List.copyOf(seen);
    }

    /** Number so far. */
    synchronized int count() {
        update();
        return seen.size();
    }

    /** Those after the first {@code from}. */
    synchronized List<T> after(int from) {
        update();
        return List.copyOf(seen.subList(from, seen.size()));
    }

    /** The role has ended: what it said is kept here only. */
    synchronized void end() {
        update();
        ended = true;
    }

    private void update() {
        if (ended) {
            return;
        }
        List<Line> more = driver.events(role, lines);
        lines += more.size();
        more.stream().filter(line -> line.verb().equals(verb)).map(reader).forEach(seen::add);
    }
}
