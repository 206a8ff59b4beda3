/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.slave;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.offset.OffsetFilter;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;
import org.tandemmq.remoting.protocol.RequestCode;
import org.tandemmq.remoting.protocol.body.DataVersion;

/** The tables of one broker in a folder. */
final class Node implements TwoWayOffsets {

    /** Wall clock of the processor. */
    static final long NOW_MS = 1_700_000_123_456L;

    final Path folder;
    final TopicConfigManager topics;
    final SubscriptionGroupManager groups;
    final ConsumerOffsetManager offsets;
    final DelayOffsets delays;
    final KnownSlaves slaves;
    long logEnd;

    Node(Path folder, boolean master, AtomicLong nowMs) {
        this.folder = folder;
        topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            new TopicDefaults("C1", "broker-a", 8, 18, true, true, null, true), true,
            () -> Instant.ofEpochMilli(nowMs.incrementAndGet()));
        groups = new SubscriptionGroupManager(new TableFile(folder.resolve("subscriptionGroup.json")), true,
            () -> Instant.ofEpochMilli(nowMs.incrementAndGet()));
        offsets = new ConsumerOffsetManager(new TableFile(folder.resolve("consumerOffset.json")),
            () -> Instant.ofEpochMilli(nowMs.incrementAndGet()), 1 << 20);
        delays = new DelayOffsets(new TableFile(folder.resolve("delayOffset.json")),
            () -> Instant.ofEpochMilli(nowMs.incrementAndGet()));
        topics.load(master);
        groups.load(master);
        offsets.load(master);
        delays.load();
        slaves = new KnownSlaves(new TableFile(folder.resolve("slaves.json")));
    }

    List<FollowedTable> followed() {
        return List.of(new FollowedTable(RequestCode.GET_ALL_TOPIC_CONFIG, topics),
            new FollowedTable(RequestCode.GET_ALL_CONSUMER_OFFSET, offsets, this, () -> logEnd),
            new FollowedTable(RequestCode.GET_ALL_DELAY_OFFSET, delays, null, () -> logEnd),
            new FollowedTable(RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG, groups));
    }

    MasterTablesProcessor processor(boolean master) {
        return processor(master, "broker-a", "i-" + folder);
    }

    MasterTablesProcessor processor(boolean master, String brokerName, String process) {
        return new MasterTablesProcessor(new MasterTablesProcessor.Self(brokerName, process, () -> master, () ->
             Instant.ofEpochMilli(NOW_MS)), followed(), slaves, this);
    }

    @Override
    public boolean hasToLearn() {
        return offsets.returned();
    }

    @Override
    public byte[] newerThan(byte[] mastersBody) {
        return offsets.ownCommits().newerThan(mastersBody, OffsetFilter.ALL);
    }

    @Override
    public byte[] changesSince(DataVersion base) {
        return offsets.changesSince(base);
    }

    @Override
    public int takeChanges(byte[] body) {
        return offsets.takeChanges(body);
    }

    @Override
    public int takeMissing(byte[] body) {
        return offsets.takeMissing(body, group -> !"CID_RMQ_SYS_TRANS".equals(group));
    }

    @Override
    public int mergeNewest(byte[] body) {
        return offsets.mergeNewest(body, (topic, others) -> topics.topic(topic) == null ? Map.of() : others);
    }
}
