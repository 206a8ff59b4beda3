/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.processor.ClientProcessor;
import org.tandemmq.broker.processor.ClientRegistration;
import org.tandemmq.broker.processor.ConsumerOffsetProcessor;
import org.tandemmq.broker.processor.HeartbeatProcessor;
import org.tandemmq.broker.processor.MemberProgress;
import org.tandemmq.broker.processor.QueryMessageProcessor;
import org.tandemmq.broker.processor.QueueLockProcessor;
import org.tandemmq.broker.processor.QueueOffsetProcessor;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.processor.pull.PairView;
import org.tandemmq.broker.processor.pull.PropertyFilters;
import org.tandemmq.broker.processor.pull.PullEnvironment;
import org.tandemmq.broker.processor.pull.PullMessageProcessor;
import org.tandemmq.broker.processor.pull.PullRules;
import org.tandemmq.broker.processor.reply.ReplyMessageProcessor;
import org.tandemmq.broker.processor.send.BrokerIdentity;
import org.tandemmq.broker.processor.send.PutDiversion;
import org.tandemmq.broker.processor.send.SendBackProcessor;
import org.tandemmq.broker.processor.send.SendMessageProcessor;
import org.tandemmq.broker.processor.send.SendRules;
import org.tandemmq.broker.processor.transaction.EndTransactionProcessor;
import org.tandemmq.broker.processor.transaction.StoreDiversion;
import org.tandemmq.broker.schedule.DelayLevels;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.broker.transaction.TransactionEndings;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.store.MessageStore;

/** Assembles what answers the requests of clients: sends, pulls, offsets, heartbeats, locks, look-ups. */
public final class ClientRequests {

    /** Part of the heap that requests may take that wait for a creation, and those that wait for the disk. */
    private static final int HEAP_SHARE = 16;

    private final BrokerConfig config;
    private final Tables tables;
    private final MessageStore store;
    private final Clients clients;
    private final Traffic traffic;
    private final LiveRules rules;
    private final Crew crew;
    private final PropertyFilters filters;
    private final WaitingWork creations;
    private final WaitingWork reads;

    /**
     * Creates the assembly.
     *
     * @param config settings
     * @param tables topics, groups, offsets
     * @param store the messages
     * @param clients who is connected
     * @param traffic counters
     * @param rules rules as they are at the moment
     * @param crew threads
     */
    public ClientRequests(BrokerConfig config, Tables tables, MessageStore store, Clients clients, Traffic traffic,
                          LiveRules rules, Crew crew) {
        this.config = config;
        this.tables = tables;
        this.store = store;
        this.clients = clients;
        this.traffic = traffic;
        this.rules = rules;
        this.crew = crew;
        this.filters = new PropertyFilters(() -> config.requests().propertyFilter());
        this.creations = new WaitingWork(crew.creator(), HeapShare.bytes(HEAP_SHARE));
        this.reads = new WaitingWork(crew.readers(), HeapShare.bytes(HEAP_SHARE));
    }

    /**
     * Registers sends and what is sent back.
     *
     * @param server port of clients
     * @param clock wall clock
     * @param elapsedMs elapsed-time clock
     */
    public void serveSends(RemotingServer server, InstantSource clock, LongSupplier elapsedMs) {
        InetSocketAddress ownAddress = config.addresses().resolved();
        BrokerIdentity identity = BrokerIdentity.of(config.identity().cluster(), config.identity().region(),
            config.identity().traceOn(), ownAddress);
        PutDiversion diversion = new StoreDiversion(new DelayLevels(config.store().queue().delayLevelsMs()));
        SendRules sendRules = new SendRules(tables.topics(), tables.groups(), clients.locks(), rules::send, clock,
            elapsedMs);
        RequestProcessor sends = new SendMessageProcessor(store, sendRules, creations, diversion, identity,
            traffic.stats(), clock);
        register(server, sends, null, RequestCode.SEND_MESSAGE, RequestCode.SEND_MESSAGE_V2,
            RequestCode.SEND_BATCH_MESSAGE);
        register(server, new SendBackProcessor(store, tables.topics(), tables.groups(), rules::send, traffic.stats(),
            diversion, creations), crew.readers(), RequestCode.CONSUMER_SEND_MSG_BACK);
        TransactionEndings endings = new TransactionEndings(store, new HalfMessages(store),
            tables.late(), ownAddress, clock);
        register(server, new EndTransactionProcessor(endings, () -> !store.role().isMaster()), crew.readers(),
            RequestCode.END_TRANSACTION);
        ReplyMessageProcessor.Own own = new ReplyMessageProcessor.Own(ownAddress, config.identity().region(),
            config.identity().traceOn());
        register(server, new ReplyMessageProcessor(store, sendRules, clients.producers(),
            () -> config.requests().storeReplies(), own, clock), null, RequestCode.SEND_REPLY_MESSAGE,
            RequestCode.SEND_REPLY_MESSAGE_V2);
    }

