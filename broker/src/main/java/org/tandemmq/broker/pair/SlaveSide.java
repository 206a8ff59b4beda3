/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.outer.AnswerListener;
import org.tandemmq.broker.slave.FollowedTable;
import org.tandemmq.broker.slave.Master;
import org.tandemmq.broker.slave.MasterApi;
import org.tandemmq.broker.slave.MasterTracker;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.broker.start.JobThread;

/** What only a slave has: its master, the tables that follow, and whether it could take over. */
final class SlaveSide {

    private static final long PERIOD_MS = 100;
    private static final long FOLLOW_MS = 200;
    private static final long TELL_MS = 1_000;
    private static final long AGE_MAX_MS = 10_000;

    private final List<Consumer<Master>> followers = new CopyOnWriteArrayList<>();
    private final MasterTracker tracker;
    private final SlaveSynchronize sync;
    private final TakeoverReadiness readiness;
    private final CommitPush push;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final LongToIntFunction afterLog;
    private final JobThread outer;
    private final LongSupplier elapsedMs;
    private volatile Supplier<String> replicationProblem = () -> "replication does not run";
    private volatile SlaveSynchronize.History history;

    SlaveSide(BrokerConfig config, MasterApi api, List<FollowedTable> tables, ConsumerOffsetManager offsets,
              LongToIntFunction afterLog, JobThread outer, LongSupplier elapsedMs) {
        BrokerConfig.Identity identity = config.identity();
        this.tracker = new MasterTracker(identity.cluster() + "/" + identity.name(),
            config.addresses().forClients(), master -> followers.forEach(follower -> follower.accept(master)));
        this.sync = new SlaveSynchronize(tracker::master, tracker::reachable, api, tables, new LogHistory(),
            new SlaveSynchronize.Timing(config.timing().slaveSyncMs(), config.timing().slaveSyncForeignMs()),
            this::wake);
        this.readiness = new TakeoverReadiness(sync::report, () -> replicationProblem.get(),
            Math.max(AGE_MAX_MS, 2 * config.timing().slaveSyncForeignMs()));
        this.push = new CommitPush(offsets, api, this::wake);
        offsets.ownCommits().collectBy(this::wakeOnce);
        this.afterLog = afterLog;
        this.outer = outer;
        this.elapsedMs = elapsedMs;
    }

    AnswerListener listener() {
        return tracker;
    }

    void onMaster(Consumer<Master> follower) {
        followers.add(follower);
        Master known = tracker.master();
        if (known != null) {
            follower.accept(known);
        }
    }

    /** The log's side, which is put in place after this one and before {@link #start}. */
    void replication(Supplier<String> problem, SlaveSynchronize.History ofLog) {
        replicationProblem = problem;
        history = ofLog;
    }

    private final class LogHistory implements SlaveSynchronize.History {

        @Override
        public CompletableFuture<String> compare(String address, boolean ofOurKind) {
            return history.compare(address, ofOurKind);
        }

        @Override
        public boolean isEmpty() {
            return history.isEmpty();
        }

        @Override
        public void masterEnds(long endPosition, long nowMs) {
            history.masterEnds(endPosition, nowMs);
        }
    }

    void start() {
        outer.every("tables of the master", PERIOD_MS, this::work);
        outer.every("what waits for the log", FOLLOW_MS, () -> afterLog.applyAsInt(elapsedMs.getAsLong()));
        outer.every("readiness", TELL_MS, readiness::tellChange);
    }

    private void wake() {
        outer.once("tables of the master", this::work);
    }

    /** Commits come in crowds: one turn is for all of them. */
    private void wakeOnce() {
        if (woken.compareAndSet(false, true)) {
            outer.once("commits on this slave", this::work);
        }
    }

    private void work() {
        woken.set(false);
        long nowMs = elapsedMs.getAsLong();
        sync.doWork(nowMs);
        push.doWork(sync.takesOffsets(), nowMs);
    }

    void askedBy(String address) {
        sync.askedBy(address);
    }

    SlaveSynchronize.Report report() {
        return sync.report();
    }

    /** Whether a table was taken over from a master since this process began. */
    boolean wasTaken(String table) {
        return report().tables().stream().anyMatch(one -> one.table().equals(table) && one.ageMs() >= 0);
    }

    /** Whether the master that is followed says what it deleted: one of our kind. Thread "outer". */
    boolean masterTellsDeletions() {
        return sync.takesOffsets() != null;
    }

    boolean masterReachable() {
        return sync.report().problem() == null && tracker.master() != null;
    }

    String problem() {
        return tracker.problem();
    }

    String readiness() {
        return readiness.text();
    }
}
