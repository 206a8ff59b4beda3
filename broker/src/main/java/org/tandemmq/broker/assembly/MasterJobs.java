/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.tandemmq.broker.client.ClientChannel;
import org.tandemmq.broker.client.ProducerManager;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.schedule.DelayLevels;
import org.tandemmq.broker.schedule.ScheduleMessageService;
import org.tandemmq.broker.transaction.CheckLimits;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.broker.transaction.ProducerLines;
import org.tandemmq.broker.transaction.TransactionChecks;
import org.tandemmq.broker.transaction.TransactionTopics;
import org.tandemmq.remoting.protocol.body.TopicConfig;
import org.tandemmq.store.MessageStore;

/** What only a master does with its own messages: delivers delayed ones and asks about open transactions. */
public final class MasterJobs {

    private static final long DELAYS_MS = 50;
    private static final long TRANSACTIONS_MS = 100;
    private static final int SLICES_MAX = 16;

    private final ScheduleMessageService delays;
    private final TransactionChecks transactions;

    /**
     * Creates the jobs.
     *
     * @param config settings
     * @param tables progress of both
     * @param store the messages
     * @param producers whom to ask
     */
    public MasterJobs(BrokerConfig config, Tables tables, MessageStore store, ProducerManager producers) {
        BrokerConfig.Transactions rules = config.transactions();
        this.delays = new ScheduleMessageService(store, new DelayLevels(config.store().queue().delayLevelsMs()),
            tables.delays(), tables.late());
        ProducerLines lines = group -> {
            ClientChannel producer = producers.next(group);
            return producer == null ? null : producer.connection();
        };
        CheckLimits limits = new CheckLimits(rules.timeoutMs(), rules.checkIntervalMs(), rules.checkMax(),
            TimeUnit.HOURS.toMillis(config.store().retention().reservedHours()), CheckLimits.DEFAULT_OPEN_MAX);
        this.transactions = new TransactionChecks(store, new HalfMessages(store), lines,
            new TransactionOffsets(tables.offsets()), limits, config.identity().name(),
            () -> tables.topics().createIfAbsent(TopicConfig.of(TransactionTopics.GIVEN_UP, 1,
                TopicConfig.PERM_READ | TopicConfig.PERM_WRITE)));
    }

    /**
     * Begins; once, on a master.
     *
     * @param jobs gives the thread
     * @param clock wall clock
     */
    public void start(LocalJobs jobs, InstantSource clock) {
        delays.checkProgress();
        jobs.start("delayed messages", DELAYS_MS, SLICES_MAX, delays::doWork, clock);
        jobs.start("transactions", TRANSACTIONS_MS, SLICES_MAX, transactions::doWork, clock);
    }
}
