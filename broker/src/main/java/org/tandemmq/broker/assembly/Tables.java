/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.nio.file.Path;
import java.time.InstantSource;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.schedule.DelayOffsets;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.LateMessages;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;

/**
 * The tables of a broker, read from their files.
 *
 * @param topics {@code topics.json}
 * @param groups {@code subscriptionGroup.json}
 * @param offsets {@code consumerOffset.json}
 * @param delays {@code delayOffset.json}
 * @param late messages that come when their topic is gone; in no file
 */
public record Tables(TopicConfigManager topics, SubscriptionGroupManager groups, ConsumerOffsetManager offsets,
              DelayOffsets delays, LateMessages late) {

    /** Part of the heap that the offsets may take. */
    private static final int HEAP_SHARE = 8;

    /**
     * Reads all tables; a damaged one whose copy is damaged too stops the start.
     *
     * @param config settings
     * @param clock wall clock
     * @return the tables
     */
    public static Tables load(BrokerConfig config, InstantSource clock) {
        Path folder = config.store().paths().config();
        BrokerConfig.Topics rules = config.topics();
        boolean master = config.identity().role().isMaster();
        TopicConfigManager topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            defaults(config), rules.autoCreate(), clock);
        Tables tables = new Tables(topics,
            new SubscriptionGroupManager(new TableFile(folder.resolve("subscriptionGroup.json")),
                rules.autoCreateGroups(), clock),
            new ConsumerOffsetManager(new TableFile(folder.resolve("consumerOffset.json")), clock,
                HeapShare.bytes(HEAP_SHARE)),
            new DelayOffsets(new TableFile(folder.resolve("delayOffset.json")), clock), new LateMessages(topics));
        tables.topics.load(master);
        tables.groups.load(master);
        tables.offsets.load(master);
        tables.delays.load();
        return tables;
    }

    private static TopicDefaults defaults(BrokerConfig config) {
        BrokerConfig.Topics rules = config.topics();
        return new TopicDefaults(config.identity().cluster(), config.identity().name(), rules.defaultQueues(),
            config.store().queue().delayLevelsMs().size(), rules.clusterTopic(), rules.brokerTopic(),
            rules.traceTopic() ? rules.traceTopicName() : null, rules.deadLetterReadable());
    }

    /**
     * Makes the keys of the tables changeable.
     *
     * @param settings settings of the running broker
     */
    public void changeableIn(LiveSettings settings) {
        settings.changeable("autoCreateTopicEnable", value -> topics.autoCreate((Boolean) value));
        settings.changeable("autoCreateSubscriptionGroup", value -> groups.autoCreate((Boolean) value));
    }

    /** Writes the tables that are written by time, each of them; the others are written with each change. */
    public void save() {
        try {
            offsets.persist();
        } finally {
            delays.persist();
        }
    }
}
