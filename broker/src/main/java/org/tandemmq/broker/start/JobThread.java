/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.protocol.body.JsonMemory;

/**
 * One thread with jobs that return at regular intervals. A job that fails is logged and comes again; the same failure
 * twice running is logged once. Closing lets the job that runs end, for at most {@value #STOP_LIMIT_MS} ms.
 */
public final class JobThread implements AutoCloseable {

    private static final long STOP_LIMIT_MS = 10_000;
    private static final Logger log = LoggerFactory.getLogger(JobThread.class);

    private final String name;
    private final ScheduledThreadPoolExecutor executor;

    /**
     * Starts the thread.
     *
     * @param name name for thread and log
     */
    public JobThread(String name) {
        this.name = name;
        this.executor = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
    }

    /**
     * Adds a job.
     *
     * @param job name for the log
     * @param periodMs milliseconds from one end to the next begin
     * @param work the job; never waits for long
     */
    public void every(String job, long periodMs, Runnable work) {
        executor.scheduleWithFixedDelay(guarded(job, work), periodMs, periodMs, TimeUnit.MILLISECONDS);
    }

    /**
     * Runs something once, soon.
     *
     * @param job name for the log
     * @param work the job
     */
    public void once(String job, Runnable work) {
        executor.execute(guarded(job, work));
    }

    /** Ends the thread; jobs that have not begun are dropped. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(STOP_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                log.warn("a job of {} still runs after {} ms and is interrupted", name, STOP_LIMIT_MS);
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static Runnable guarded(String job, Runnable work) {
        return new Runnable() {
            private String lastFailure = "";

            @Override
            public void run() {
                try {
                    work.run();
                    lastFailure = "";
                } catch (RuntimeException | InternalError e) { // the latter where the disk does not give a mapped page
                    if (!lastFailure.equals(e.toString())) {
                        log.error("{} failed and is tried again: {}", job, e.toString(), e);
                    }
                    lastFailure = e.toString();
                } catch (Error e) {
                    // the executor would only keep it and never run the job again
                    Thread thread = Thread.currentThread();
                    thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
                } finally {
                    JsonMemory.OF_PROCESS.release();
                }
            }
        };
    }
}
