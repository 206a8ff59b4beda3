/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.tandemmq.broker.admin.store.UnusedTopics;
import org.tandemmq.broker.assembly.AdminRequests;
import org.tandemmq.broker.assembly.ClientRequests;
import org.tandemmq.broker.assembly.Clients;
import org.tandemmq.broker.assembly.Crew;
import org.tandemmq.broker.assembly.HeapShare;
import org.tandemmq.broker.assembly.LiveRules;
import org.tandemmq.broker.assembly.LocalJobs;
import org.tandemmq.broker.assembly.LogReplication;
import org.tandemmq.broker.assembly.MasterJobs;
import org.tandemmq.broker.assembly.Tables;
import org.tandemmq.broker.assembly.Traffic;
import org.tandemmq.broker.assembly.naming.Naming;
import org.tandemmq.broker.assembly.naming.RegisteredTopics;
import org.tandemmq.broker.assembly.naming.Registration;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.config.live.SettingsFile;
import org.tandemmq.broker.filter.KeptFilters;
import org.tandemmq.broker.longpolling.PullRequestHoldService;
import org.tandemmq.broker.metadata.TableFile;
import org.tandemmq.broker.pair.Pairing;
import org.tandemmq.broker.processor.TopicCleanUp;
import org.tandemmq.broker.processor.pull.PairView;
import org.tandemmq.broker.slave.MasterApi;
import org.tandemmq.broker.start.CloseOrder;
import org.tandemmq.broker.start.FileHandles;
import org.tandemmq.broker.start.PortCheck;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.RemotingServer;
import org.tandemmq.remoting.netty.NettyRemotingClient;
import org.tandemmq.remoting.netty.NettyRemotingServer;
import org.tandemmq.remoting.netty.NettySettings;
import org.tandemmq.store.DefaultMessageStore;
import org.tandemmq.store.MessageStore;

/**
 * Assembles a broker and takes it apart again in reverse order: store, tables, requests, ports, name service,
 * registration. Each concern has a class of its own in the assembly package; this one says what hangs together how.
 */
final class BrokerController implements AutoCloseable {

    /** Codes that are not served on the VIP port (wire-protocol 1.5): everything that may wait for messages. */
    private static final Set<Integer> NOT_ON_VIP_PORT = Set.of(11, 361, 200_050, 200_052, 200_054, 200_055);
    private static final int HOLDS_MAX = 100_000;
    private static final int CONNECTION_HOLDS_MAX = 20_000;
    private static final int HOLDS_HEAP_SHARE = 8;

    private final BrokerConfig config;
    private final InstantSource clock;
    private final LongSupplier elapsedMs;
    private final CloseOrder opened = new CloseOrder();

    BrokerController(BrokerConfig config, InstantSource clock, LongSupplier elapsedMs) {
        this.config = config;
        this.clock = clock;
        this.elapsedMs = elapsedMs;
    }