    /**
     * Registers pulls and everything about offsets and look-ups.
     *
     * @param server port of clients
     * @param holds holds pulls that wait
     * @param pair what is known of the other broker of the pair
     * @param elapsedMs elapsed-time clock
     */
    public void servePulls(RemotingServer server, PullRequestHoldService holds, PairView pair,
                           LongSupplier elapsedMs) {
        PullRules pullRules = new PullRules(tables.topics(), tables.groups(), clients.consumers(),
            filters);
        MemberProgress progress = new MemberProgress(tables.offsets(), clients.pendingResets(), clients.locks(),
            elapsedMs);
        register(server, new PullMessageProcessor(store, pullRules, progress, holds,
            new PullEnvironment(rules::pull, pair, elapsedMs), traffic.stats(),
            new PullMessageProcessor.Detours(reads, creations)), null, RequestCode.PULL_MESSAGE,
            RequestCode.LITE_PULL_MESSAGE);
        register(server, new ConsumerOffsetProcessor(progress, tables.topics(), tables.groups(), store,
            creations, () -> config.requests().strictFirstOffset()), null, RequestCode.QUERY_CONSUMER_OFFSET,
            RequestCode.UPDATE_CONSUMER_OFFSET);
        RequestProcessor queues = new QueueOffsetProcessor(store);
        register(server, queues, null, RequestCode.GET_MAX_OFFSET, RequestCode.GET_MIN_OFFSET);
        register(server, queues, crew.readers(), RequestCode.SEARCH_OFFSET_BY_TIMESTAMP,
            RequestCode.GET_EARLIEST_MSG_STORETIME);
        register(server, new QueryMessageProcessor(store, config.requests().queryMax(),
            config.requests().queryUniqueMax()), crew.readers(), RequestCode.QUERY_MESSAGE,
            RequestCode.VIEW_MESSAGE_BY_ID);
    }

    /**
     * Registers heartbeats, members and locks.
     *
     * @param server port of clients
     * @param pair what is known of the other broker of the pair
     * @param clock wall clock
     * @param elapsedMs elapsed-time clock
     */
    public void serveMembers(RemotingServer server, PairView pair, InstantSource clock, LongSupplier elapsedMs) {
        ClientRegistration registration = new ClientRegistration(clients.producers(), clients.consumers(),
            clients.notifier(), clients.housekeeping(), clients.locks(), clients.wantsNotices());
        register(server, new HeartbeatProcessor(registration, tables.groups(), tables.topics(),
            () -> store.role().isMaster() || !pair.masterReachable(), creations, clock, elapsedMs), null,
            RequestCode.HEART_BEAT);
        register(server, new ClientProcessor(clients.producers(), clients.consumers(), clients.housekeeping(),
            filters, () -> config.requests().propertyFilter()), null,
            RequestCode.UNREGISTER_CLIENT, RequestCode.GET_CONSUMER_LIST_BY_GROUP, RequestCode.CHECK_CLIENT_CONFIG);
        register(server, new QueueLockProcessor(clients.locks(), elapsedMs), null, RequestCode.LOCK_BATCH_MQ,
            RequestCode.UNLOCK_BATCH_MQ);
        server.onConnections(clients.housekeeping());
    }

    private static void register(RemotingServer server, RequestProcessor processor, Executor executor, int... codes) {
        for (int code : codes) {
            server.register(code, processor, executor);
        }
    }
}
