/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers of other machines on their way to the one thread that works on them. Each follows from a request of that
 * thread, and those under way are few: more answers than the limit mean that something is broken, which ends the
 * process rather than to lose one. Any thread delivers, one thread takes.
 */
public final class Inbox {

    /** Most answers that wait. */
    static final int ANSWERS_MAX = 10_000;

    private final Queue<Runnable> answers = new LinkedBlockingQueue<>(ANSWERS_MAX);
    private final Runnable wake;

    /**
     * Creates an empty inbox.
     *
     * @param wake lets the thread that takes run soon; any thread
     */
    public Inbox(Runnable wake) {
        this.wake = wake;
    }

    /**
     * Leaves an answer.
     *
     * @param answer what is done with it on the thread that takes
     */
    public void deliver(Runnable answer) {
        if (!answers.offer(answer)) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread,
                new AssertionError("more than " + ANSWERS_MAX + " answers of other machines wait"));
        }
        wake.run();
    }

    /**
     * Does what is to be done with the answers that are there.
     *
     * @return number of answers
     */
    public int take() {
        int done = 0;
        for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
            answer.run();
            done++;
        }
        return done;
    }
}
