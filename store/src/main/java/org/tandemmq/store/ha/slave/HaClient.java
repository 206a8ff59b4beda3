/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.agent.Backoff;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailReview;

/**
 * The slave's side: finds the master, makes sure that both tell the same history, takes records in, says how far it
 * is. An agent; only writer of the slave's log end. {@link #status} is for any thread.
 *
 * <pre>
 * NO_ADDRESS -> RESOLVING -> CONNECTING -> CONFIRMING -> FOLLOWING
 *                   ^            |             |  |           |
 *                   `--WAITING &lt;-+-------------'  |           | any failure
 *                        ^                        v           |
 *                        +--- OUT_OF_RANGE, AHEAD, DIVERGED,  |
 *                        |    HISTORY_UNKNOWN                 |
 *                        `------------------------------------'
 * </pre>
 *
 * Out of range and diverged are not left by themselves: the question is asked again every {@link #HALT_PAUSE_MS}, and
 * what {@code haOutOfRange} and {@code haOnDivergence} say is done. Where nobody can compare it is asked more often.
 */
public final class HaClient implements Agent {

    /** Pause after which a stopped slave asks again. */
    static final long HALT_PAUSE_MS = 30_000;

    /** A connection that brings no data is asked about again after this pause. */
    static final long IDLE_REVIEW_MS = 15_000;

    private static final long STEP_LIMIT_MS = 5_000;
    private static final long REVIEW_LIMIT_MS = 60_000;
    private static final long STATUS_PAUSE_MS = 200;

    private final ReplicaLog replicaLog;
    private final HaConfig.Timing timing;
    private final MasterAddress address;
    private final HaConnector connector;
    private final TailConfirmation confirmation;
    private final HistoryRepair repair;
    private final LongSupplier wallMs;
    private final Backoff backoff = new Backoff(200, 5_000);
    private final Backoff halt = new Backoff(HALT_PAUSE_MS, HALT_PAUSE_MS);
    private final ByteBuffer buffer = FrameReader.newBuffer();

    private final ClientJournal journal = new ClientJournal();

    private ClientState state = ClientState.NO_ADDRESS;
    private long stateMs;
    private String target = "";
    private CompletableFuture<InetSocketAddress> lookUp;
    private HaChannel channel;
    private TailReview review;
    private Beginning beginning;
    private long reviewedMs = Long.MIN_VALUE / 2;
    private Following following;
    private volatile HaStatus status;
    private long statusMs = Long.MIN_VALUE / 2;

    /**
     * Creates the client; it does nothing before {@link #doWork}.
     *
     * @param replicaLog the slave's log
     * @param timing intervals
     * @param address where the master is
     * @param connector makes channels
     * @param confirmation asks the master about a record
     * @param repair what to do out of range or diverged
     * @param wallMs epoch milliseconds, for the status
     */
    public HaClient(ReplicaLog replicaLog, HaConfig.Timing timing, MasterAddress address, HaConnector connector,
                    TailConfirmation confirmation, HistoryRepair repair, LongSupplier wallMs) {
        this.replicaLog = replicaLog;
        this.timing = timing;
        this.address = address;
        this.connector = connector;
        this.confirmation = confirmation;
        this.repair = repair;
        this.wallMs = wallMs;
        this.status = journal.status(target, state, null, replicaLog.endPosition(), 0);
    }

    @Override
    public String name() {
        return "store-ha";
    }

    @Override
    public int doWork(long nowMs) {
        connector.poll();
        ClientState before = state;
        int work = 0;
        try {
            if (!target.equals(address.text())) {
                moved(nowMs);
            }
            work = step(nowMs);
        } catch (IOException | RuntimeException | InternalError e) { // last: a page that the disk does not give
            fail(e, nowMs);
        }
        if (state != before || nowMs - statusMs >= STATUS_PAUSE_MS) {
            publish(nowMs);
        }
        return work + (state == before ? 0 : 1);
    }

    private void moved(long nowMs) {
        String old = target;
        target = address.text();
        drop();
        backoff.succeeded();
        halt.succeeded();
        journal.resumed();
        String why = "master is '" + target + "', was '" + old + "'";
        become(target.isEmpty() ? ClientState.NO_ADDRESS : ClientState.WAITING, why, nowMs);
    }

    private int step(long nowMs) throws IOException {
        return switch (state) {
            case NO_ADDRESS -> 0;
            case WAITING, OUT_OF_RANGE, AHEAD, DIVERGED, HISTORY_UNKNOWN -> pause(nowMs);
            case RESOLVING -> resolve(nowMs);
            case CONNECTING -> connect(nowMs);
            case CONFIRMING -> confirm(nowMs);
            case FOLLOWING -> follow(nowMs);
        };
    }

    private int pause(long nowMs) {
        if (backoff.isOver(nowMs) && halt.isOver(nowMs)) {
            lookUp = address.lookUp(target);
            become(ClientState.RESOLVING, target, nowMs);
        }
        return 0;
    }

