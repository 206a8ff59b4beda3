/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.outer.Inbox;

/**
 * Lets the tables of a slave follow its master's. Between two brokers of our kind one small request a second tells the
 * versions of all tables, and only what differs is fetched; from a master of another kind every table is fetched by
 * time, since it can't tell versions. The first look is taken at once when a master is found, and its log tells our
 * history ({@link MasterTrust}).
 *
 * <pre>
 *   master known? ──► 64002 versions ──► our history? ──► differs? ──► 21 / 43 / 45 / 201 ──► replaceWith
 *                        │ code 3                            ▲
 *                        └──► 28, by time ───────────────────┘       43: what is newer here ──► 64003
 * </pre>
 *
 * Work is done by {@link #doWork} on one thread, which writes the tables' files and never waits for the network: at
 * most one request a table and one for versions are under way.
 */
public final class SlaveSynchronize {

    /** Milliseconds after which a master of another kind is asked again whether it became one of ours. */
    private static final long KIND_INTERVAL_MS = 30_000;
    private static final long PAUSE_MAX_MS = 5_000;
    /** Milliseconds between two tries, and how long they are that frequent, when the master said that it comes back. */
    private static final long BACK_PAUSE_MS = 100;
    private static final long BACK_FOR_MS = 10_000;
    private static final long TELL_INTERVAL_MS = 60_000;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private static final Logger log = LoggerFactory.getLogger(SlaveSynchronize.class);

    private final Supplier<Master> masters;
    private final Consumer<Boolean> reachability;
    private final MasterApi api;
    private final Timing timing;
    private final Inbox inbox;
    private final History history;
    private final MasterTrust trust;
    private final List<TableSync> tables = new ArrayList<>();

    private String current;
    private int generation;
    private boolean asking;
    private boolean ofOurKind;
    private boolean wasOfOurKind;
    private boolean kindKnown;
    private long kindAtMs = NEVER;
    private long askAtMs = NEVER;
    private long pauseMs;
    private long contactMs = NEVER;
    private long toldMs = NEVER;
    private long lastMs;
    private long backUntilMs = NEVER;
    private String problem = "no master was found yet";
    private volatile Report report = new Report(null, -1, "no master was found yet", false, List.of());

    /**
     * How often.
     *
     * @param intervalMs milliseconds between two looks at the versions
     * @param foreignIntervalMs milliseconds between two fetches from a master of another kind
     */
    public record Timing(long intervalMs, long foreignIntervalMs) {
    }

    /** Compares our log with a master's. Called by the thread of {@link #doWork}. */
    public interface History {
        /**
         * Finds out whether the log of whoever answers at an address tells our history: it has our last record, or we
         * have none.
         *
         * @param address where the master should be
         * @param ofOurKind whether it is one of our kind, which has said its name already
         * @return null, or what differs; fails when nobody answers that, or one of another name does
         */
        CompletableFuture<String> compare(String address, boolean ofOurKind);

        /** Whether we have no record, so that there is no history to lose. */
        boolean isEmpty();

        /**
         * A master whose log tells our history said where that ends.
         *
         * @param endPosition where
         * @param nowMs elapsed-time clock
         */
        void masterEnds(long endPosition, long nowMs);
    }

    /**
     * State at one moment.
     *
     * @param master address of the master, or null
     * @param contactAgeMs milliseconds since it answered, -1 when it never did
     * @param problem what is wrong with the master, or null
     * @param follows whether who answers there is followed: its log tells our history
     * @param tables state of each table, its age counted back from the last contact
     */
    public record Report(String master, long contactAgeMs, String problem, boolean follows, List<SyncStatus> tables) {
    }

    /**
     * Creates the synchronisation.
     *
     * @param masters the master, null while none is known
     * @param reachability told after each request whether it was answered
     * @param api calls it
     * @param followed the tables
     * @param history compares our log with the master's
     * @param timing how often
     * @param wake lets the thread of {@link #doWork} run soon; any thread
     */
    public SlaveSynchronize(Supplier<Master> masters, Consumer<Boolean> reachability, MasterApi api,
                            List<FollowedTable> followed, History history, Timing timing, Runnable wake) {
        this.masters = masters;
        this.reachability = reachability;
        this.api = api;
        this.timing = timing;
        this.inbox = new Inbox(wake);
        this.history = history;
        this.trust = new MasterTrust(history);
        followed.forEach(table -> tables.add(new TableSync(table, api, inbox::deliver, this::contacted, trust,
            timing.intervalMs())));
    }

    /**
     * Takes answers and starts the requests that are due.
     *
     * @param nowMs elapsed-time clock
     * @return number of answers taken and requests started
     */
    public int doWork(long nowMs) {
        lastMs = nowMs;
        int done = inbox.take();
        Master master = masters.get();
        if (master != null) {
            done += follow(master.address(), nowMs);
        }
        publish(nowMs);
        return done;
    }

    /**
     * A broker asks us. If it is our master it is about to serve again, and is not left waiting for what we have.
     *
     * @param address its address
     */
    public void askedBy(String address) {
        inbox.deliver(() -> {
            if (address.equals(current) && (problem != null || !ofOurKind)) {
                log.info("the master at {} comes back", address);
                backUntilMs = lastMs + BACK_FOR_MS;
                askAtMs = lastMs;
                pauseMs = 0;
            }
        });
    }

