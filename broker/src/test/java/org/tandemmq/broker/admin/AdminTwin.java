/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.admin;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.admin.client.ClientAdminProcessor;
import org.tandemmq.broker.admin.client.ClientRelayProcessor;
import org.tandemmq.broker.admin.stats.CountedRates;
import org.tandemmq.broker.admin.stats.CounterProcessor;
import org.tandemmq.broker.admin.stats.FallBehind;
import org.tandemmq.broker.admin.stats.RegisteredGroups;
import org.tandemmq.broker.admin.stats.StatsProcessor;
import org.tandemmq.broker.admin.store.HalfResumeProcessor;
import org.tandemmq.broker.admin.store.StoreAdminProcessor;
import org.tandemmq.broker.admin.table.GroupAdminProcessor;
import org.tandemmq.broker.admin.table.OffsetAdminProcessor;
import org.tandemmq.broker.admin.table.TopicAdminProcessor;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientMemory;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.GroupResets;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.TopicCleanUp;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;
import org.tandemmq.store.PutResult;
import org.tandemmq.store.config.BrokerRole;
import org.tandemmq.store.record.RecordProperties;

/** All processors of administration, with everything around them in memory. */
public final class AdminTwin {

    /** Name of the broker. */
    public static final String NAME = "broker-a";
    private static final InetSocketAddress HOST = new InetSocketAddress("10.0.0.9", 4000);

    /** The messages. */
    public final MemoryStore store = new MemoryStore();
    /** Consumers. */
    public final ConsumerManager consumers = new ConsumerManager(new ClientMemory(1 << 20));
    /** Producers. */
    public final ProducerManager producers = new ProducerManager(new ClientMemory(1 << 20));
    /** Counters. */
    public final BrokerStats stats = new BrokerStats();
    /** Resets that members were told of. */
    public final PendingResets resets = new PendingResets(() -> 0);
    /** Topics, groups, offsets. */
    public final BrokerTables tables;
    private final Map<Integer, AdminProcessor> processors = new HashMap<>();

    /**
     * A master with topic T of two queues.
     *
     * @param folder where the tables are
     */
    public AdminTwin(Path folder) {
        tables = new BrokerTables(folder, true);
        tables.topics.createIfAbsent(TopicConfig.of("T", 2, 6));
        tables.topics.addListener(new TopicCleanUp(tables.offsets, true, store, stats,
            new GroupResets(consumers, resets, NAME)));
        use(new TopicAdminProcessor(tables.topics, tables.offsets, store, this::isSlave, "10.0.0.1:10911"));
        use(new GroupAdminProcessor(tables.groups, tables.offsets, this::isSlave));
        use(new OffsetAdminProcessor(new OffsetAdminProcessor.Subject(tables.topics, tables.groups, tables.offsets,
            consumers, new GroupResets(consumers, resets, NAME), store, this::isSlave)));
        use(new StoreAdminProcessor(store, tables.topics, consumers));
        use(new HalfResumeProcessor(new HalfMessages(store), store, this::isSlave));
        use(new StatsProcessor(new StatsProcessor.Sources(tables.topics, tables.groups, tables.offsets, store,
            new RegisteredGroups(consumers), new CountedRates(stats),
            () -> Instant.ofEpochMilli(store.nowMs)), NAME, "10.0.0.1:10911"));
        use(new CounterProcessor(stats, new FallBehind(store, tables.offsets,
            () -> Instant.ofEpochMilli(store.nowMs)), "C1"));
        use(new ClientAdminProcessor(consumers, producers));
        use(new ClientRelayProcessor(consumers, store, NAME));
    }

    private boolean isSlave() {
        return store.role == BrokerRole.SLAVE;
    }

    private void use(AdminProcessor processor) {
        processor.codes().forEach(code -> processors.put(code, processor));
    }

    /**
     * Asks with a header.
     *
     * @param code request code
     * @param fields names and values in turn
     * @return the answer
     */
    public ReplyTwin ask(int code, Object... fields) {
        return ask(RequestTwin.of(code, new byte[0], fields));
    }

    /**
     * Asks with a body.
     *
     * @param code request code
     * @param body its text
     * @return the answer
     */
    public ReplyTwin askWith(int code, String body) {
        return ask(RequestTwin.json(code, body));
    }

    private ReplyTwin ask(RemotingCommand request) {
        ReplyTwin reply = new ReplyTwin();
        processors.get(request.code()).process(new ConnectionTwin(), request, reply);
        return reply;
    }

    /**
     * Registers a consumer.
     *
     * @param group its group
     * @param connection its connection
     * @param topic topic that it reads
     */
    public void consumer(String group, ConnectionTwin connection, String topic) {
        consumer(group, connection, topic, "CLUSTERING");
    }

    /** The same with another model. */
    void consumer(String group, ConnectionTwin connection, String topic, String model) {
        ClientChannel client = new ClientChannel(connection, "client-of-" + group, 0, 409, 1_000, 0);
        consumers.register(client, new ConsumerData(group,
            "CONSUME_PASSIVELY", model, "CONSUME_FROM_FIRST_OFFSET",
            List.of(SubscriptionData.parse(topic, "*", "TAG", 1)), false), false);
    }

    /**
     * Stores messages one millisecond apart.
     *
     * @param topic topic
     * @param queueId queue
     * @param count how many
     */
    public void fill(String topic, int queueId, int count) {
        for (int i = 0; i < count; i++) {
            put(topic, queueId, Map.of("TAGS", "a"));
            store.nowMs++;
        }
    }

    /**
     * Stores a message.
     *
     * @param topic topic
     * @param queueId queue
     * @param properties its properties
     * @return what the store says
     */
    public PutResult put(String topic, int queueId, Map<String, String> properties) {
        return store.put(new NewMessage(topic, queueId, 0, 0, 1_000, HOST, 0, 0, ByteBuffer.wrap(new byte[] {1, 2}),
            ByteBuffer.wrap(RecordProperties.encode(properties))), AckPolicy.APPEND_ONLY).join();
    }

    /** Codes that are answered. */
    public List<Integer> codes() {
        return processors.keySet().stream().sorted().toList();
    }
}
