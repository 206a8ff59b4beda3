/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.start;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.OwnedTask;

/**
 * Threads with a queue of limited length that its users share: each owner of tasks ({@link OwnedTask}) has a line of
 * its own, and the lines get their turns one task at a time. When the queue is full, an owner with a task waiting
 * already is rejected, with the limit in the message; one without may add a single task, up to twice the limit in all.
 * So a client that floods the queue waits behind itself and not in front of others.
 */
public final class BoundedPool implements Executor, AutoCloseable {

    private static final long STOP_LIMIT_MS = 5_000;
    private static final Logger log = LoggerFactory.getLogger(BoundedPool.class);

    private final String name;
    private final int capacity;
    private final ThreadPoolExecutor executor;
    private final Map<Object, Deque<Runnable>> lines = new IdentityHashMap<>();
    private final Deque<Object> turns = new ArrayDeque<>();
    private int waiting;

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
            new LinkedBlockingQueue<>(), work -> {
                Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        Object owner = task instanceof OwnedTask ? ((OwnedTask) task).owner() : this;
        synchronized (lines) {
            Deque<Runnable> line = lines.get(owner);
            if (waiting >= capacity && (line != null || waiting >= 2 * capacity)) {
                throw new RejectedExecutionException(name + " has " + waiting + " requests waiting, "
                    + (line == null ? 0 : line.size()) + " of this client, the limit is " + capacity);
            }
            try {
                executor.execute(this::runNext); // as many of these as tasks wait
            } catch (RejectedExecutionException closed) {
                throw new RejectedExecutionException(name + " is closed", closed);
            }
            waiting++;
            if (line == null) {
                line = new ArrayDeque<>();
                lines.put(owner, line);
                turns.add(owner);
            }
            line.add(task);
        }
    }

    private void runNext() {
        next().run();
    }

    /** The first task of the line whose turn it is; that line is then the last. */
    private Runnable next() {
        synchronized (lines) {
            Object owner = turns.remove();
            Deque<Runnable> line = lines.get(owner);
            Runnable task = line.remove();
            waiting--;
            if (line.isEmpty()) {
                lines.remove(owner);
            } else {
                turns.add(owner);
            }
            return task;
        }
    }

    /** Tasks that wait. */
    public int waiting() {
        synchronized (lines) {
            return waiting;
        }
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
