/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store;

/**
 * What one read wants of a queue's entries.
 *
 * @param filter which messages
 * @param cachedOnly whether only those that can be read without waiting for the disk
 * @param cachedBytes how far before the end of the log a record may stand and still count as cached
 */
record EntryChoice(EntryFilter filter, boolean cachedOnly, long cachedBytes) {

    private static final int RECENT_PART = 64;

    /** How far before the end a record was surely written a moment ago. */
    long recentBytes() {
        return cachedBytes / RECENT_PART;
    }
}
