/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.ha.HaStatus;

/**
 * What the slave's side tells others about itself: each change of state with its cause, one line a minute for a cause
 * that repeats, and the status. Owned by the replication thread.
 */
final class ClientJournal {

    private static final Logger log = LoggerFactory.getLogger(ClientJournal.class);
    private static final long LOG_PAUSE_MS = 60_000;

    private String reason = "started";
    private String failure = "";
    private String followed = "";
    private long followedMs = Long.MIN_VALUE / 2;
    private long failureLoggedMs = Long.MIN_VALUE / 2;
    private ClientState halted;
    private String haltedWhy = "";
    private long firstDifference = -1;

    /** Notes a change of state. */
    void changed(String target, ClientState from, ClientState to, String why, long nowMs) {
        reason = why;
        // The way into a pause is told with its cause by failed().
        if (to == ClientState.FOLLOWING && isNews(why, nowMs)
            || from == ClientState.FOLLOWING && to != ClientState.WAITING) {
            log.info("Replication from {}: {} -> {}: {}", target, from, to, why);
        } else {
            log.debug("Replication from {}: {} -> {}: {}", target, from, to, why);
        }
    }

    /** A master that drops each connection at once is told of once a minute, not at each attempt. */
    private boolean isNews(String why, long nowMs) {
        if (why.equals(followed) && nowMs - followedMs <= LOG_PAUSE_MS) {
            return false;
        }
        followed = why;
        followedMs = nowMs;
        return true;
    }

    /** Notes a failure. */
    void failed(String target, ClientState from, Throwable cause, long pauseMs, long nowMs) {
        String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (!why.equals(failure) || nowMs - failureLoggedMs > LOG_PAUSE_MS) {
            log.warn("Replication from {}: {} -> waiting {} ms: {}", target, from, pauseMs, why,
                cause instanceof IOException ? null : cause);
            failureLoggedMs = nowMs;
        }
        failure = why;
    }

    /** Notes that the slave stopped. */
    void halted(String target, ClientState state, String why, long newFirstDifference) {
        if (halted != state) {
            log.error("Replication from {} stopped, {}: {}", target, state, why);
        }
        halted = state;
        haltedWhy = why;
        firstDifference = newFirstDifference;
    }

    /** Notes that the slave goes on. */
    void resumed() {
        halted = null;
        firstDifference = -1;
    }

    /** Cause of the last failure; empty before the first. */
    String failure() {
        return failure;
    }

    /**
     * The picture for others.
     *
     * @param target the master's address
     * @param state what is being done; a stop that is not over is shown instead
     * @param following the connection with data, or null
     * @param end end of the slave's log
     * @param nowMs elapsed time
     */
    HaStatus status(String target, ClientState state, Following following, long end, long nowMs) {
        String shown = (halted != null ? halted : state).toString();
        boolean told = following != null || failure.isEmpty() || reason.equals(failure);
        String why = told ? reason : reason + "; last failure: " + failure;
        if (halted != null && halted != state) {
            why = haltedWhy + "; asks again: " + why;
        }
        HaStatus.Client client = following == null
            ? new HaStatus.Client(target, shown, why, end, end, 0, 0, 0, firstDifference)
            : new HaStatus.Client(target, shown, why, end, following.masterPosition(), following.lastReadMs(),
                following.lastWriteMs(), following.bytesPerSecond(nowMs), firstDifference);
        return new HaStatus(end, 0, List.of(), List.of(), client);
    }
}
