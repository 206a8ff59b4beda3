/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

/** What a slave is doing about its master. */
public enum ClientState {
    /** Nobody told where the master is. */
    NO_ADDRESS("no address"),
    /** Pauses after a failure. */
    WAITING("waiting"),
    /** Looks up the address. */
    RESOLVING("resolving"),
    /** Connects. */
    CONNECTING("connecting"),
    /** Asks whether the master has the slave's last record. */
    CONFIRMING("confirming"),
    /** Connected; takes what comes. */
    FOLLOWING("following"),
    /** Stopped: the master no longer has what comes next. */
    OUT_OF_RANGE("out of range"),
    /** Stopped: the slave has more than the master. */
    AHEAD("ahead"),
    /** Stopped: the two logs differ. */
    DIVERGED("diverged"),
    /** Stopped: nobody can be asked whether the two logs are the same. */
    HISTORY_UNKNOWN("history unknown");

    private final String text;

    ClientState(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
