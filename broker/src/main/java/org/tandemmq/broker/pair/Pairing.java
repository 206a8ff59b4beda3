/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.pair;

import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.tandemmq.broker.admin.GuardedProcessor;
import org.tandemmq.broker.admin.info.InfoSource;
import org.tandemmq.broker.assembly.Crew;
import org.tandemmq.broker.assembly.Tables;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.outer.AnswerListener;
import org.tandemmq.broker.outer.BrokerOuterApi;
import org.tandemmq.broker.outer.OwnRequestCode;
import org.tandemmq.broker.processor.pull.PairView;
import org.tandemmq.broker.slave.FollowedTable;
import org.tandemmq.broker.slave.KnownSlaves;
import org.tandemmq.broker.slave.Master;
import org.tandemmq.broker.slave.MasterApi;
import org.tandemmq.broker.slave.MasterTablesProcessor;
import org.tandemmq.broker.slave.ReturningMaster;
import org.tandemmq.broker.slave.SlaveSynchronize;
import org.tandemmq.broker.slave.TwoWayOffsets;
import org.tandemmq.broker.topic.TopicListener;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.MessageStore;
import org.tandemmq.store.config.AllowedPeers;

/**
 * Assembles what makes two brokers a pair beside the log: the tables as the other one sees them, and on a slave the way
 * to its master (see docs/design/metadata-sync.md).
 */
public final class Pairing {

    private static final long LEARN_MS = 2_000;
    private static final long DROP_MS = 10_000;
    private static final AnswerListener NOBODY = new AnswerListener() {
        @Override
        public void answered(AnswerListener.RegistrationAnswer answer, long nowMs) {
            // a master needs nobody
        }

        @Override
        public boolean isMasterDoubtful() {
            return false;
        }
    };

    private final String brokerName;
    private final MasterApi api;
    private final TwoWayOffsets offsets;
    private final KnownSlaves slaves;
    private final FormerLives formerLives;
    private final EmptyQueues emptyQueues;
    private final Runnable limitOffsets;
    private final MasterTablesProcessor processor;
    private final RequestProcessor pushes;
    private final SlaveSide slave;

    /**
     * Where this broker meets the other one.
     *
     * @param client calls it
     * @param instanceId id of this process
     * @param clock wall clock
     */
    public record Ends(RemotingClient client, String instanceId, InstantSource clock) {
    }

    /**
     * Assembles the pair.
     *
     * @param config settings
     * @param tables topics, groups, offsets
     * @param store the messages
     * @param cleanUp drops what belonged to a topic that is gone
     * @param ends where this broker meets the other one
     * @param crew threads
     * @param elapsedMs elapsed-time clock
     */
    public Pairing(BrokerConfig config, Tables tables, MessageStore store, TopicListener cleanUp, Ends ends, Crew crew,
                   LongSupplier elapsedMs) {
        this.brokerName = config.identity().name();
        this.api = new MasterApi(ends.client(), brokerName, config.addresses().forClients());
        this.offsets = new PairOffsets(tables.offsets(), tables.topics(), store);
        this.slaves = new KnownSlaves(new TableFile(config.store().paths().config().resolve("slaves.json")));
        LongSupplier logEnd = () -> store.status().endPosition();
        List<FollowedTable> followed = List.of(
            new FollowedTable(RequestCode.GET_ALL_TOPIC_CONFIG, tables.topics()),
            new FollowedTable(RequestCode.GET_ALL_CONSUMER_OFFSET, tables.offsets(), offsets, logEnd),
            new FollowedTable(RequestCode.GET_ALL_DELAY_OFFSET, tables.delays(), null, logEnd),
            new FollowedTable(RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG, tables.groups()));
        BooleanSupplier isMaster = () -> store.role().isMaster();
        this.processor = new MasterTablesProcessor(
            new MasterTablesProcessor.Self(brokerName, ends.instanceId(), isMaster, ends.clock()), followed, slaves,
            offsets);
        this.pushes = new GuardedProcessor(new AllowedPeers("haAllowedPeers", config.store().ha().allowedPeers()),
            processor, elapsedMs);
        this.limitOffsets = () -> tables.offsets().limitTo(store::maxOffset);
        this.formerLives = new FormerLives(store, tables.offsets());
        this.emptyQueues = new EmptyQueues(store, tables.offsets(), tables.topics());
        if (config.identity().role().isMaster()) {
            this.slave = null;
            tables.topics().addListener(cleanUp);
        } else {
            Predicate<String> exists = topic -> tables.topics().topic(topic) != null;
            DeletedTopics deleted = new DeletedTopics(store, exists, topic -> !slave().masterTellsDeletions()
                || tables.offsets().deletions().isKnown(topic), this::follows, cleanUp);
            tables.offsets().deletions().whenUndone(new UndoneDeletions(store, exists,
                () -> slave().wasTaken(tables.topics().name()))::undo);
            tables.topics().addListener(change -> deleted.removed(change.removed(), elapsedMs.getAsLong()));
            this.slave = new SlaveSide(config, api, followed, tables.offsets(),
                nowMs -> deleted.doWork(nowMs) + formerLives.doWork() + emptyQueues.doWork(), crew.outer(), elapsedMs);
            slaves.whenSeen(slave::askedBy);
            if (store.status().endPosition() == store.status().minPosition()) {
                tables.offsets().learn();
            }
        }
    }

