/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.agent;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets any thread end the pause of an agent's thread. Whoever publishes work calls {@link #wake} afterwards; that costs
 * a fence and a read while the agent is busy, and a system call only when it really rests.
 */
public final class Wakeup implements Rest {

    private volatile Thread resting;

    @Override
    public void wake() {
        // The work was published before; without the fence its store could pass the read below, and both sides sleep.
        VarHandle.fullFence();
        Thread thread = resting;
        if (thread != null) {
            resting = null;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void prepareToRest() {
        resting = Thread.currentThread();
    }

    @Override
    public void rest(long nanos) {
        if (resting != null && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        resting = null;
    }

    @Override
    public void stay() {
        resting = null;
    }
}
