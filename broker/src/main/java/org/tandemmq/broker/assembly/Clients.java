/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.tandemmq.broker.client.ClientHousekeeping;
import org.tandemmq.broker.client.ClientMemory;
import org.tandemmq.broker.client.ConsumerChangeNotifier;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.GroupResets;
import org.tandemmq.broker.client.PendingResets;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/**
 * Who is connected, and what ends with a connection.
 *
 * @param producers producers by group
 * @param consumers consumers by group
 * @param notifier tells the members of a group
 * @param locks queue locks of orderly consumers
 * @param wantsNotices whether the members of a group are told of changes
 * @param housekeeping removes who is gone
 * @param pendingResets where groups were told to go
 */
public record Clients(ProducerManager producers, ConsumerManager consumers, ConsumerChangeNotifier notifier,
               RebalanceLockManager locks, Predicate<String> wantsNotices, ClientHousekeeping housekeeping,
               PendingResets pendingResets) {

    /** Part of the heap that clients and that locks may take. */
    private static final int HEAP_SHARE = 8;

    /**
     * Creates the registries, with nobody in them.
     *
     * @param config settings
     * @param groups says which groups want to be told of changes
     * @param elapsedMs elapsed-time clock
     * @return the registries
     */
    public static Clients create(BrokerConfig config, SubscriptionGroupManager groups, LongSupplier elapsedMs) {
        ClientMemory memory = new ClientMemory(HeapShare.bytes(HEAP_SHARE));
        ProducerManager producers = new ProducerManager(memory);
        ConsumerManager consumers = new ConsumerManager(memory);
        ConsumerChangeNotifier notifier = new ConsumerChangeNotifier(consumers, elapsedMs);
        RebalanceLockManager locks = new RebalanceLockManager(config.identity().name(),
            HeapShare.bytes(HEAP_SHARE));
        boolean notify = config.requests().notifyConsumerIds();
        Predicate<String> wantsNotices = group -> notify && wantsNotices(groups.group(group));
        ClientHousekeeping housekeeping = new ClientHousekeeping(producers, consumers, notifier, wantsNotices,
            clientId -> locks.ownerGone(clientId, elapsedMs.getAsLong()));
        return new Clients(producers, consumers, notifier, locks, wantsNotices, housekeeping,
            new PendingResets(elapsedMs));
    }

    /**
     * Sends groups elsewhere.
     *
     * @param brokerName our name
     * @return resets of the groups that are online
     */
    public GroupResets resets(String brokerName) {
        return new GroupResets(consumers, pendingResets, brokerName);
    }

    private static boolean wantsNotices(SubscriptionGroupConfig group) {
        return group == null || group.notifyConsumerIdsChangedEnable();
    }
}
