/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.tandemmq.remoting.Payload;

/** A body in slices of direct memory, which counts how often it was closed. */
final class SlicedPayload implements Payload {

    private final ByteBuffer[] slices;
    private final AtomicInteger closed;

    SlicedPayload(AtomicInteger closed, int... sliceBytes) {
        this.closed = closed;
        this.slices = new ByteBuffer[sliceBytes.length];
        byte next = 0;
        for (int i = 0; i < slices.length; i++) {
            slices[i] = ByteBuffer.allocateDirect(sliceBytes[i] + 7).position(3).limit(3 + sliceBytes[i]);
            for (int at = 3; at < slices[i].limit(); at++) {
                slices[i].put(at, next++);
            }
        }
    }

    @Override
    public int sliceCount() {
        return slices.length;
    }

    @Override
    public ByteBuffer slice(int index) {
        return slices[index];
    }

    @Override
    public int sizeBytes() {
        int sum = 0;
        for (ByteBuffer slice : slices) {
            sum += slice.remaining();
        }
        return sum;
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
