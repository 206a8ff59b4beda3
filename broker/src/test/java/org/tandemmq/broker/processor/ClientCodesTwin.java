/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.client.ClientHousekeeping;
import org.tandemmq.broker.client.ConsumerChangeNotifier;
import org.tandemmq.broker.client.ClientMemory;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.processor.pull.PairView;
import org.tandemmq.broker.processor.pull.PullEnvironment;
import org.tandemmq.broker.processor.pull.PullMessageProcessor;
import org.tandemmq.broker.processor.pull.PullRules;
import org.tandemmq.broker.processor.pull.PullSettings;
import org.tandemmq.broker.processor.pull.SubscriptionFilters;
import org.tandemmq.broker.processor.send.BrokerIdentity;
import org.tandemmq.broker.processor.send.PutDiversion;
import org.tandemmq.broker.processor.send.SendMessageProcessor;
import org.tandemmq.broker.processor.send.SendRules;
import org.tandemmq.broker.processor.send.SendSettings;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.RequestProcessor;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.RequestCode;

/** All processors of the clients' codes, with everything around them in memory; executors run when told to. */
public final class ClientCodesTwin {

    final MemoryStore store = new MemoryStore();
    final ProducerManager producers = new ProducerManager(new ClientMemory(64 << 20));
    final ConsumerManager consumers = new ConsumerManager(new ClientMemory(64 << 20));
    final List<Runnable> queued = new ArrayList<>();
    final BrokerTables tables;
    final ClientHousekeeping housekeeping;
    ConnectionTwin connection = new ConnectionTwin();
    final PendingResets resets = new PendingResets(() -> this.nowMs);
    boolean strictOffsets;
    boolean propertyFilter;
    boolean notices = true;
    long nowMs = 1_000;
    private final Map<Integer, RequestProcessor> processors = new HashMap<>();

    ClientCodesTwin(Path folder, boolean autoCreate) {
        tables = new BrokerTables(folder, autoCreate);
        ConsumerChangeNotifier notifier = new ConsumerChangeNotifier(consumers, () -> nowMs);
        housekeeping = new ClientHousekeeping(producers, consumers, notifier, group -> true,
            clientId -> tables.locks.ownerGone(clientId, nowMs));
        ClientRegistration registration = new ClientRegistration(producers, consumers, notifier, housekeeping,
            tables.locks, group -> notices);
        WaitingWork creations = new WaitingWork(queued::add, 64 << 20);
        use(new HeartbeatProcessor(registration, tables.groups, tables.topics, () -> store.role().isMaster(),
            creations, () -> Instant.ofEpochMilli(nowMs), () -> nowMs), RequestCode.HEART_BEAT);
        use(new ClientProcessor(producers, consumers, housekeeping, subscription -> null, () -> propertyFilter),
            RequestCode.UNREGISTER_CLIENT, RequestCode.GET_CONSUMER_LIST_BY_GROUP, RequestCode.CHECK_CLIENT_CONFIG);
        MemberProgress progress = new MemberProgress(tables.offsets, resets, tables.locks, () -> nowMs);
        use(new ConsumerOffsetProcessor(progress, tables.topics, tables.groups, store, creations,
            () -> strictOffsets), RequestCode.QUERY_CONSUMER_OFFSET, RequestCode.UPDATE_CONSUMER_OFFSET);
        use(new QueueOffsetProcessor(store), RequestCode.SEARCH_OFFSET_BY_TIMESTAMP, RequestCode.GET_MAX_OFFSET,
            RequestCode.GET_MIN_OFFSET, RequestCode.GET_EARLIEST_MSG_STORETIME);
        use(new QueueLockProcessor(tables.locks, () -> nowMs), RequestCode.LOCK_BATCH_MQ,
            RequestCode.UNLOCK_BATCH_MQ);
        use(new QueryMessageProcessor(store, 64, 32), RequestCode.QUERY_MESSAGE, RequestCode.VIEW_MESSAGE_BY_ID);
        BrokerStats stats = new BrokerStats();
        SendRules sendRules = new SendRules(tables.topics, tables.groups, tables.locks, () -> SendSettings.DEFAULTS,
            BrokerTables.CLOCK, () -> nowMs);
        BrokerIdentity identity = BrokerIdentity.of("C1", "DefaultRegion", true,
            new InetSocketAddress("10.0.0.1", 10911));
        use(new SendMessageProcessor(store, sendRules, creations, PutDiversion.NONE,
            identity, stats, BrokerTables.CLOCK), RequestCode.SEND_MESSAGE, RequestCode.SEND_MESSAGE_V2,
            RequestCode.SEND_BATCH_MESSAGE);
        PullRules pullRules = new PullRules(tables.topics, tables.groups, consumers, SubscriptionFilters.TAGS);
        PullRequestHoldService holds = new PullRequestHoldService(100, 100, 1 << 20);
        PullEnvironment environment = new PullEnvironment(() -> PullSettings.DEFAULTS, PairView.ALONE, () -> nowMs);
        use(new PullMessageProcessor(store, pullRules, progress, holds, environment, stats,
            new PullMessageProcessor.Detours(creations, creations)),
            RequestCode.PULL_MESSAGE, RequestCode.LITE_PULL_MESSAGE);
    }

    private void use(RequestProcessor processor, int... codes) {
        for (int code : codes) {
            processors.put(code, processor);
        }
    }

    ReplyTwin ask(RemotingCommand request) {
        ReplyTwin reply = new ReplyTwin();
        processors.get(request.code()).process(connection, request, reply);
        // a creation may be followed by a read
        while (!queued.isEmpty()) {
            queued.remove(0).run();
        }
        return reply;
    }
}
