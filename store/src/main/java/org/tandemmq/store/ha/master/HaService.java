/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.store.agent.Agent;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaStatus;
import org.tandemmq.store.ha.ReplicaLog;
import org.tandemmq.store.ha.history.TailAnswer;

/**
 * The master's side: all connections, driven by one agent. A slow slave holds up nobody, because nothing here waits.
 * Connections come from the listener, or from a test, on the agent's own thread; {@link #status},
 * {@link #neededPosition} and {@link #judged} are for any thread.
 *
 * <p>Who has appended may send it itself ({@link #sendNow}), so connections belong to whoever has the turn: a lock that
 * the agent waits for, and an appender only tries.
 */
public final class HaService implements Agent {

    private static final Logger log = LoggerFactory.getLogger(HaService.class);
    private static final long STATUS_PAUSE_MS = 200;
    private static final int VERDICTS_MAX = 64;
    private static final int BATCHES_MAX = 4;
    /** With more slaves than this, sending is the agent's alone. */
    private static final int SEND_NOW_SLAVES_MAX = 2;

    /**
     * Measures of the master's side.
     *
     * @param progress what holds for every slave
     * @param transferBytes {@code haTransferBatchSize}
     * @param maxConnections {@code haMaxConnections}
     */
    public record Limits(SlaveProgress.Terms progress, int transferBytes, int maxConnections) {

        /**
         * Takes the measures from the configuration.
         *
         * @param config replication settings
         * @return the measures
         */
        public static Limits of(HaConfig config) {
            return new Limits(new SlaveProgress.Terms(config.timing().heartbeatMs(), config.timing().housekeepingMs(),
                config.fallBehindMaxBytes(), config.resolution().newSlaveFromLastSegment()), config.transferBytes(),
                config.maxConnections());
        }
    }

    private record Judged(InetSocketAddress channel, TailAnswer answer) {
    }

    private final ReentrantLock turn = new ReentrantLock();
    private final ReplicaLog replicaLog;
    private final Limits limits;
    private final ReplicatedCopies copies;
    private final LongSupplier wallMs;
    private final List<HaConnection> connections = new ArrayList<>();
    private final RefusedPeers refused = new RefusedPeers();
    private final FormerSlaves former = new FormerSlaves();
    private final FormerSelves selves;
    private final StatusOfSlaves statusOf;
    private final BlockingQueue<Judged> verdicts = new ArrayBlockingQueue<>(VERDICTS_MAX);

    private volatile HaStatus status = HaStatus.NONE;
    private volatile long neededPosition = Long.MAX_VALUE;
    private volatile boolean connected;
    private long statusMs = Long.MIN_VALUE / 2;

    /**
     * Creates the service; it has no connection yet.
     *
     * @param replicaLog the master's log
     * @param limits measures
     * @param copies told what the slaves hold
     * @param wallMs epoch milliseconds, for the status
     */
    public HaService(ReplicaLog replicaLog, Limits limits, ReplicatedCopies copies, LongSupplier wallMs) {
        this.replicaLog = replicaLog;
        this.limits = limits;
        this.copies = copies;
        this.wallMs = wallMs;
        this.selves = new FormerSelves(limits.progress().heartbeatMs());
        this.statusOf = new StatusOfSlaves(replicaLog, limits.progress().fallBehindMaxBytes(), wallMs);
    }

    @Override
    public String name() {
        return "store-ha";
    }

    /**
     * Takes a connection. Agent's thread.
     *
     * @param channel the connection; closed by the service
     * @param nowMs elapsed time
     */
    public void accept(HaChannel channel, long nowMs) {
        turn.lock();
        try {
            take(channel, nowMs);
        } finally {
            turn.unlock();
        }
    }

    private void take(HaChannel channel, long nowMs) {
        if (connections.size() >= limits.maxConnections() && !makeRoom(nowMs)) {
            refuse(channel, "haMaxConnections " + limits.maxConnections() + " is reached", nowMs);
            return;
        }
        InetAddress host = channel.peer().getAddress();
        SlaveProgress progress = new SlaveProgress(HaConnection.text(channel.peer()), replicaLog, limits.progress(),
            position -> former.mayEndAt(host, position), nowMs);
        connections.add(new HaConnection(channel, progress, new FrameBatch(replicaLog, limits.transferBytes()), nowMs));
        connected = true;
    }

    /**
     * Turns a peer away without a byte. Agent's thread.
     *
     * @param channel the connection; closed here
     * @param why cause for log and status
     * @param nowMs elapsed time
     */
    public void refuse(HaChannel channel, String why, long nowMs) {
        refused.add(channel.peer().getAddress(), "refused", why, nowMs, wallMs.getAsLong());
        channel.close();
    }

    private boolean makeRoom(long nowMs) {
        for (HaConnection connection : connections) {
            if (connection.progress().state() == SlaveState.HANDSHAKE) {
                connection.progress().end("makes room: haMaxConnections " + limits.maxConnections() + " is reached");
                return dropEnded(nowMs) > 0;
            }
        }
        return false;
    }

