/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.processor;

import java.util.function.Predicate;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ClientHousekeeping;
import org.tandemmq.broker.client.ConsumerChangeNotifier;
import org.tandemmq.broker.client.ConsumerManager;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.lock.RebalanceLockManager;
import org.tandemmq.remoting.protocol.body.ConsumerData;
import org.tandemmq.remoting.protocol.body.HeartbeatData;

/** Takes a heartbeat over into the registries: producers, consumers, notices to others, locks of one who is back. */
public final class ClientRegistration {

    private final ProducerManager producers;
    private final ConsumerManager consumers;
    private final ConsumerChangeNotifier notifier;
    private final ClientHousekeeping housekeeping;
    private final RebalanceLockManager locks;
    private final Predicate<String> wantsNotices;

    /**
     * Creates the registration.
     *
     * @param producers producers by group
     * @param consumers consumers by group
     * @param notifier tells the members of a group
     * @param housekeeping removes who is gone
     * @param locks queue locks
     * @param wantsNotices whether the members of a group are told of changes
     */
    public ClientRegistration(ProducerManager producers, ConsumerManager consumers, ConsumerChangeNotifier notifier,
                              ClientHousekeeping housekeeping, RebalanceLockManager locks,
                              Predicate<String> wantsNotices) {
        this.producers = producers;
        this.consumers = consumers;
        this.notifier = notifier;
        this.housekeeping = housekeeping;
        this.locks = locks;
        this.wantsNotices = wantsNotices;
    }

    /**
     * Registers all groups of a heartbeat.
     *
     * @param client who sent it
     * @param data what it says
     */
    void register(ClientChannel client, HeartbeatData data) {
        for (ConsumerData consumer : data.consumers()) {
            boolean changed = consumers.register(client, consumer, data.withoutSubscriptions());
            if (changed && wantsNotices.test(consumer.groupName())) {
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
