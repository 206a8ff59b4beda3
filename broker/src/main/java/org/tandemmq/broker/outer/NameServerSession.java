/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.outer;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.remoting.protocol.body.ClusterInfo;
import org.tandemmq.remoting.protocol.body.DataVersion;
import org.tandemmq.remoting.protocol.body.TopicConfig;

/**
 * What this broker and one name server know of each other, and what is to be said next. One request at a time; answers
 * come through the inbox, so that all state belongs to the thread that calls {@link #doWork}.
 *
 * <pre>
 *   never registered, period over, told so ──► 106 (is there a rival?) ──► 103 whole table ──┐
 *   topics changed ──► 322: is its version the one we told last? ──yes──► 103 with the changes ┤
 *                                                                └──no──► 103 whole table ─────┤
 *   every second   ──► 322: does it still know us? ──no──► 103 whole table                     │
 *   failure ──► pause 1 to 5 s, then the whole table again  ◄──────────────────────────────────┘
 * </pre>
 */
final class NameServerSession {

    /** Milliseconds between two questions whether the server still knows us. */
    static final long PROBE_INTERVAL_MS = 1000;
    /** Longest pause between two attempts at a server that fails. */
    static final long PAUSE_MAX_MS = 5000;
    /** Milliseconds between two registrations of a slave that has no master. */
    static final long SEARCH_INTERVAL_MS = 3000;
    /** Milliseconds between two log lines about the same failure. */
    private static final long TELL_INTERVAL_MS = 60_000;
    /** Milliseconds between two log lines about the same rival. */
    private static final long TELL_RIVAL_INTERVAL_MS = 30_000;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private static final Logger log = LoggerFactory.getLogger(NameServerSession.class);

    private final String server;
    private final NameServerCalls calls;
    private final NameRival rivals;
    private final TopicSource topics;
    private final RegistrationBodies bodies;
    private final AnswerListener listener;
    private final Consumer<Runnable> inbox;
    private final long periodMs;
    private final boolean master;

    private boolean busy;
    private boolean knows;
    private boolean probeWorks = true;
    private DataVersion toldVersion = DataVersion.NONE;
    private Map<String, TopicConfig> toldTopics = Map.of();
    private long registeredMs = NEVER;
    private long probedMs = NEVER;
    private long goodMs = NEVER;
    private long pauseUntilMs = NEVER;
    private long pauseMs;
    private long toldFailureMs = NEVER;
    private long toldRivalMs = NEVER;
    private String problem;
    private String rival;
    private Set<String> brokerNames = Set.of();
    private boolean answeredOnce;

    NameServerSession(NameServerLink link, Setup setup) {
        this.server = link.address();
        this.calls = new NameServerCalls(link, setup.self, setup.timeoutMs);
        this.rivals = setup.rivals;
        this.topics = setup.topics;
        this.bodies = setup.bodies;
        this.listener = setup.listener;
        this.inbox = setup.inbox;
        this.periodMs = setup.periodMs;
        this.master = setup.self.isMaster();
    }

    /** What all sessions of a broker share. */
    record Setup(BrokerIdentity self, NameRival rivals, TopicSource topics, RegistrationBodies bodies,
                 AnswerListener listener, Consumer<Runnable> inbox, long periodMs, long timeoutMs) {
    }

    /** Starts the next request if one is due; gives the number of requests started. */
    int doWork(long nowMs) {
        if (busy || nowMs < pauseUntilMs) {
            return 0;
        }
        if (!knows || nowMs - registeredMs >= (listener.isMasterDoubtful() ? SEARCH_INTERVAL_MS : periodMs)) {
            checkRival(nowMs);
            return 1;
        }
        return tellChanges(nowMs) ? 1 : 0;
    }

    private boolean tellChanges(long nowMs) {
        boolean changed = !topics.version().equals(toldVersion);
        if (changed && !probeWorks) {
            registerWhole(nowMs);
            return true;
        }
        if (probeWorks && (changed || nowMs - probedMs >= PROBE_INTERVAL_MS)) {
            probe(nowMs);
            return true;
        }
        return false;
    }