    /**
     * A slave asked over the remoting port whether its last record is ours. Any thread.
     *
     * @param channel the slave's end of its replication channel
     * @param answer what it was told
     */
    public void judged(InetSocketAddress channel, TailAnswer answer) {
        if (!verdicts.offer(new Judged(channel, answer))) {
            log.debug("Verdict for {} not noted, {} are waiting", channel, VERDICTS_MAX);
        }
    }

    /**
     * Sends what was just appended to slaves that lack little more than that, so that it does not wait until the
     * agent's thread has woken up. Any thread; waits for nobody.
     *
     * @param nowMs elapsed time
     * @return false where the agent has to be woken: it is somebody else's turn, or there is more to do
     */
    public boolean sendNow(long nowMs) {
        if (!turn.tryLock()) {
            return false;
        }
        try {
            boolean done = connections.size() <= SEND_NOW_SLAVES_MAX;
            for (int i = 0; done && i < connections.size(); i++) {
                done = connections.get(i).sendLittle(nowMs);
            }
            return done;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public int doWork(long nowMs) {
        turn.lock();
        try {
            return workOnAll(nowMs);
        } finally {
            turn.unlock();
        }
    }

    private int workOnAll(long nowMs) {
        statusOf.note(nowMs);
        int work = takeVerdicts();
        // A slave that catches up from the disk must not keep the others waiting.
        int batchesMax = connections.size() > 1 ? 1 : BATCHES_MAX;
        for (int i = 0; i < connections.size(); i++) {
            work += connections.get(i).doWork(batchesMax, nowMs);
        }
        selves.look(connections, nowMs);
        int dropped = dropEnded(nowMs);
        if (selves.moved(connections)) {
            selves.count(connections, copies, replicaLog.endPosition());
        }
        if (dropped > 0 || nowMs - statusMs >= STATUS_PAUSE_MS) {
            statusMs = nowMs;
            neededPosition = needed();
            status = statusOf.take(connections, refused.list(), nowMs);
        }
        return work + dropped;
    }

    private int takeVerdicts() {
        int taken = 0;
        for (Judged judged = verdicts.poll(); judged != null; judged = verdicts.poll()) {
            SlaveState found = found(judged.answer.verdict());
            for (HaConnection connection : connections) {
                if (found != null && connection.peer().equals(judged.channel)) {
                    connection.progress().judged(found, judged.answer.reason());
                }
            }
            taken++;
        }
        return taken;
    }

    private static SlaveState found(TailAnswer.Verdict verdict) {
        return switch (verdict) {
            case DIFFERENT, SEGMENT_SIZE -> SlaveState.DIVERGED;
            case AHEAD -> SlaveState.AHEAD;
            case BELOW_OLDEST -> SlaveState.OUT_OF_RANGE;
            default -> null;
        };
    }

    private int dropEnded(long nowMs) {
        int dropped = 0;
        for (Iterator<HaConnection> all = connections.iterator(); all.hasNext();) {
            HaConnection connection = all.next();
            if (connection.isOver(nowMs)) {
                all.remove();
                connection.close();
                left(connection, nowMs);
                dropped++;
            }
        }
        connected = !connections.isEmpty();
        return dropped;
    }

    private void left(HaConnection connection, long nowMs) {
        SlaveProgress progress = connection.progress();
        InetAddress host = connection.peer().getAddress();
        if (progress.transferFrom() >= 0) {
            former.left(host, progress.ackPosition(), progress.nextPosition());
            log.info("Slave {} left at {}, {} bytes behind: {}", HaConnection.text(connection.peer()),
                progress.ackPosition(), progress.behindBytes(), progress.reason());
        } else {
            refused.add(host, progress.state().toString(), progress.reason(), nowMs, wallMs.getAsLong());
        }
    }

    private long needed() {
        long needed = Long.MAX_VALUE;
        for (HaConnection connection : connections) {
            if (connection.progress().state().isFollowing()) {
                needed = Math.min(needed, connection.progress().heldPosition());
            }
        }
        return needed;
    }

    /** What is replicated where, at most a fifth of a second old. Any thread. */
    public HaStatus status() {
        return status;
    }

    /** Whether there is anybody to send to. Any thread. */
    public boolean isConnected() {
        return connected;
    }

    /** Lowest position that a connected slave still needs, {@link Long#MAX_VALUE} without one. Any thread. */
    public long neededPosition() {
        return neededPosition;
    }

    /** Drops all connections. Agent's thread. */
    @Override
    public void close() {
        turn.lock();
        try {
            for (HaConnection connection : connections) {
                connection.progress().end("this broker stops");
                connection.close();
            }
            connections.clear();
            selves.count(connections, copies, replicaLog.endPosition());
            neededPosition = Long.MAX_VALUE;
            status = HaStatus.NONE;
        } finally {
            turn.unlock();
        }
    }
}
