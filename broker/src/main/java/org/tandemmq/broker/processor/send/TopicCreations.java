/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.send;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.tandemmq.broker.processor.RefusedException;
import org.tandemmq.remoting.protocol.ResponseCode;

/**
 * Sends that wait until their topic was created and written to disk: they leave the event loop with bytes of their own,
 * of which there are never more than a limit.
 */
public final class TopicCreations {

    private final Executor admin;
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    /**
     * Creates the waiting room.
     *
     * @param admin changes topics; may reject
     * @param bytesMax most bytes of waiting sends
     */
    public TopicCreations(Executor admin, long bytesMax) {
        this.admin = admin;
        this.bytesMax = bytesMax;
    }

    /**
     * Carries out work elsewhere.
     *
     * @param sizeBytes bytes that it holds
     * @param work the work; it answers for itself
     * @throws RefusedException when there is too much of it, with the limit
     */
    void submit(int sizeBytes, Runnable work) {
        long now = bytes.addAndGet(sizeBytes);
        try {
            if (now > bytesMax) {
                throw new RefusedException(ResponseCode.SYSTEM_BUSY, "[OVERLOAD] sends that wait for the creation of "
                    + "their topic hold " + now + " bytes, the limit is " + bytesMax);
            }
            admin.execute(() -> {
                try {
                    work.run();
                } finally {
                    bytes.addAndGet(-sizeBytes);
                }
            });
        } catch (RejectedExecutionException full) {
            bytes.addAndGet(-sizeBytes);
            throw new RefusedException(ResponseCode.SYSTEM_BUSY, "[OVERLOAD] too many topic creations wait: "
                + full.getMessage());
        } catch (RefusedException tooMuch) {
            bytes.addAndGet(-sizeBytes);
            throw tooMuch;
        }
    }
}
