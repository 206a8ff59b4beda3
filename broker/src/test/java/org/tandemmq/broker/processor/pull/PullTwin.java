/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor.pull;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tandemmq.broker.ConnectionTwin;
import org.tandemmq.broker.MemoryStore;
import org.tandemmq.broker.ReplyTwin;
import org.tandemmq.broker.RequestTwin;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientMemory;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.processor.BrokerTables;
import org.tandemmq.broker.processor.MemberProgress;
import org.tandemmq.broker.processor.WaitingWork;
import org.tandemmq.broker.stats.BrokerStats;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.SubscriptionData;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.AckPolicy;
import org.tandemmq.store.NewMessage;

/** A pull processor with everything around it in memory, topic T with two queues and group g. */
final class PullTwin {

    final MemoryStore store = new MemoryStore();
    final List<Runnable> readers = new ArrayList<>();
    final List<Runnable> creators = new ArrayList<>();
    final ConsumerManager consumers = new ConsumerManager(new ClientMemory(1 << 20));
    final ConnectionTwin connection = new ConnectionTwin();
    final PullRequestHoldService holds = new PullRequestHoldService(100, 100, 1 << 20);
    final BrokerTables tables;
    private final PullMessageProcessor processor;
    PullSettings settings = PullSettings.DEFAULTS;
    boolean pairUp;

    PullTwin(Path folder) {
        tables = new BrokerTables(folder, true);
        tables.topics.createIfAbsent(TopicConfig.of("T", 2, 6));
        tables.groups.findOrCreate("g");
        PairView pair = new PairView() {
            @Override
            public boolean isReadableSlave(long brokerId) {
                return pairUp;
            }

            @Override
            public boolean masterReachable() {
                return pairUp;
            }
        };
        MemberProgress progress = new MemberProgress(tables.offsets, new PendingResets(() -> 1_000), tables.locks,
            () -> 1_000);
        processor = new PullMessageProcessor(store, new PullRules(tables.topics, tables.groups, consumers,
            SubscriptionFilters.TAGS), progress, holds, new PullEnvironment(() -> settings, pair, () -> 1_000),
            new BrokerStats(), new PullMessageProcessor.Detours(new WaitingWork(readers::add, 1_000_000),
                new WaitingWork(creators::add, 1_000_000)));
    }

    void send(String... tags) {
        for (String tag : tags) {
            store.put(new NewMessage("T", 0, 0, 0, 0, new InetSocketAddress("10.0.0.9", 4711), 0, 0,
                ByteBuffer.wrap(tag.getBytes(StandardCharsets.UTF_8)),
                ByteBuffer.wrap(("TAGS\1" + tag).getBytes(StandardCharsets.UTF_8))), AckPolicy.APPEND_ONLY);
        }
    }

    ReplyTwin start(int code, Object... changes) {
        Map<String, Object> fields = new HashMap<>(Map.of("consumerGroup", "g", "topic", "T", "queueId", 0,
            "queueOffset", 0, "maxMsgNums", 32, "sysFlag", 4, "commitOffset", 0, "suspendTimeoutMillis", 15_000,
            "subscription", "*", "subVersion", 1));
        for (int i = 0; i < changes.length; i += 2) {
            fields.put((String) changes[i], changes[i + 1]);
        }
        ReplyTwin reply = new ReplyTwin();
        processor.process(connection, RequestTwin.of(code, new byte[0], fields.entrySet().stream()
            .flatMap(field -> Stream.of(field.getKey(), field.getValue())).toArray()), reply);
        return reply;
    }

    ReplyTwin pull(Object... changes) {
        ReplyTwin reply = start(RequestCode.PULL_MESSAGE, changes);
        runReaders();
        return reply;
    }

    void runReaders() {
        List<Runnable> creations = new ArrayList<>(creators);
        creators.clear();
        creations.forEach(Runnable::run);
        List<Runnable> work = new ArrayList<>(readers);
        readers.clear();
        work.forEach(Runnable::run);
    }

    void register(String group, String model, String topic, String expression, long version) {
        consumers.register(new ClientChannel(connection, "c1", 0, 409, 0, 0), new ConsumerData(group,
            "CONSUME_PASSIVELY", model, "CONSUME_FROM_LAST_OFFSET",
            List.of(SubscriptionData.parse(topic, expression, "TAG", version)), false), false);
    }
}
