/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

/**
 * What a queue has to know of the log when it is opened.
 *
 * @param position first position of the log
 * @param hasHoles whether pieces of it are missing: fillers may stand between messages that it has
 */
public record LogBegin(long position, boolean hasHoles) {

    /** A log of which nothing is missing from its first position on. */
    public static LogBegin whole(long position) {
        return new LogBegin(position, false);
    }
}
