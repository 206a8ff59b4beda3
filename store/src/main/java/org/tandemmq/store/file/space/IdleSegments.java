/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.file.MappedFileQueue;

/**
 * Gives back, once a minute, the address space of segments that nobody reads: the other end of what
 * {@link FileAllocator} takes ahead.
 */
public final class IdleSegments implements Agent {

    private static final long LOOK_EVERY_MS = 60_000;

    private final MappedFileQueue files;
    private long nextMs = Long.MIN_VALUE;

    /**
     * Creates the agent.
     *
     * @param files the segments
     */
    public IdleSegments(MappedFileQueue files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "idle-segments";
    }

    @Override
    public int doWork(long nowMs) {
        if (nowMs < nextMs) {
            return 0;
        }
        nextMs = nowMs + LOOK_EVERY_MS;
        return files.unmapIdle();
    }
}