    private boolean follows() {
        return slave.report().follows();
    }

    private SlaveSide slave() {
        return slave;
    }

    /**
     * Registers the tables' codes. What a slave brings changes a table, so it comes on the thread that does so.
     *
     * @param server port of clients
     * @param crew threads
     */
    public void serve(RemotingServer server, Crew crew) {
        processor.codes().forEach(code -> server.register(code, processor, crew.tables()));
        server.register(OwnRequestCode.PUSH_OFFSETS, pushes, crew.admin());
    }

    /** Told the answers of name servers. */
    public AnswerListener listener() {
        return slave == null ? NOBODY : slave.listener();
    }

    /**
     * On a master, before it serves: drops what is left of deleted topics, lets queues of which nothing is left go on
     * where they ended, corrects offsets behind the ends of queues,
     * and asks the slaves it knew for newer consumer offsets, {@value #LEARN_MS} ms at most.
     */
    public void prepare() {
        if (slave != null) {
            return;
        }
        formerLives.dropAll(DROP_MS);
        emptyQueues.beginAll(DROP_MS);
        limitOffsets.run();
        List<String> known = slaves.addresses();
        if (!known.isEmpty()) {
            new ReturningMaster(brokerName, api, offsets).learn(known, LEARN_MS);
        }
    }

    /** On a slave: begins to follow the master's tables. */
    public void start() {
        if (slave != null) {
            slave.start();
        }
    }

    /**
     * Adds what follows the master too; nothing happens on a master.
     *
     * @param follower told each new master, the present one included
     */
    public void onMaster(Consumer<Master> follower) {
        if (slave != null) {
            slave.onMaster(follower);
        }
    }

    /**
     * Says how the log follows; nothing happens on a master.
     *
     * @param problem why the log is not in step, null when it is
     * @param history compares it with the master's
     */
    public void replication(Supplier<String> problem, SlaveSynchronize.History history) {
        if (slave != null) {
            slave.replication(problem, history);
        }
    }

    /**
     * What decides where readers are sent.
     *
     * @param readableSlave on a master: whether the slave of an id is connected, in step, and may be read
     * @return the view
     */
    public PairView view(LongPredicate readableSlave) {
        return new PairView() {
            @Override
            public boolean isReadableSlave(long brokerId) {
                return slave == null && readableSlave.test(brokerId);
            }

            @Override
            public boolean masterReachable() {
                return slave != null && slave.masterReachable();
            }
        };
    }

    /**
     * Lines of the runtime info.
     *
     * @param nameServers registrations
     * @return the lines
     */
    public InfoSource info(BrokerOuterApi nameServers) {
        return new PairInfo(nameServers, slave);
    }
}
