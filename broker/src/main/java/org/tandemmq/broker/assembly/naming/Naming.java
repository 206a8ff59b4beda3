/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker.assembly.naming;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.tandemmq.broker.assembly.Crew;
import org.tandemmq.broker.config.BrokerConfig;
import org.tandemmq.broker.config.ConfigLoader;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.Settings;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.config.live.SettingsFile;
import org.tandemmq.broker.nameserver.NameServerSettings;
import org.tandemmq.broker.outer.AnswerListener;
import org.tandemmq.broker.outer.BrokerIdentity;
import org.tandemmq.broker.outer.BrokerOuterApi;
import org.tandemmq.broker.outer.NameServerLink;
import org.tandemmq.broker.outer.TopicSource;
import org.tandemmq.broker.start.CloseOrder;
import org.tandemmq.broker.start.FileHandles;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.RemotingClient;
import org.tandemmq.remoting.netty.NettyRemotingServer;
import org.tandemmq.remoting.netty.NettySettings;

/** Assembles the embedded name service and the registration with it and with all others. */
public final class Naming {

    private final BrokerConfig config;
    private final String instanceId = UUID.randomUUID().toString();
    private final LongSupplier elapsedMs;
    private final CloseOrder opened;
    private final List<NameServerLink> links = new ArrayList<>();
    private NameService embedded;

    /**
     * Begins the assembly.
     *
     * @param config settings
     * @param elapsedMs elapsed-time clock
     * @param opened takes what has to be closed
     */
    public Naming(BrokerConfig config, LongSupplier elapsedMs, CloseOrder opened) {
        this.config = config;
        this.elapsedMs = elapsedMs;
        this.opened = opened;
    }

    /** Id of this process, drawn at its start: how a name server's answer tells us from others of our name. */
    public String instanceId() {
        return instanceId;
    }

    /** Creates the embedded name service where it is asked for; so far only this process can call it. */
    public void createEmbedded() {
        BrokerConfig.Naming naming = config.naming();
        if (!naming.embedded()) {
            return;
        }
        embedded = opened.add("name service", new NameService(naming.kvConfigFile(),
            embeddedSettings(naming.kvConfigFile().resolveSibling("namesrv.properties")), elapsedMs));
        links.add(new NameServerLink("embedded name service", embedded.inProcess()));
    }

    /** The one key that can be changed, and so is kept, beside the key-value table. */
    static LiveSettings embeddedSettings(Path file) {
        Settings kept = new ConfigLoader(KnownKeys.ofNameServer()).load(Files.exists(file) ? file : null, Map.of());
        String key = NameServerSettings.ORDER_ENABLE;
        return new LiveSettings(KnownKeys.ofNameServer(), Map.of(key, Boolean.toString(kept.flag(key))),
            new SettingsFile(file));
    }

    /**
     * Opens the port of the embedded name service. Comes after our own registration and closes before it ends: to tell
     * clients that a topic has no route, because its broker is just starting or stopping, would make some of them drop
     * its queues.
     *
     * @param registration our registration, begun
     */
    public void openEmbedded(Registration registration) {
        if (embedded == null) {
            return;
        }
        registration.awaitFirstServer();
        NettySettings limits = NettySettings.DEFAULTS.withIoThreads(1)
            .withConnectionsMax(FileHandles.ofProcess().forEmbeddedNameService(config.network().maxConnections()))
            .withIdleCloseMs(config.network().idleMs());
        embedded.open(new NettyRemotingServer(limits, List.of(new ListenPort(config.addresses().bindHost(),
            config.naming().embeddedPort(), Set.of(), "port of the embedded name service (nameServerPort)"))),
            config.network().adminPeers(), opened);
    }

    /**
     * Assembles the registration.
     *
     * @param topics what is registered
     * @param client calls other machines
     * @param listener told the answers
     * @param crew threads
     * @return the registration, not yet started
     */
    public Registration registration(TopicSource topics, RemotingClient client, AnswerListener listener, Crew crew) {
        BrokerConfig.Identity identity = config.identity();
        BrokerIdentity self = new BrokerIdentity(identity.cluster(), identity.name(), identity.id(),
            config.addresses().forClients(), config.addresses().forSlaves());
        links.addAll(NameServerLink.of(config.naming().servers(), client));
        Registration[] made = new Registration[1];
        BrokerOuterApi api = new BrokerOuterApi(links, new BrokerOuterApi.Self(self, instanceId, client), topics,
            listener, new BrokerOuterApi.Timing(config.naming().periodMs(), config.naming().timeoutMs()),
            () -> made[0].wake());
        made[0] = new Registration(api, crew.outer(), elapsedMs);
        return made[0];
    }
}
