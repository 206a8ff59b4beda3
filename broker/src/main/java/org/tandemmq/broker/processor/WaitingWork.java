/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.tandemmq.remoting.OwnedTask;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * Requests that leave the event loop to wait for something slow: the creation of their topic or group, a read from
 * disk. They leave with bytes of their own, of which there are never more than a limit. Any thread.
 */
public final class WaitingWork {

    private final Executor executor;
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Creates the waiting room.
     *
     * @param executor does the work; may reject
     * @param bytesMax most bytes of requests that wait
     */
    public WaitingWork(Executor executor, long bytesMax) {
        this.executor = executor;
        this.bytesMax = bytesMax;
    }

    /**
     * Carries out work elsewhere.
     *
     * @param owner connection of the request
     * @param sizeBytes bytes that it holds
     * @param what what waits, for the refusal: "sends to new topics"
     * @param work the work; it answers for itself
     * @throws RefusedException when there is too much of it, with the limit
     */
    public void submit(Object owner, long sizeBytes, String what, Runnable work) {
        long now = bytes.addAndGet(sizeBytes);
        if (now > bytesMax) {
            bytes.addAndGet(-sizeBytes);
            throw new RefusedException(ResponseCode.SYSTEM_BUSY, "[OVERLOAD] " + what + ": requests that wait would "
                + "hold " + now + " bytes, the limit is " + bytesMax);
        }
        try {
            executor.execute(OwnedTask.of(owner, () -> {
                try {
                    work.run();
                } finally {
                    bytes.addAndGet(-sizeBytes);
                }
            }));
        } catch (RejectedExecutionException full) {
            bytes.addAndGet(-sizeBytes);
            throw new RefusedException(ResponseCode.SYSTEM_BUSY, "[OVERLOAD] " + what + ": " + full.getMessage());
        }
    }
}
