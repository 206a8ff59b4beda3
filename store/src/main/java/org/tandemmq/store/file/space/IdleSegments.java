/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.file.space;

import java.util.List;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.file.MappedFile;
import org.tandemmq.store.file.MappedFileQueue;

/**
 * Gives back, once a minute, the address space of segments that nobody has read since the last look: the other end of
 * what {@link FileAllocator} takes ahead. The newest stays mapped. One segment at a time, since that takes a while and
 * the thread, store-upkeep, has other work.
 */
public final class IdleSegments implements Agent {

    private static final long LOOK_EVERY_MS = 60_000;

    private final MappedFileQueue files;
    private long nextMs = Long.MIN_VALUE;
    /** The segments of this look, and how many of them were looked at. */
    private List<MappedFile> segments = List.of();
    private int looked;

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

    /** Gives one mapping back, and says whether there was one. */
    @Override
    public int doWork(long nowMs) {
        if (looked == segments.size() && nowMs >= nextMs) {
            nextMs = nowMs + LOOK_EVERY_MS;
            List<MappedFile> all = files.files();
            segments = all.subList(0, Math.max(0, all.size() - 1));
            looked = 0;
        }
        while (looked < segments.size()) {
            looked++;
            if (segments.get(looked - 1).unmapIdle()) {
                return 1;
            }
        }
        return 0;
    }
}
