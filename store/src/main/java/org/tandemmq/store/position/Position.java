/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.position;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Progress as a number: one writer publishes, many readers look. Padded by nothing and locked by nothing; whoever wants
 * to be woken registers a waker, whoever wants to wait uses {@link PositionWaiters}.
 */
public final class Position {

    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Position.class, "value", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private long value;
    private volatile Runnable[] wakers = new Runnable[0];

    /**
     * Creates the position.
     *
     * @param name name for messages, such as {@code end}
     * @param initial first value
     */
    public Position(String name, long initial) {
        this.name = name;
        this.value = initial;
    }

    /** Name for messages. */
    public String name() {
        return name;
    }

    /** The published value; everything written before it was published is visible. */
    public long value() {
        return (long) VALUE.getAcquire(this);
    }

    /**
     * Publishes progress without waking anybody. Writer only.
     *
     * @param newValue at least the current value
     */
    public void publish(long newValue) {
        if (newValue < value) {
            throw new AssertionError(name + " would go back from " + value + " to " + newValue);
        }
        VALUE.setRelease(this, newValue);
    }

    /** Wakes all who registered; after {@link #publish}, outside of any lock. */
    public void wake() {
        for (Runnable waker : wakers) {
            waker.run();
        }
    }

    /**
     * Publishes and wakes.
     *
     * @param newValue at least the current value
     */
    public void advance(long newValue) {
        publish(newValue);
        wake();
    }

    /**
     * Sets the value, backwards too: recovery, truncation, a role change. Writer only.
     *
     * @param newValue the value
     */
    public void reset(long newValue) {
        VALUE.setVolatile(this, newValue);
    }

    /**
     * Registers a waker: called by the writer's thread after each step, so it must be quick and must not throw.
     *
     * @param waker such as {@code wakeup::wake} or {@code selector::wakeup}
     */
    public synchronized void addWaker(Runnable waker) {
        Runnable[] more = Arrays.copyOf(wakers, wakers.length + 1);
        more[wakers.length] = waker;
        wakers = more;
    }

    /**
     * The same, before all others: for a thread on whose progress clients wait.
     *
     * @param waker quick, must not throw
     */
    public synchronized void addFirstWaker(Runnable waker) {
        Runnable[] more = new Runnable[wakers.length + 1];
        more[0] = waker;
        System.arraycopy(wakers, 0, more, 1, wakers.length);
        wakers = more;
    }

    @Override
    public String toString() {
        return name + "=" + value();
    }
}
