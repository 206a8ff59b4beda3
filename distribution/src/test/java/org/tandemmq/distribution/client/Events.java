/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.client;

import java.util.List;

/** A role's events of one kind as records, each line read once however often a test looks. */
final class Events<T> {
    private final RoleLines lines;
    private final List<T> seen;

    /** Events of these lines, which {@code lines} puts into {@code seen}. */
    Events(RoleLines lines, List<T> seen) {
        this.lines = lines;
        this.seen = seen;
    }

    /** All so far, oldest first. */
    List<T> all() {
        return after(0);
    }

    /** Number so far. */
    int count() {
        synchronized (lines) {
            lines.update();
            return seen.size();
        }
    }

    /** Those after the first {@code from}. */
    List<T> after(int from) {
        synchronized (lines) {
            lines.update();
            return List.copyOf(seen.subList(from, seen.size()));
        }
    }
}
