/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.queue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings the entries that are in memory to the files, in passes over the queues that have some, a few queues at a time
 * so that dispatch does not stand still for it; and knows up to which record the files are complete. Passes run on the
 * dispatch thread, {@link #force} on the upkeep thread.
 */
final class QueuePasses {

    private static final int QUEUES_PER_SLICE = 200;

    private final long intervalMs;
    private final Set<ConsumeQueue> active = ConcurrentHashMap.newKeySet();
    private final Set<ConsumeQueue> unforced = ConcurrentHashMap.newKeySet();
    private final ArrayDeque<ConsumeQueue> pass = new ArrayDeque<>();
    private QueueMark handled = new QueueMark(0, 0);
    private QueueMark passMark = handled;
    private volatile QueueMark written = handled;
    private long lastPassMs = Long.MIN_VALUE / 2;

    QueuePasses(long intervalMs) {
        this.intervalMs = intervalMs;
    }

    /** Everything before the mark is in the files. At start. */
    void begin(QueueMark mark) {
        handled = mark;
        passMark = mark;
        written = mark;
    }

    /** The queue has a new entry. */
    void entered(ConsumeQueue queue) {
        active.add(queue);
    }

    /** Everything before a position has its entry. */
    void handled(long position, long storeTimestampMs) {
        handled = new QueueMark(position, storeTimestampMs);
    }

    /** Goes on with the pass, or begins one when it is due. */
    void doWork(long nowMs) throws IOException {
        if (pass.isEmpty()) {
            if (nowMs - lastPassMs < intervalMs) {
                return;
            }
            lastPassMs = nowMs;
            passMark = handled;
            pass.addAll(active);
        }
        for (int i = 0; i < QUEUES_PER_SLICE && !pass.isEmpty(); i++) {
            writeOut(pass.peek());
            pass.poll();
        }
        if (pass.isEmpty()) {
            written = passMark;
        }
    }

    private void writeOut(ConsumeQueue queue) throws IOException {
        if (!active.contains(queue)) {
            return;
        }
        if (queue.writeOut()) {
            unforced.add(queue);
        } else {
            active.remove(queue);
        }
    }

    /** Brings everything to the files at once. */
    void writeOutAll() throws IOException {
        for (ConsumeQueue queue : active) {
            queue.writeOut();
            unforced.add(queue);
        }
        written = handled;
    }

    /** Forces what the passes have written; the mark up to which the disk has the queues now. */
    QueueMark force() throws IOException {
        QueueMark mark = written;
        for (ConsumeQueue queue : unforced) {
            unforced.remove(queue);
            try {
                queue.force();
            } catch (IOException thrown) {
                unforced.add(queue);
                throw thrown;
            }
        }
        return mark;
    }

    /** The queue is gone. */
    void dropped(ConsumeQueue queue) {
        active.remove(queue);
        unforced.remove(queue);
    }
}
