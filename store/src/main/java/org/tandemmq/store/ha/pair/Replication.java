/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.pair;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.HistoryWitness;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailQuestion;
import org.tandemmq.store.log.ReplicationGate;

/**
 * A broker's part in its pair: {@link MasterSide} or {@link SlaveSide}, one thread, changed while the broker runs. What
 * the store needs of replication is the same object all the time and leads to whatever side there is.
 *
 * <p>{@link #start} and {@link #stop} are for one thread at a time, everything else for all.
 */
public final class Replication implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Replication.class);

    private final ReplicaLog replicaLog;
    private final HaConfig config;
    private final Path asideDirectory;
    private final TailConfirmation confirmation;
    private final LongSupplier wallMs;
    private final LongSupplier elapsedMs;
    private final HistoryWitness witness;
    private final ReplicationGate gate = new PresentGate();
    private volatile MasterSide master;
    private volatile SlaveSide slave;
    private volatile String masterAddress;
    private volatile Runnable onReplicated = () -> { };

    /**
     * Creates it, without a side.
     *
     * @param replicaLog the log
     * @param config settings
     * @param asideDirectory where cut tails are saved
     * @param confirmation asks the master about a record
     * @param wallMs epoch milliseconds
     * @param elapsedMs elapsed-time clock
     */
    public Replication(ReplicaLog replicaLog, HaConfig config, Path asideDirectory, TailConfirmation confirmation,
                       LongSupplier wallMs, LongSupplier elapsedMs) {
        this.replicaLog = replicaLog;
        this.config = config;
        this.asideDirectory = asideDirectory;
        this.confirmation = confirmation;
        this.wallMs = wallMs;
        this.elapsedMs = elapsedMs;
        this.witness = new HistoryWitness(replicaLog);
        this.masterAddress = config.masterAddress();
    }

    /** The gate that leads to the present side. */
    private final class PresentGate implements ReplicationGate {

        @Override
        public String refusal() {
            MasterSide now = master;
            return now == null ? null : now.gate().refusal();
        }

        @Override
        public CompletableFuture<Replication> await(long endPosition) {
            MasterSide now = master;
            return now == null ? CompletableFuture.completedFuture(
                new Replication(Outcome.NO_SLAVE, "replication is not running")) : now.gate().await(endPosition);
        }

        @Override
        public boolean holdsBack(long endPosition) {
            MasterSide now = master;
            return now != null && now.gate().holdsBack(endPosition);
        }

        @Override
        public long shown(long endPosition, long nowMs) {
            MasterSide now = master;
            return now == null ? endPosition : now.gate().shown(endPosition, nowMs);
        }
    }

    /**
     * Starts the side of a role; the store is open.
     *
     * @param role part in the pair
     * @throws java.io.UncheckedIOException when the replication port can't be opened
     */
    public synchronized void start(BrokerRole role) {
        stop();
        if (role.isMaster()) {
            master = new MasterSide(replicaLog, config, () -> onReplicated.run(), wallMs, elapsedMs);
            log.info("Replication as {} on {}", role, master.address());
        } else {
            slave = new SlaveSide(new SlaveSide.Parts(replicaLog, config, asideDirectory, confirmation), masterAddress,
                wallMs, elapsedMs);
            log.info("Replication as SLAVE of '{}'", masterAddress);
        }
    }

    /** Stops the present side, if any: connections end, waiting sends are answered. */
    public synchronized void stop() {
        MasterSide oldMaster = master;
        SlaveSide oldSlave = slave;
        master = null;
        slave = null;
        if (oldMaster != null) {
            oldMaster.close();
        }
        if (oldSlave != null) {
            oldSlave.close();
        }
    }

    /** What sends of a SYNC_MASTER ask. */
    public ReplicationGate gate() {
        return gate;
    }

    /**
     * Who is told when the slaves have more of the log; one for the whole life.
     *
     * @param waker quick, must not throw; called on the replication thread
     */
    public void onReplicated(Runnable waker) {
        onReplicated = waker;
    }

    /** Lowest position that a connected slave still needs; {@link Long#MAX_VALUE} without one. */
    public long neededPosition() {
        MasterSide now = master;
        return now == null ? Long.MAX_VALUE : now.neededPosition();
    }

    /** The log has grown: ends the rest of the replication thread, if it rests. */
    public void wake() {
        MasterSide now = master;
        if (now != null) {
            now.wake();
        }
    }

    /** Whether there is anybody whom growth of the log concerns: a master with a connection. Any thread. */
    public boolean isConnected() {
        MasterSide now = master;
        return now != null && now.isConnected();
    }

    /**
     * The log has grown: sends it on the calling thread where that is quickly done, else as {@link #wake}. Once for
     * several appends, the last of which was the caller's. Any thread; waits for nobody.
     */
    public void sendNow() {
        MasterSide now = master;
        if (now != null) {
            now.sendNow();
        }
    }

    /**
     * Follows a master; changes are followed at once. Nothing happens where {@code haMasterAddress} fixes it.
     *
     * @param hostAndPort its replication port; empty or null when there is none
     */
    public void followMaster(String hostAndPort) {
        if (config.masterAddress().isEmpty()) {
            masterAddress = hostAndPort == null ? "" : hostAndPort;
            SlaveSide now = slave;
            if (now != null) {
                now.follow(masterAddress);
            }
        }
    }

    /**
     * Answers a slave's question about a record.
     *
     * @param question the question
     * @return the answer; {@link TailAnswer.Verdict#NO_ANSWER} when this broker is no master
     */
    public TailAnswer answer(TailQuestion question) {
        MasterSide now = master;
        if (now == null) {
            return TailAnswer.without(TailAnswer.Verdict.NO_ANSWER, "this broker is no master");
        }
        TailAnswer answer = witness.answer(question);
        now.judged(question.channel(), answer);
        return answer;
    }

    /** What is replicated where; at most a fifth of a second old. */
    public HaStatus status() {
        MasterSide asMaster = master;
        SlaveSide asSlave = slave;
        if (asMaster != null) {
            return asMaster.status();
        }
        return asSlave == null ? HaStatus.NONE : asSlave.status();
    }

    /** Where the replication port is bound; null on a slave. */
    public InetSocketAddress address() {
        MasterSide now = master;
        return now == null ? null : now.address();
    }

    @Override
    public void close() {
        stop();
    }
}
