/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.broker.pair.Pairing;
import org.tandemmq.broker.replication.ConfirmTailProcessor;
import org.tandemmq.broker.replication.HaStatusProcessor;
import org.tandemmq.broker.replication.MasterEnd;
import org.tandemmq.broker.replication.MasterHistory;
import org.tandemmq.broker.replication.MasterTail;
import org.tandemmq.broker.replication.ReplicationInfo;
import org.tandemmq.broker.slave.Master;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.store.DefaultMessageStore;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.ha.pair.Replication;

/** Assembles the replication of the log: the store's side of it, the way to the master, and what others see of it. */
public final class LogReplication implements AutoCloseable {

    private final BrokerConfig config;
    private final Replication replication;
    private final Runnable sendNow;
    private volatile Predicate<Runnable> afterRequests = work -> false;
    private final ReplicationInfo info;
    private final Followed followed;
    private final AtomicReference<Master> master = new AtomicReference<>();

    /**
     * Puts replication in place; {@link #start} begins it.
     *
     * @param config settings
     * @param store the messages
     * @param client calls the master
     * @param clock wall clock
     * @param elapsedMs elapsed-time clock
     */
    public LogReplication(BrokerConfig config, DefaultMessageStore store, RemotingClient client, InstantSource clock,
                          LongSupplier elapsedMs) {
        this.config = config;
        MasterTail tail = new MasterTail(config.identity().name(), client, this::masterAddress,
            config.store().ha().masterAddress(), elapsedMs);
        this.replication = new Replication(store.replicaLog(), config.store().ha(),
            config.store().paths().root().resolve("tails"), tail, clock::millis, elapsedMs);
        this.sendNow = replication::sendNow;
        this.followed = new Followed(new MasterHistory(store.replicaLog(), config.identity().name(), client,
            address -> new MasterTail(config.identity().name(), client, () -> address, "", elapsedMs)),
            new MasterEnd(store.replicaLog()::endPosition));
        this.info = new ReplicationInfo(replication::status,
            config.identity().role() == BrokerRole.SYNC_MASTER ? config.store().ha().copies().inSync() - 1 : 0,
            followed.end());
        replication.onReplicated(store::replicated);
        store.replicateBy(replication.gate(), replication::neededPosition, this::grown);
    }

    /**
     * An event loop sends to the slave itself what all requests of its present round have brought: to wake a thread for
     * it takes longer than that.
     */
    private void grown() {
        if (replication.isConnected() && !afterRequests.test(sendNow)) {
            replication.wake();
        }
    }

    /** What the tables of a slave ask about the log, and tell about the master's. */
    private record Followed(MasterHistory history, MasterEnd end) implements SlaveSynchronize.History {

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
            end.told(endPosition, nowMs);
        }
    }

    private String masterAddress() {
        Master known = master.get();
        return known == null ? null : known.address();
    }

    /**
     * Follows the master that the pair finds, and lets the pair know how the log does.
     *
     * @param pairing knows the master
     */
    public void follow(Pairing pairing) {
        pairing.onMaster(found -> {
            Master before = master.getAndSet(found);
            if (before != null && !before.address().equals(found.address())) {
                followed.end().forget();
            }
            replication.followMaster(found.haAddress());
        });
        pairing.replication(info::problem, followed);
    }

    /**
     * Registers the questions about it.
     *
     * @param server port of clients
     * @param admin requests of tools
     * @param crew threads
     */
    public void serve(RemotingServer server, AdminRequests admin, Crew crew) {
        afterRequests = server::afterRequests;
        server.register(OwnRequestCode.CONFIRM_TAIL,
            new ConfirmTailProcessor(config.identity().name(), replication::answer), crew.readers());
        admin.add(new HaStatusProcessor(replication::status));
        admin.info(info);
    }

    /** Begins as what the configuration says. */
    public void start() {
        replication.start(config.identity().role());
    }

    /**
     * On a master: whether readers may be sent to a slave. The protocol tells no ids, so any slave in reach will do.
     *
     * @param brokerId id of the slave
     * @return whether there is one
     */
    public boolean hasReadableSlave(long brokerId) {
        return brokerId > 0 && replication.status().slavesInReach() > 0;
    }

    @Override
    public void close() {
        replication.close();
    }
}