    /** Address of the master while it takes offsets: one of our kind and history that answers; else null. */
    public String takesOffsets() {
        return problem == null && ofOurKind && trust.holds() ? current : null;
    }

    private int follow(String master, long nowMs) {
        if (!master.equals(current)) {
            log.info("tables follow the master at {}, before: {}", master, current);
            current = master;
            generation++;
            asking = false;
            kindKnown = false;
            wasOfOurKind = false;
            pauseMs = 0;
            askAtMs = nowMs;
            trust.begin();
            tables.forEach(TableSync::begin);
        }
        int done = 0;
        if (!asking && nowMs >= askAtMs) {
            ask(nowMs);
            done++;
        }
        for (TableSync table : tables) {
            done += table.takeWaiting(nowMs);
            if (trust.holds()) {
                if (!ofOurKind) {
                    table.wantEvery(timing.foreignIntervalMs(), nowMs);
                }
                done += table.ask(master, ofOurKind, nowMs);
            }
        }
        return done;
    }

    private void ask(long nowMs) {
        asking = true;
        int asked = generation;
        sign(nowMs).whenComplete((sign, failure) -> inbox.deliver(() -> {
            if (asked != generation) {
                return;
            }
            if (failure == null) {
                reached(sign, nowMs);
                return;
            }
            unreachable(failure, nowMs);
            // It may answer for tables all the same: a master of another kind owes no answer to anything else.
            if (history.isEmpty() && !(cause(failure) instanceof MasterApi.OtherBrokerException) && trust.presume()) {
                tables.forEach(TableSync::begin);
            }
        }));
    }

    private static Throwable cause(Throwable failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }

    /** Another kind is asked for what it has as often as ours, and now and then whether it became one of ours. */
    private CompletableFuture<MasterApi.Sign> sign(long nowMs) {
        if (kindKnown && !ofOurKind && nowMs < kindAtMs) {
            return api.foreignSign(current);
        }
        kindAtMs = nowMs + Math.min(KIND_INTERVAL_MS, timing.foreignIntervalMs());
        return api.sign(current, !wasOfOurKind);
    }

    private void contacted(long nowMs) {
        reachability.accept(true);
        contactMs = Math.max(contactMs, nowMs);
        problem = null;
        toldMs = NEVER;
    }

    private void reached(MasterApi.Sign sign, long nowMs) {
        boolean ours = sign.versions() != null;
        if (!kindKnown || ours != ofOurKind) {
            log.info("master {} {}", current, ours ? "tells versions of its tables"
                : "is of another kind: its tables are fetched every " + timing.foreignIntervalMs() + " ms");
        }
        ofOurKind = ours;
        wasOfOurKind = ours;
        kindKnown = true;
        if (trust.met(sign.process())) {
            tables.forEach(TableSync::begin);
        }
        if (!trust.isDue(nowMs)) {
            accepted(sign, nowMs);
            return;
        }
        int asked = generation;
        trust.compare(current, ours).whenComplete((differs, failure) -> inbox.deliver(() -> {
            if (asked != generation) {
                return;
            }
            if (failure != null) {
                unreachable(failure, nowMs);
            } else {
                trust.judged(current, differs, nowMs);
                accepted(sign, nowMs);
            }
        }));
    }

    private void accepted(MasterApi.Sign sign, long nowMs) {
        if (problem != null) {
            tables.forEach(TableSync::hurry);
        }
        contacted(nowMs);
        asking = false;
        pauseMs = 0;
        askAtMs = nowMs + timing.intervalMs();
        if (!trust.holds()) {
            return;
        }
        if (sign.logEnd() != MasterApi.NOT_TOLD) {
            history.masterEnds(sign.logEnd(), nowMs);
        }
        if (ofOurKind) {
            tables.forEach(table -> table.compare(sign.versions().of(table.code()), nowMs));
        }
    }

    /** Nobody answers, or one who is not our master. */
    private void unreachable(Throwable failure, long nowMs) {
        asking = false;
        trust.lost();
        reachability.accept(false);
        Throwable cause = cause(failure);
        problem = "the master does not answer: " + cause.getMessage();
        pauseMs = nowMs < backUntilMs ? BACK_PAUSE_MS
            : Math.max(timing.intervalMs(), Math.min(PAUSE_MAX_MS, 2 * pauseMs));
        askAtMs = nowMs + pauseMs;
        kindKnown = true;
        ofOurKind = false;
        kindAtMs = nowMs;
        if (nowMs - toldMs >= TELL_INTERVAL_MS) {
            toldMs = nowMs;
            log.warn("tables can't follow the master at {}, next attempt in {} ms: {}", current, pauseMs,
                cause.getMessage());
        }
    }

    private void publish(long nowMs) {
        long from = contactMs == NEVER ? nowMs : contactMs;
        List<SyncStatus> states = new ArrayList<>(tables.size());
        tables.forEach(table -> states.add(table.status(from)));
        report = new Report(current, contactMs == NEVER ? -1 : nowMs - contactMs, problem, trust.holds(),
            List.copyOf(states));
    }

    /** State as of the last {@link #doWork}; any thread. */
    public Report report() {
        return report;
    }
}
