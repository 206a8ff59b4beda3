/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the process ends. Asked to stop by a signal it closes what was opened and ends with 0; a start that fails ends
 * with 1, wrong usage with 2, a broken invariant with 3 after its message. Closing runs once, on the shutdown thread,
 * and is bounded: after {@value #CLOSE_LIMIT_MS} ms the process ends all the same, and says so.
 */
public final class ProcessExit {

    /** Stopped as asked. */
    public static final int STOPPED = 0;
    /** Could not start. */
    public static final int NOT_STARTED = 1;
    /** Wrong usage. */
    public static final int USAGE = 2;
    /** Something that can't be happened; see the last lines of the log. */
    public static final int BROKEN = 3;

    private static final long CLOSE_LIMIT_MS = 60_000;

    private final AtomicInteger code = new AtomicInteger(STOPPED);
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * Closes this when the process is asked to stop, and stops it when a thread dies of an exception.
     *
     * @param opened everything that was started, closed in its own order
     */
    public void closeAtEnd(AutoCloseable opened) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAndHalt(opened), "shutdown"));
    }

    /** Makes every exception that leaves a thread end the process. */
    public void stopOnUncaught() {
        Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> broken("thread " + thread.getName(), cause));
    }

    /**
     * Ends the process because something that can't be happened.
     *
     * @param where thread or part
     * @param cause names file and position where there is one
     */
    public void broken(String where, Throwable cause) {
        log().error("{} failed, the process stops: {}", where, cause.toString(), cause);
        // from a thread of its own: the one that failed may be waited for while closing
        if (ending.compareAndSet(false, true)) {
            new Thread(() -> end(BROKEN), "exit").start();
        }
    }

    /**
     * Ends the process.
     *
     * @param exitCode one of the codes above
     */
    public void end(int exitCode) {
        code.set(exitCode);
        System.exit(exitCode);
    }

    private void closeAndHalt(AutoCloseable opened) {
        Thread limit = new Thread(this::haltLate, "shutdown-limit");
        limit.setDaemon(true);
        limit.start();
        try {
            opened.close();
        } catch (Exception e) {
            log().error("not everything could be closed: {}", e.toString(), e);
            code.compareAndSet(STOPPED, BROKEN);
        }
        // a signal's own exit code would be 143; stopped as asked is 0
        Runtime.getRuntime().halt(code.get());
    }

    /** Not a constant: the log file gets its name after this class is there. */
    private static Logger log() {
        return LoggerFactory.getLogger(ProcessExit.class);
    }

    private void haltLate() {
        try {
            Thread.sleep(CLOSE_LIMIT_MS);
            log().error("closing takes longer than {} ms, the process ends without", CLOSE_LIMIT_MS);
            Runtime.getRuntime().halt(BROKEN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
