/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.admin.AdminProcessor;
import org.tandemmq.broker.admin.GuardedProcessor;
import org.tandemmq.broker.admin.MissingFeature;
import org.tandemmq.broker.admin.client.ClientAdminProcessor;
import org.tandemmq.broker.admin.client.ClientRelayProcessor;
import org.tandemmq.broker.admin.info.ConfigAdminProcessor;
import org.tandemmq.broker.admin.info.DelayInfo;
import org.tandemmq.broker.admin.info.InfoSource;
import org.tandemmq.broker.admin.info.LostMessages;
import org.tandemmq.broker.admin.info.ProcessInfo;
import org.tandemmq.broker.admin.info.RuntimeInfoProcessor;
import org.tandemmq.broker.admin.info.StoreInfo;
import org.tandemmq.broker.admin.info.TrafficInfo;
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
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.start.BoundedPool;
import org.tandemmq.broker.start.StartReport;
import org.tandemmq.broker.transaction.HalfMessages;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.store.MessageStore;

/** Assembles what answers the requests of tools; all of them run on the admin thread, and nothing of clients does. */
public final class AdminRequests {

    private static final Logger log = LoggerFactory.getLogger(AdminRequests.class);

    private final BrokerConfig config;
    private final Tables tables;
    private final MessageStore store;
    private final Clients clients;
    private final Traffic traffic;
    private final List<AdminProcessor> processors = new ArrayList<>();
    private final List<InfoSource> info = new ArrayList<>();

    /**
     * Creates the assembly.
     *
     * @param config settings
     * @param tables topics, groups, offsets
     * @param store the messages
     * @param clients who is connected
     * @param traffic counters
     */
    public AdminRequests(BrokerConfig config, Tables tables, MessageStore store, Clients clients, Traffic traffic) {
        this.config = config;
        this.tables = tables;
        this.store = store;
        this.clients = clients;
        this.traffic = traffic;
        tableRequests();
        clientRequests();
    }

    private void tableRequests() {
        String address = config.addresses().forClients();
        String name = config.identity().name();
        BooleanSupplier isSlave = () -> !store.role().isMaster();
        processors.add(new TopicAdminProcessor(tables.topics(), tables.offsets(), store, isSlave, address));
        processors.add(new GroupAdminProcessor(tables.groups(), tables.offsets(), isSlave));
        processors.add(new OffsetAdminProcessor(new OffsetAdminProcessor.Subject(tables.topics(), tables.groups(),
            tables.offsets(), clients.consumers(), clients.resets(name), store, isSlave)));
        processors.add(new StoreAdminProcessor(store, tables.topics(), clients.consumers()));
    }

    private void clientRequests() {
        String name = config.identity().name();
        processors.add(new ClientAdminProcessor(clients.consumers(), clients.producers()));
        processors.add(new ClientRelayProcessor(clients.consumers(), store, name));
        processors.add(new HalfResumeProcessor(new HalfMessages(store), store, () -> !store.role().isMaster()));
    }

    /**
     * Adds what tools see of the process and may change.
     *
     * @param live settings of the running broker
     * @param readers reader threads, whose queue is shown
     * @param clock wall clock
     */
    public void process(LiveSettings live, BoundedPool readers, InstantSource clock) {
        processors.add(new StatsProcessor(new StatsProcessor.Sources(tables.topics(), tables.groups(),
            tables.offsets(), store, new RegisteredGroups(clients.consumers()), new CountedRates(traffic.stats()),
            clock), config.identity().name(), config.addresses().forClients()));
        processors.add(new CounterProcessor(traffic.stats(), new FallBehind(store, tables.offsets(), clock),
            config.identity().cluster()));
        info.add(new ProcessInfo(clock, StartReport.version(), readers::waiting, readers.capacity(),
            config.requests().acceptSendsFromMs()));
        info.add(new StoreInfo(store, config.store().paths().commitLog()));
        info.add(new TrafficInfo(traffic.stats(), traffic.marks()));
        info.add(new DelayInfo(tables.delays(), store));
        tables.changeableIn(live);
        live.changeable("fileReservedTime", hours -> store.keepSegments(Math.toIntExact((Long) hours)));
        processors.add(new ConfigAdminProcessor(live));
    }

    /**
     * Adds what tools see of messages that went unread.
     *
     * @return looks for them; its owner gives it a thread
     */
    public LostMessages lostMessages() {
        LostMessages lost = new LostMessages(tables.offsets(), new StoredQueues(store));
        info.add(lost);
        return lost;
    }

    private record StoredQueues(MessageStore store) implements LostMessages.Queues {
        @Override
        public long forcedDeletions() {
            return store.status().losses().forcedDeletions();
        }

        @Override
        public Collection<String> topics() {
            return store.topics();
        }

        @Override
        public long minOffset(String topic, int queueId) {
            return store.minOffset(topic, queueId);
        }
    }

    /**
     * Adds further lines of the runtime info.
     *
     * @param source the lines
     */
    public void info(InfoSource source) {
        info.add(source);
    }

    /**
     * Adds a further processor.
     *
     * @param processor the processor
     */
    public void add(AdminProcessor processor) {
        processors.add(processor);
    }

    /**
     * Registers everything on the port of clients.
     *
     * @param server port of clients
     * @param admin the admin thread
     * @param elapsedMs elapsed-time clock
     */
    public void serve(RemotingServer server, Executor admin, LongSupplier elapsedMs) {
        warnWhenOpen();
        MissingFeature.serve(server, elapsedMs);
        processors.add(new RuntimeInfoProcessor(info));
        for (AdminProcessor processor : processors) {
            processor.codes().forEach(code -> server.register(code,
                new GuardedProcessor(config.network().adminPeers(), processor, elapsedMs), admin));
        }
    }

    private void warnWhenOpen() {
        if (!config.addresses().isLocalOnly() && config.network().adminPeers().isAny()) {
            log.warn("Requests of administration are taken from any address: adminAllowedPeers names none");
        }
    }
}
