/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers what was opened and closes it in reverse order; one that fails does not keep the others open. */
public final class CloseOrder implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CloseOrder.class);

    private final Deque<Opened> opened = new ArrayDeque<>();
    private boolean closed;

    private record Opened(String name, AutoCloseable part) {
    }

    /**
     * Adds a part that is to be closed before all that were added earlier.
     *
     * @param name for the log
     * @param part the part
     * @param <T> its type
     * @return the part
     */
    public synchronized <T extends AutoCloseable> T add(String name, T part) {
        if (closed) {
            throw new IllegalStateException("stopped while starting " + name);
        }
        opened.push(new Opened(name, part));
        return part;
    }

    /** Closes everything, the last one first. Further calls do nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        while (!opened.isEmpty()) {
            Opened next = opened.pop();
            try {
                next.part().close();
            } catch (Exception | Error e) { // whatever it is, the others are closed all the same
                log.error("{} could not be closed: {}", next.name(), e.toString(), e);
            }
        }
    }
}
