/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.RemotingCommand;

/**
 * Requests of one connection that wait for their answer. Each leaves the table in one of three ways: answered, timed
 * out, or failed with the connection. Used on the connection's event loop only; futures complete there.
 */
final class PendingRequests {

    /** Deadline when there is none. */
    static final long NONE = Long.MAX_VALUE;
    /** Most requests of a connection that wait; its peer may take them and never answer. */
    static final int WAITING_MAX = 8_192;

    private final Map<Integer, Waiting> table = new HashMap<>();
    private String failure;

    /** A request, with what its failure is to say. */
    private record Waiting(CompletableFuture<RemotingCommand> answer, long deadlineNs, String what) {
    }

    /**
     * Puts a request into the table; fails it at once after {@link #failAll}, and when {@link #WAITING_MAX} wait.
     *
     * @param opaque its correlation id
     * @param answer completed later
     * @param deadlineNs time of failure, on the clock that {@link #expire} is told
     * @param what names peer, code and time limit
     */
    void add(int opaque, CompletableFuture<RemotingCommand> answer, long deadlineNs, String what) {
        if (failure != null || table.size() >= WAITING_MAX) {
            answer.completeExceptionally(new RemotingException(what + ": " + (failure != null ? failure
                : WAITING_MAX + " requests wait for its answers, which is the limit")));
            return;
        }
        Waiting before = table.put(opaque, new Waiting(answer, deadlineNs, what));
        if (before != null) {
            before.answer.completeExceptionally(new RemotingException(before.what + ": its number was used again"));
        }
    }

    /**
     * Takes an answer in.
     *
     * @param answer received frame as a copy
     * @return whether a request waited for it
     */
    boolean complete(RemotingCommand answer) {
        Waiting waiting = table.remove(answer.opaque());
        if (waiting != null) {
            waiting.answer.complete(answer);
        }
        return waiting != null;
    }

    /**
     * Fails what is overdue.
     *
     * @param nowNs the time
     * @return earliest deadline of what is left, or {@link #NONE}
     */
    long expire(long nowNs) {
        List<Waiting> overdue = new ArrayList<>();
        long earliest = NONE;
        for (Iterator<Waiting> all = table.values().iterator(); all.hasNext();) {
            Waiting waiting = all.next();
            if (waiting.deadlineNs - nowNs <= 0) {
                all.remove();
                overdue.add(waiting);
            } else if (earliest == NONE || waiting.deadlineNs - earliest < 0) {
                earliest = waiting.deadlineNs;
            }
        }
        for (Waiting waiting : overdue) {
            waiting.answer.completeExceptionally(new RemotingTimeoutException(waiting.what + ": no answer in time"));
        }
        return earliest;
    }

    /**
     * Fails all, now and from now on.
     *
     * @param reason why there will be no answer
     */
    void failAll(String reason) {
        failure = reason;
        List<Waiting> lost = new ArrayList<>(table.values());
        table.clear();
        for (Waiting waiting : lost) {
            waiting.answer.completeExceptionally(new RemotingException(waiting.what + ": " + reason));
        }
    }

    /** Whether a request with this number waits. */
    boolean contains(int opaque) {
        return table.containsKey(opaque);
    }

    /** Number of requests that wait. */
    int size() {
        return table.size();
    }
}
