/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.outer.Inbox;
import org.tandemmq.broker.slave.MasterApi;

/**
 * Gives the master at once what clients commit on its slave. They do so for as long as they believe the master to be
 * away, which may be half a minute after it is back; a consumer that asks the master meanwhile would get an old offset
 * and read again. Nothing is lost if a push fails for good: the next look at the whole table finds the difference.
 * Thread "outer".
 */
final class CommitPush {

    /** Most pairs of topic and group that wait; with more the whole table is compared instead. */
    static final int WAITING_MAX = 10_000;
    private static final long PAUSE_MS = 100;

    private static final Logger log = LoggerFactory.getLogger(CommitPush.class);

    private final ConsumerOffsetManager offsets;
    private final MasterApi api;
    private final Inbox inbox;
    private final Set<String> waiting = new TreeSet<>();
    private boolean busy;
    private long pauseUntilMs = Long.MIN_VALUE;

    /**
     * Creates the push.
     *
     * @param offsets what was committed
     * @param api calls the master
     * @param wake lets the thread run soon; any thread
     */
    CommitPush(ConsumerOffsetManager offsets, MasterApi api, Runnable wake) {
        this.offsets = offsets;
        this.api = api;
        this.inbox = new Inbox(wake);
    }

    /**
     * Gives what waits to the master.
     *
     * @param master its address while it takes offsets, else null
     * @param nowMs elapsed-time clock
     * @return number of answers taken and requests started
     */
    int doWork(String master, long nowMs) {
        int done = inbox.take();
        waiting.addAll(offsets.ownCommits().take());
        if (waiting.size() > WAITING_MAX) {
            waiting.clear();
        }
        if (master == null || busy || waiting.isEmpty() || nowMs < pauseUntilMs) {
            return done;
        }
        Set<String> given = new TreeSet<>(waiting);
        waiting.clear();
        byte[] body = offsets.ownCommits().part(given);
        if (body == null) {
            return done;
        }
        busy = true;
        api.pushOffsets(master, body).whenComplete((answer, failure) -> inbox.deliver(() -> {
            busy = false;
            if (failure == null) {
                log.info("the master at {} has commits of {} groups and topics that came here", master, given.size());
            } else {
                waiting.addAll(given);
                pauseUntilMs = nowMs + PAUSE_MS;
            }
        }));
        return done + 1;
    }
}