    private <T> void start(CompletableFuture<T> call, long nowMs, String what, Consumer<T> then) {
        busy = true;
        call.whenComplete((value, failure) -> inbox.accept(() -> {
            busy = false;
            if (failure == null) {
                goodMs = nowMs;
                then.accept(value);
            } else {
                failed(what, failure, nowMs);
            }
        }));
    }

    private void checkRival(long nowMs) {
        CompletableFuture<ClusterInfo> clusters = calls.clusters().exceptionally(failure -> null);
        start(clusters.thenCompose(rivals::find), nowMs, "asking for clusters",
            found -> {
                brokerNames = rivals.namesIn(clusters.join());
                rival = found;
                if (found != null && nowMs - toldRivalMs >= TELL_RIVAL_INTERVAL_MS) {
                    toldRivalMs = nowMs;
                    log.error("name server {}: {}", server, found);
                }
                if (found == null || knows) {
                    registerWhole(nowMs);
                } else {
                    pause(nowMs, PAUSE_MAX_MS);
                    answeredOnce = true;
                }
            });
    }

    private void registerWhole(long nowMs) {
        DataVersion version = topics.version();
        Map<String, TopicConfig> content = topics.topics();
        register(bodies.full(version, content), version, content, nowMs);
    }

    private void register(byte[] body, DataVersion version, Map<String, TopicConfig> content, long nowMs) {
        start(calls.register(body), nowMs, "registering " + content.size() + " topics", registered -> {
            if (!knows) {
                log.info("registered at name server {} with {} topics", server, content.size());
            }
            knows = true;
            registeredMs = nowMs;
            probedMs = nowMs;
            toldVersion = version;
            toldTopics = content;
            pauseMs = 0;
            problem = null;
            answeredOnce = true;
            if (master) {
                topics.orderTopics(registered.orderTopics());
            }
            listener.answered(new AnswerListener.RegistrationAnswer(server, registered.masterAddress(),
                registered.haAddress(), brokerNames), nowMs);
        });
    }

    private void probe(long nowMs) {
        start(calls.compareVersion(toldVersion), nowMs, "asking for the version", answer -> {
            probedMs = nowMs;
            probeWorks = answer != NameServerCalls.VersionAnswer.UNSUPPORTED;
            DataVersion version = topics.version();
            if (answer == NameServerCalls.VersionAnswer.OTHER) {
                log.info("name server {} does not have our version, it gets the whole table", server);
                knows = false;
                registerWhole(nowMs);
            } else if (probeWorks && !version.equals(toldVersion)) {
                Map<String, TopicConfig> content = topics.topics();
                register(bodies.changes(version, content, toldTopics), version, content, nowMs);
            }
        });
    }

    private void failed(String what, Throwable failure, long nowMs) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        knows = false;
        answeredOnce = true;
        pause(nowMs, Math.max(PROBE_INTERVAL_MS, Math.min(PAUSE_MAX_MS, 2 * pauseMs)));
        tell(what + " failed: " + cause.getMessage(), nowMs);
    }

    private void pause(long nowMs, long forMs) {
        pauseMs = forMs;
        pauseUntilMs = nowMs + forMs;
    }

    private void tell(String trouble, long nowMs) {
        if (problem == null || nowMs - toldFailureMs >= TELL_INTERVAL_MS) {
            toldFailureMs = nowMs;
            log.warn("name server {}: {}; next attempt in {} ms", server, trouble, pauseMs);
        }
        problem = trouble;
    }

    /** Forgets that the server knows us: the next thing it gets is the whole table. */
    void registerAnew() {
        registeredMs = NEVER;
    }

    CompletableFuture<?> unregister() {
        return calls.unregister();
    }

    /** Whether the first attempt is over, well or not. */
    boolean answeredOnce() {
        return answeredOnce;
    }

    NameServerStatus status(long nowMs) {
        return new NameServerStatus(server, knows, goodMs == NEVER ? -1 : nowMs - goodMs,
            rival != null ? rival : problem);
    }
}
