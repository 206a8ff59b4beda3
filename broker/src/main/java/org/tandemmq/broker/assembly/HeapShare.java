/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

/**
 * Limits of memory that grow with the heap: what one kind of request may make the broker hold is a fixed part of it, so
 * that no kind alone can fill it.
 */
public final class HeapShare {

    private HeapShare() {
    }

    /**
     * A part of the heap.
     *
     * @param parts how many such parts the heap has
     * @return bytes
     */
    public static long bytes(int parts) {
        return Runtime.getRuntime().maxMemory() / parts;
    }
}
