/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.offset;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.tandemmq.remoting.protocol.body.DataVersion;

/**
 * Version of the offsets. It moves on when somebody asks after a change, so that a commit costs no more than a flag.
 * The versions given out lately are kept: a slave that has one of them needs only what changed since. What was removed
 * can't be told that way, so then they are forgotten, and the slave gets the whole table. Any thread.
 */
final class OffsetVersion {

    private static final int VERSIONS_MAX = 256;

    private final InstantSource clock;
    private final Deque<DataVersion> givenOut = new ArrayDeque<>();
    private DataVersion version = DataVersion.NONE;
    private volatile boolean changed;
    private volatile long tick;

    OffsetVersion(InstantSource clock) {
        this.clock = clock;
    }

    /** Version after all changes so far. */
    synchronized DataVersion current() {
        if (changed) {
            changed = false;
            version = version.next(clock.millis());
            tick = version.counter();
            givenOut.addLast(version);
            if (givenOut.size() > VERSIONS_MAX) {
                givenOut.removeFirst();
            }
        }
        return version;
    }

    /** Count of the version, with which changes are marked. */
    long tick() {
        return tick;
    }

    void changed() {
        if (!changed) {
            changed = true;
        }
    }

    /** Something was removed. */
    void removed() {
        synchronized (this) {
            givenOut.clear();
        }
        changed();
    }

    /** The table is about to become that of a master; what changes from here on is our own again. */
    void following() {
        changed = false;
    }

    /** The table is that of a master now; gives whether the version differs. */
    synchronized boolean take(DataVersion masters) {
        boolean differs = !version.equals(masters);
        version = masters;
        tick = masters.counter();
        return differs;
    }

    synchronized boolean gaveOut(DataVersion other) {
        return givenOut.contains(other);
    }
}