    private int resolve(long nowMs) throws IOException {
        if (lookUp.isDone()) {
            InetSocketAddress peer = lookUp.handle((found, thrown) -> found).join();
            if (peer == null) {
                throw new IOException(target + " can't be looked up: "
                    + lookUp.handle((found, thrown) -> String.valueOf(thrown)).join());
            }
            channel = connector.connect(peer);
            become(ClientState.CONNECTING, target + " is " + peer, nowMs);
        } else {
            checkLimit("looking up " + target, STEP_LIMIT_MS, nowMs);
        }
        return 0;
    }

    private int connect(long nowMs) throws IOException {
        if (channel.isConnected()) {
            beginning = new Beginning(replicaLog, confirmation, channel.localAddress());
            become(ClientState.CONFIRMING, "connected to " + channel.peer(), nowMs);
        } else {
            checkLimit("connecting to " + channel.peer(), STEP_LIMIT_MS, nowMs);
        }
        return 0;
    }

    private int confirm(long nowMs) throws IOException {
        Beginning.Answer answer = beginning.poll();
        if (answer == null) {
            checkLimit("comparing histories", REVIEW_LIMIT_MS, nowMs);
            return 0;
        }
        if (answer.review().outcome() != TailReview.Outcome.FOLLOW) {
            haltOrRepair(answer.review(), nowMs);
            return 1;
        }
        replicaLog.shared();
        following = new Following(replicaLog, channel, timing, buffer, answer.first(), nowMs);
        journal.resumed();
        become(ClientState.FOLLOWING, "from " + replicaLog.endPosition() + ": " + answer.review().reason(), nowMs);
        return follow(nowMs);
    }

    private void haltOrRepair(TailReview.Result result, long nowMs) {
        drop();
        HistoryRepair.Attempt attempt = repair.apply(replicaLog, result);
        String why = attempt.text().isEmpty() ? result.reason() : result.reason() + "; " + attempt.text();
        if (attempt.isDone()) {
            journal.resumed();
            backoff.failed(nowMs);
            become(ClientState.WAITING, why, nowMs);
            return;
        }
        ClientState to = switch (result.outcome()) {
            case OUT_OF_RANGE -> ClientState.OUT_OF_RANGE;
            case AHEAD -> ClientState.AHEAD;
            case UNKNOWN -> ClientState.HISTORY_UNKNOWN;
            default -> ClientState.DIVERGED;
        };
        (to == ClientState.HISTORY_UNKNOWN ? backoff : halt).failed(nowMs);
        journal.halted(target, to, why, result.firstDifference());
        become(to, why, nowMs);
    }

    private int follow(long nowMs) throws IOException {
        int work = following.doWork(nowMs, wallMs.getAsLong());
        if (following.hasReceived()) {
            backoff.succeeded();
        }
        if (nowMs - Math.max(following.dataMs(), reviewedMs) > IDLE_REVIEW_MS) {
            reviewIdle(nowMs);
        }
        return work;
    }

    /** A master that has nothing left for this slave sends heartbeats only; so does one with nothing new. */
    private void reviewIdle(long nowMs) {
        if (review == null) {
            review = new TailReview(replicaLog, confirmation, channel.localAddress(), following.lastRecordPosition());
        }
        TailReview.Result result = review.poll();
        if (result == null) {
            return;
        }
        review = null;
        reviewedMs = nowMs;
        switch (result.outcome()) {
            case OUT_OF_RANGE, AHEAD, DIVERGED -> haltOrRepair(result, nowMs);
            default -> { }
        }
    }

    private void checkLimit(String what, long limitMs, long nowMs) throws IOException {
        if (nowMs - stateMs > limitMs) {
            throw new IOException(what + " took longer than " + limitMs + " ms");
        }
    }

    private void fail(Throwable cause, long nowMs) {
        drop();
        backoff.failed(nowMs);
        journal.failed(target, state, cause, backoff.delayMs(), nowMs);
        become(ClientState.WAITING, journal.failure(), nowMs);
    }

    private void become(ClientState to, String why, long nowMs) {
        journal.changed(target, state, to, why, nowMs);
        state = to;
        stateMs = nowMs;
    }

    private void drop() {
        if (channel != null) {
            channel.close();
        }
        channel = null;
        review = null;
        following = null;
        lookUp = null;
        beginning = null;
    }

    private void publish(long nowMs) {
        statusMs = nowMs;
        status = journal.status(target, state, following, replicaLog.endPosition(), nowMs);
    }

    /** State, reason and figures, at most a fifth of a second old. Any thread. */
    public HaStatus status() {
        return status;
    }

    /** Drops the connection. Agent's thread. */
    @Override
    public void close() {
        drop();
        connector.close();
        status = HaStatus.NONE;
    }
}
