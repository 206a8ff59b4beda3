/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.driver;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The threads of one stock client: whatever is started in here stays in this group. A client of the current line that
 * ends waits for its event thread, which looks up every three seconds only; that one is woken, so that tests do not
 * spend minutes on it. Nothing else of a client is touched, and nothing before its end.
 */
final class ClientThreads {
    private static final String EVENTS = "NettyEventExecutor";
    private static final int LOOK_EVERY_MS = 20;
    private static final int TOP_FRAMES = 4;

    private final ThreadGroup group;

    ClientThreads(String name) {
        group = new ThreadGroup(name);
    }

    /** Does a part of the client's work in a thread of this group and waits for it; throws what it throws. */
    <T> T call(Callable<T> part) throws Exception {
        FutureTask<T> task = new FutureTask<>(part);
        Thread thread = new Thread(group, task, "driver-client");
        thread.setDaemon(true);
        thread.start();
        while (true) {
            try {
                return task.get(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillAtWork) {
                if (waitsForAnEnd(thread)) {
                    wakeEvents();
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Exception thrown) {
                    throw thrown;
                }
                throw (Error) e.getCause();
            }
        }
    }

    private static boolean waitsForAnEnd(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        for (int i = 0; i < Math.min(TOP_FRAMES, stack.length); i++) {
            if (stack[i].getClassName().equals(Thread.class.getName()) && stack[i].getMethodName().equals("join")) {
                return true;
            }
        }
        return false;
    }

    private void wakeEvents() {
        Thread[] all = new Thread[2 * group.activeCount() + 1];
        int count = group.enumerate(all);
        for (int i = 0; i < count; i++) {
            if (all[i].getName().contains(EVENTS)) {
                all[i].interrupt();
            }
        }
    }
}
