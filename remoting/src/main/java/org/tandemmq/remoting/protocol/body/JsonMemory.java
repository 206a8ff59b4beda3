/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.protocol.body;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Heap that the trees of JSON texts from peers may take, over all threads together: texts of a few MiB unfold to a
 * hundred, and several threads read at once. A text counts as it is read, by an estimate; one that finds no room is
 * refused. What a thread took counts until it begins its next text or says that its request is over
 * ({@link #release}). Short texts are not counted, their number is bounded by that of the threads.
 */
public final class JsonMemory {

    /** The account of this process: a third of its heap. */
    public static final JsonMemory OF_PROCESS = new JsonMemory(Runtime.getRuntime().maxMemory() / 3);

    /** Bytes of one text that are not counted. */
    static final long FREE_BYTES = 256 << 10;
    /** Bytes that are taken from the account at once. */
    private static final long STEP_BYTES = 1 << 20;

    private final long bytesMax;
    private final AtomicLong taken = new AtomicLong();
    private final ThreadLocal<long[]> own = ThreadLocal.withInitial(() -> new long[1]);

    /**
     * Creates an account.
     *
     * @param bytesMax most bytes that count at one time
     */
    JsonMemory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * Takes more for the text that this thread reads.
     *
     * @param bytes estimate of the whole text so far
     * @return the estimate up to which nothing more has to be taken
     * @throws JsonException if there is no room; names the limit
     */
    long grow(long bytes) {
        long[] mine = own.get();
        long wanted = bytes - FREE_BYTES + STEP_BYTES;
        long more = wanted - mine[0];
        long sum = taken.addAndGet(more);
        if (sum > bytesMax) {
            taken.addAndGet(-more);
            throw new JsonException("[OVERLOAD] JSON texts under way take " + (sum - more) + " bytes of memory, this "
                + "one " + bytes + " so far, the limit of all is " + bytesMax + ", try again later");
        }
        mine[0] = wanted;
        return wanted + FREE_BYTES;
    }

    /**
     * Reads a text; what this thread read before counts no more, and this one neither if it can't be read.
     *
     * @param text reads it
     * @return what it gave
     */
    Object during(Supplier<Object> text) {
        release();
        boolean read = false;
        try {
            Object tree = text.get();
            read = true;
            return tree;
        } finally {
            if (!read) {
                release();
            }
        }
    }

    /** This thread is done with what it has read. */
    public void release() {
        long[] mine = own.get();
        if (mine[0] > 0) {
            taken.addAndGet(-mine[0]);
            mine[0] = 0;
        }
    }

    /** Bytes that count now. */
    long taken() {
        return taken.get();
    }
}
