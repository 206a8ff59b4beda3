/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.RemotingClient;

/**
 * Keeps this broker registered at all its name servers, each on its own: one that is dead or slow holds up none of the
 * others, and no request of a client ever waits for any. Work is done by {@link #doWork} on one thread and never waits;
 * answers come back through the inbox, which is bounded by one call under way for each server.
 */
public final class BrokerOuterApi {

    private static final Logger log = LoggerFactory.getLogger(BrokerOuterApi.class);

    private final List<NameServerSession> sessions = new ArrayList<>();
    private final Inbox inbox;
    private final CompletableFuture<Void> firstServer = new CompletableFuture<>();
    private final CompletableFuture<Void> firstRound = new CompletableFuture<>();
    private final Runnable wake;
    private volatile List<NameServerStatus> status = List.of();
    private volatile boolean stopped;
    private volatile boolean anew;

    /**
     * When to register.
     *
     * @param periodMs milliseconds between two registrations of the whole table
     * @param timeoutMs milliseconds until a registration counts as failed
     */
    public record Timing(long periodMs, long timeoutMs) {

        /** Shortest and longest period. */
        private static final long PERIOD_MIN_MS = 10_000;
        private static final long PERIOD_MAX_MS = 60_000;

        /** Clamps the period to 10 to 60 s. */
        public Timing {
            periodMs = Math.max(PERIOD_MIN_MS, Math.min(PERIOD_MAX_MS, periodMs));
        }
    }

    /**
     * Which process this is.
     *
     * @param self name and addresses
     * @param instanceId id drawn at start, answered to {@link OwnRequestCode#TABLE_VERSIONS}
     * @param peers calls other brokers, to find out whether one of our name is alive
     */
    public record Self(BrokerIdentity self, String instanceId, RemotingClient peers) {
    }

    /**
     * Creates the registrations; nothing is sent before {@link #doWork}.
     *
     * @param links all name servers
     * @param self who we are
     * @param topics what is registered
     * @param listener told the answers
     * @param timing when
     * @param wake lets the thread of {@link #doWork} run soon; any thread
     */
    public BrokerOuterApi(List<NameServerLink> links, Self self, TopicSource topics, AnswerListener listener,
                          Timing timing, Runnable wake) {
        this.wake = wake;
        this.inbox = new Inbox(wake);
        NameServerSession.Setup setup = new NameServerSession.Setup(self.self(),
            new NameRival(self.peers(), self.self(), self.instanceId()), topics, new RegistrationBodies(), listener,
            inbox::deliver, timing.periodMs(), timing.timeoutMs());
        links.forEach(link -> sessions.add(new NameServerSession(link, setup)));
    }

    /**
     * Takes answers and starts the requests that are due.
     *
     * @param nowMs elapsed-time clock
     * @return number of answers taken and requests started
     */
    public int doWork(long nowMs) {
        int done = inbox.take();
        if (anew) {
            anew = false;
            sessions.forEach(NameServerSession::registerAnew);
        }
        boolean all = true;
        List<NameServerStatus> now = new ArrayList<>(sessions.size());
        for (NameServerSession session : sessions) {
            if (!stopped) {
                done += session.doWork(nowMs);
            }
            all &= session.answeredOnce();
            now.add(session.status(nowMs));
        }
        status = now;
        if (all || sessions.get(0).answeredOnce()) {
            firstServer.complete(null);
        }
        if (all) {
            firstRound.complete(null);
        }
        return done;
    }

    /** The topics changed, or something else that the name servers are told: lets them know soon. Any thread. */
    public void topicsChanged() {
        wake.run();
    }

    /** Lets every server have the whole table soon. Any thread. */
    public void registerAnew() {
        anew = true;
        wake.run();
    }

    /**
     * Waits until the first name server has answered or failed once, however long the others take; not on the thread of
     * {@link #doWork}.
     *
     * @param waitMs longest wait
     * @return whether it has
     */
    public boolean awaitFirstServer(long waitMs) {
        return await(firstServer, waitMs);
    }

    /**
     * Waits until every name server has answered or failed once; not on the thread of {@link #doWork}.
     *
     * @param waitMs longest wait
     * @return whether all have
     */
    public boolean awaitFirstRound(long waitMs) {
        return await(firstRound, waitMs);
    }

    /**
     * Leaves all name servers, before the listener closes; nothing is registered afterwards.
     *
     * @param waitMs longest wait for answers
     */
    public void unregister(long waitMs) {
        stopped = true;
        List<CompletableFuture<?>> answers = new ArrayList<>();
        sessions.forEach(session -> answers.add(session.unregister().handle((answer, failure) -> null)));
        if (!await(CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)), waitMs)) {
            log.warn("not every name server answered that we leave within {} ms", waitMs);
        }
    }

    private static boolean await(CompletableFuture<?> all, long waitMs) {
        try {
            all.get(waitMs, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException notAll) {
            log.debug("not all answered within {} ms", waitMs, notAll);
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** State of each name server as of the last {@link #doWork}. */
    public List<NameServerStatus> status() {
        return status;
    }
}
