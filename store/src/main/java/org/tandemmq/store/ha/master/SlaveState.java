/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

/** What a master knows about one of its connections. */
public enum SlaveState {
    /** Connected, nothing reported yet; not a slave so far. */
    HANDSHAKE("handshake"),
    /** Follows, with a gap. */
    CATCHING_UP("catching up"),
    /** Follows, and lacks next to nothing. */
    IN_STEP("in step"),
    /** Wants bytes that are no longer there; gets heartbeats. */
    OUT_OF_RANGE("out of range"),
    /** Says it has more than the master. */
    AHEAD("ahead"),
    /** Has other bytes than the master. */
    DIVERGED("diverged"),
    /** Gone. */
    CLOSED("closed");

    private final String text;

    SlaveState(String text) {
        this.text = text;
    }

    /** Whether data flow and acknowledgements count. */
    public boolean isFollowing() {
        return this == CATCHING_UP || this == IN_STEP;
    }

    @Override
    public String toString() {
        return text;
    }
}
