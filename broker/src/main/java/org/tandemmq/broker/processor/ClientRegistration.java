/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientHousekeeping;
import org.tandemmq.broker.client.ConsumerChangeNotifier;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.broker.subscription.SubscriptionGroupManager;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.HeartbeatData;
import org.tandemmq.remoting.protocol.body.SubscriptionGroupConfig;

/** Takes a heartbeat over into the registries: producers, consumers, notices to others, locks of one who is back. */
public final class ClientRegistration {

    private final ProducerManager producers;
    private final ConsumerManager consumers;
    private final ConsumerChangeNotifier notifier;
    private final ClientHousekeeping housekeeping;
    private final RebalanceLockManager locks;
    private final SubscriptionGroupManager groups;

    /**
     * Creates the registration.
     *
     * @param producers producers by group
     * @param consumers consumers by group
     * @param notifier tells the members of a group
     * @param housekeeping removes who is gone
     * @param locks queue locks
     * @param groups consumer groups, which may not want notices
     */
    public ClientRegistration(ProducerManager producers, ConsumerManager consumers, ConsumerChangeNotifier notifier,
                              ClientHousekeeping housekeeping, RebalanceLockManager locks,
                              SubscriptionGroupManager groups) {
        this.producers = producers;
        this.consumers = consumers;
        this.notifier = notifier;
        this.housekeeping = housekeeping;
        this.locks = locks;
        this.groups = groups;
    }

    /**
     * Registers all groups of a heartbeat.
     *
     * @param client who sent it
     * @param data what it says
     */
    void register(ClientChannel client, HeartbeatData data) {
        for (ConsumerData consumer : data.consumers()) {
            SubscriptionGroupConfig group = groups.group(consumer.groupName());
            boolean changed = consumers.register(client, consumer, data.withoutSubscriptions());
            if (changed && (group == null || group.notifyConsumerIdsChangedEnable())) {
                notifier.changed(consumer.groupName());
            }
        }
        for (String group : data.producerGroups()) {
            producers.register(group, client);
        }
        if (!data.consumers().isEmpty()) {
            locks.ownerBack(client.clientId());
        }
        if (!client.connection().isOpen()) {
            housekeeping.closed(client.connection(), "closed while its heartbeat was carried out");
        }
    }
}
