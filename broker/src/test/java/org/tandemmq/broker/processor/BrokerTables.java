/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.offset.ConsumerOffsetManager;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.broker.topic.TopicConfigManager;
import org.tandemmq.broker.topic.TopicDefaults;

/** The tables of a broker in a temporary folder, for tests of processors. */
public final class BrokerTables {

    /** Wall clock that stands still. */
    public static final InstantSource CLOCK = () -> Instant.ofEpochMilli(1_700_000_000_000L);

    /** Topics. */
    public final TopicConfigManager topics;
    /** Consumer groups. */
    public final SubscriptionGroupManager groups;
    /** Consumer offsets. */
    public final ConsumerOffsetManager offsets;
    /** Queue locks. */
    public final RebalanceLockManager locks = new RebalanceLockManager("b", 1 << 20);

    /**
     * Opens the tables.
     *
     * @param folder where the files are
     * @param autoCreate whether topics and groups are created on first use
     */
    public BrokerTables(Path folder, boolean autoCreate) {
        topics = new TopicConfigManager(new TableFile(folder.resolve("topics.json")),
            TopicDefaults.of("C1", "broker-a"), autoCreate, CLOCK);
        groups = new SubscriptionGroupManager(new TableFile(folder.resolve("groups.json")), autoCreate, CLOCK);
        offsets = new ConsumerOffsetManager(new TableFile(folder.resolve("offsets.json")), CLOCK, 1 << 20);
        topics.load(true);
        groups.load(true);
        offsets.load(true);
    }
}
