/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.longpolling;

import java.util.concurrent.atomic.AtomicBoolean;

/** A held pull within the service: identity, order of deadlines, and who ends it. Ended once, by whoever is first. */
final class Hold implements Comparable<Hold> {

    private final HeldPull pull;
    private final long number;
    private final AtomicBoolean ended = new AtomicBoolean();

    Hold(HeldPull pull, long number) {
        this.pull = pull;
        this.number = number;
    }

    HeldPull pull() {
        return pull;
    }

    /** Whether the caller is the one to end it. */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    /** Takes {@link #end} back. */
    void reopen() {
        ended.set(false);
    }

    @Override
    public int compareTo(Hold other) {
        int byDeadline = Long.compare(pull.deadlineMs(), other.pull.deadlineMs());
        return byDeadline != 0 ? byDeadline : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
