/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether tables may be taken from the process that answers at the master's address, and offsets be given to it. That
 * is so once its log is known to tell our history; a process that came in its place, with an empty store perhaps, has
 * to show that anew, and until then what we have stays. State belongs to the thread of {@link SlaveSynchronize}.
 *
 * <pre>
 *   process met ──► known? ──no──► is our last record in its log? ──yes──► trusted, until another process answers
 *                     │ yes                    │ no
 *                     ▼                        ▼
 *                  trusted                objection, asked again after a second
 * </pre>
 */
final class MasterTrust {

    /** Milliseconds after which a process whose log does not tell our history is looked at again. */
    static final long AGAIN_MS = 1_000;
    private static final long TELL_INTERVAL_MS = 60_000;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private static final Logger log = LoggerFactory.getLogger(MasterTrust.class);

    private final SlaveSynchronize.History history;
    private String present;
    private String trusted;
    private String objection;
    private long askAtMs = NEVER;
    private long toldMs = NEVER;

    MasterTrust(SlaveSynchronize.History history) {
        this.history = history;
    }

    /** There is another address. */
    void begin() {
        present = null;
        trusted = null;
        objection = null;
        askAtMs = NEVER;
    }

    /**
     * Somebody answers.
     *
     * @param process what tells it from those before it
     * @return whether it is another one than was met last
     */
    boolean met(String process) {
        if (process.equals(present)) {
            return false;
        }
        present = process;
        objection = null;
        askAtMs = NEVER;
        if (process.equals(trusted)) {
            return false;
        }
        trusted = null;
        return true;
    }

    /** Nobody answers: who does next may be another one. */
    void lost() {
        present = null;
    }

    /**
     * Nobody says who answers, and there is no history to lose: tables are taken from one that gives nothing but them.
     *
     * @return whether another process was trusted before
     */
    boolean presume() {
        boolean news = !MasterApi.NAMELESS.equals(trusted);
        present = MasterApi.NAMELESS;
        trusted = present;
        objection = null;
        return news;
    }

    /** Whether the process that answers is trusted. */
    boolean holds() {
        return present != null && present.equals(trusted);
    }

    /** Whether a process is the trusted one, which may have gone meanwhile. */
    boolean isFor(String process) {
        return trusted != null && trusted.equals(process);
    }

    /** Whether its log is to be compared now. */
    boolean isDue(long nowMs) {
        return !holds() && nowMs >= askAtMs;
    }

    /** Compares; what comes out is for {@link #judged}. */
    CompletableFuture<String> compare(String address, boolean ofOurKind) {
        return CompletableFuture.completedFuture(address).thenCompose(at -> history.compare(at, ofOurKind));
    }

    /** The logs were compared: null, or what differs. */
    void judged(String address, String differs, long nowMs) {
        if (differs == null) {
            log.info("the log of the master at {} tells our history: its tables are followed", address);
            trusted = present;
            objection = null;
            toldMs = NEVER;
            return;
        }
        askAtMs = nowMs + AGAIN_MS;
        objection = "the old ones stay, since our log does not follow this master's: " + differs;
        if (nowMs - toldMs >= TELL_INTERVAL_MS) {
            toldMs = nowMs;
            log.warn("tables are not taken from the master at {}, {}", address, objection);
        }
    }

    /** Why nothing is taken from a master that answers; null when it is. */
    String objection() {
        return objection;
    }
}