    /**
     * Opens everything; when this returns, clients find the broker and are served.
     *
     * @param values every setting as text
     * @param file properties file that changed settings are kept in, or null
     */
    void start(Map<String, String> values, Path file) {
        PortCheck.check(config);
        Crew crew = Crew.start(config.network());
        PullRequestHoldService holds = new PullRequestHoldService(HOLDS_MAX, CONNECTION_HOLDS_MAX,
            HeapShare.bytes(HOLDS_HEAP_SHARE));
        DefaultMessageStore store = openStore(holds);
        Tables tables = Tables.load(config, clock);
        opened.add("tables", tables::save);
        opened.add("threads", crew);
        Clients clients = Clients.create(config, tables.groups(), elapsedMs);
        Traffic traffic = Traffic.create(clock);
        tables.groups().whenRemoved(gone -> gone.forEach(group -> forgetGroup(group, clients, traffic)));
        LiveRules rules = new LiveRules(config);
        LiveSettings live = new LiveSettings(KnownKeys.ofBroker(), values, SettingsFile.at(file));

        Naming naming = new Naming(config, elapsedMs, opened);
        RemotingClient client = opened.add("calls to others", new NettyRemotingClient(NettySettings.DEFAULTS
            .withIoThreads(1).withBodyBytesMax(MasterApi.TABLE_BYTES_MAX)));
        TopicCleanUp cleanUp = new TopicCleanUp(tables.offsets(), config.identity().role().isMaster(), store,
            traffic.stats(), clients.resets(config.identity().name()));
        Pairing pairing = new Pairing(config, tables, store, cleanUp,
            new Pairing.Ends(client, naming.instanceId(), clock), crew, elapsedMs);
        LogReplication replication = opened.add("replication",
            new LogReplication(config, store, client, clock, elapsedMs));
        replication.follow(pairing);
        naming.createEmbedded();
        Registration registration = naming.registration(new RegisteredTopics(tables.topics(), rules::permission),
            client, pairing.listener(), crew);
        tables.topics().addListener(change -> registration.topicsChanged());
        rules.changeableIn(live, registration::anew);

        RemotingServer server = new NettyRemotingServer(limits(), ports());
        serveClients(server, new ClientRequests(config, tables, store, clients, traffic, rules, crew), holds,
            pairing.view(replication::hasReadableSlave));
        pairing.serve(server, crew);
        AdminRequests admin = new AdminRequests(config, tables, store, clients, traffic);
        admin.process(live, crew.readers(), clock);
        admin.info(pairing.info(registration.api()));
        replication.serve(server, admin, crew);
        admin.serve(server, crew.admin(), elapsedMs);

        pairing.prepare();
        LocalJobs jobs = startJobs(tables, store, clients, crew);
        jobs.start(holds, clients, traffic);
        jobs.start(admin.lostMessages());
        replication.start();
        opened.add("port of clients", server).start();
        opened.add("held pulls", holds::releaseAll);
        opened.add("registration", registration).start();
        naming.openEmbedded(registration);
        registration.awaitFirstRound();
        pairing.start();
    }

    private static void forgetGroup(String group, Clients clients, Traffic traffic) {
        traffic.stats().forgetGroup(group);
        clients.pendingResets().forgetGroup(group);
    }

    private DefaultMessageStore openStore(PullRequestHoldService holds) {
        DefaultMessageStore store = opened.add("store", new DefaultMessageStore(config.store(),
            config.addresses().resolved(), holds, clock, elapsedMs));
        store.start();
        return store;
    }

    private void serveClients(RemotingServer server, ClientRequests requests, PullRequestHoldService holds,
                              PairView pair) {
        requests.serveSends(server, clock, elapsedMs);
        requests.servePulls(server, holds, pair, elapsedMs);
        requests.serveMembers(server, pair, clock, elapsedMs);
        server.onConnections(holds);
    }

    private LocalJobs startJobs(Tables tables, MessageStore store, Clients clients, Crew crew) {
        LocalJobs jobs = new LocalJobs(crew.scheduler(), elapsedMs);
        jobs.start(tables, config.timing());
        KeptFilters filters = new KeptFilters(new TableFile(config.store().paths().config()
            .resolve("consumerFilter.json")), clients.consumers()::eachSubscription, clock);
        opened.add("filters of consumers", filters::look);
        jobs.start(filters);
        if (config.identity().role().isMaster()) {
            new UnusedTopics(store, tables.topics()).tell();
            new MasterJobs(config, tables, store, clients.producers()).start(jobs, clock);
        }
        return jobs;
    }

    private NettySettings limits() {
        return NettySettings.DEFAULTS.withIoThreads(config.network().threads())
            .withConnectionsMax(FileHandles.ofProcess().forClients(config.network().maxConnections(),
                config.naming().embedded())).withIdleCloseMs(config.network().idleMs());
    }

    private List<ListenPort> ports() {
        BrokerConfig.Addresses addresses = config.addresses();
        List<ListenPort> ports = new ArrayList<>();
        ports.add(new ListenPort(addresses.bindHost(), addresses.port(), Set.of(), "port for clients (listenPort)"));
        if (addresses.vipPort() > 0) {
            ports.add(new ListenPort(addresses.bindHost(), addresses.vipPort(), NOT_ON_VIP_PORT,
                "port for clients of the VIP channel (listenPort - 2)"));
        }
        return ports;
    }

    @Override
    public void close() {
        opened.close();
    }
}
