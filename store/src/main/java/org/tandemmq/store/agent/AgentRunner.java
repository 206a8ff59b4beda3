/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of an agent, and the one catch-all of that thread: an exception of {@link Agent#doWork} is logged and the
 * agent is called again after a growing pause. An {@link Error} is another matter: a broken invariant, no memory, a
 * class that is not there. It ends the thread and reaches the handler of uncaught exceptions, which ends the process;
 * no thread of ours goes on after one.
 *
 * <p>Between two slices that had work the runner may gather for a moment, so that the threads that publish work need
 * not wake it for each piece.
 */
public final class AgentRunner implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AgentRunner.class);
    private static final long STOP_LIMIT_MS = 10_000;

    private final Agent agent;
    private final Rest wakeup;
    private final Pauses pauses;
    private final LongSupplier elapsedMs;
    private final Backoff backoff = new Backoff(50, 2_000);
    private final Thread thread;
    private volatile boolean running = true;
    private volatile Throwable failure;

    /**
     * How a runner rests.
     *
     * @param idleMs longest rest when there is nothing to do and nobody wakes
     * @param gatherNanos rest between two slices that both had work; 0 for none
     */
    public record Pauses(long idleMs, long gatherNanos) {
    }

    /**
     * Creates the runner; the thread begins with {@link #start}.
     *
     * @param agent whose work is done
     * @param wakeup ends the rest of this runner
     * @param pauses how it rests
     * @param elapsedMs elapsed-time clock handed to the agent
     */
    public AgentRunner(Agent agent, Rest wakeup, Pauses pauses, LongSupplier elapsedMs) {
        this.agent = agent;
        this.wakeup = wakeup;
        this.pauses = pauses;
        this.elapsedMs = elapsedMs;
        this.thread = new Thread(this::run, agent.name());
        thread.setDaemon(true);
    }

    /** Starts the thread; once. */
    public AgentRunner start() {
        thread.start();
        return this;
    }

    /** What the last call of the agent threw, or null when it went well. */
    public Throwable failure() {
        return failure;
    }

    private void run() {
        while (running) {
            if (slice() > 0) {
                if (pauses.gatherNanos() > 0) {
                    LockSupport.parkNanos(this, pauses.gatherNanos());
                }
                continue;
            }
            wakeup.prepareToRest();
            if (!running || slice() > 0) {
                wakeup.stay();
            } else {
                wakeup.rest(TimeUnit.MILLISECONDS.toNanos(failure == null ? pauses.idleMs() : backoff.delayMs()));
            }
        }
        closeAgent();
    }

    private int slice() {
        if (failure != null && !backoff.isOver(elapsedMs.getAsLong())) {
            return 0;
        }
        try {
            int done = agent.doWork(elapsedMs.getAsLong());
            if (failure != null) {
                log.info("{} works again", agent.name());
                failure = null;
                backoff.succeeded();
            }
            return done;
        } catch (Exception | InternalError thrown) {
            // the latter where the disk does not give a page of a mapped file: later, or elsewhere, it may again
            if (failure == null || !String.valueOf(failure).equals(String.valueOf(thrown))) {
                log.error("{} failed, tried again in {} ms", agent.name(), backoff.nextDelayMs(), thrown);
            }
            failure = thrown;
            backoff.failed(elapsedMs.getAsLong());
            return 0;
        } catch (Error broken) {
            // nothing that is written from here on could be trusted
            failure = broken;
            running = false;
            throw broken;
        }
    }

    private void closeAgent() {
        try {
            agent.close();
        } catch (Exception thrown) {
            log.error("{} failed while it closed", agent.name(), thrown);
        }
    }

    /** Stops the thread after its current slice and waits for it, at most ten seconds. */
    @Override
    public void close() {
        running = false;
        wakeup.wake();
        LockSupport.unpark(thread);
        boolean interrupted = false;
        try {
            thread.join(STOP_LIMIT_MS);
        } catch (InterruptedException stopped) {
            interrupted = true;
        }
        if (thread.isAlive()) {
            log.error("{} did not stop within {} ms", agent.name(), STOP_LIMIT_MS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
