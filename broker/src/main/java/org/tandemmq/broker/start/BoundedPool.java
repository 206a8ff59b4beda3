/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads with a queue of limited length. At the limit a task is rejected, with the limit in the message; the server
 * answers such a request as overload.
 */
public final class BoundedPool implements Executor, AutoCloseable {

    private static final long STOP_LIMIT_MS = 5_000;
    private static final Logger log = LoggerFactory.getLogger(BoundedPool.class);

    private final String name;
    private final int capacity;
    private final ThreadPoolExecutor executor;

    /**
     * Starts the pool; its threads come with the first tasks.
     *
     * @param name begin of the threads' names
     * @param threads number of threads
     * @param capacity tasks that may wait
     */
    public BoundedPool(String name, int threads, int capacity) {
        this.name = name;
        this.capacity = capacity;
        AtomicInteger number = new AtomicInteger();
        this.executor = new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(capacity), work -> {
                Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            throw new RejectedExecutionException(
                executor.isShutdown() ? name + " is closed" : name + " has " + capacity + " requests waiting", e);
        }
    }

    /** Tasks that wait. */
    public int waiting() {
        return executor.getQueue().size();
    }

    /** Tasks that may wait. */
    public int capacity() {
        return capacity;
    }

    /** Ends the threads once the tasks they have are done, waiting for at most {@value #STOP_LIMIT_MS} ms. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(STOP_LIMIT_MS, TimeUnit.MILLISECONDS)) {
                log.warn("{}: {} tasks dropped after {} ms", name, executor.shutdownNow().size(), STOP_LIMIT_MS);
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
