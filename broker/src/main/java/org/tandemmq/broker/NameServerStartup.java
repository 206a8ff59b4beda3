/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.broker;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tandemmq.broker.assembly.naming.NameService;
import org.tandemmq.broker.config.ConfigLoader;
import org.tandemmq.broker.config.HostPort;
import org.tandemmq.broker.config.KnownKeys;
import org.tandemmq.broker.config.Settings;
import org.tandemmq.broker.config.live.LiveSettings;
import org.tandemmq.broker.config.live.SettingsFile;
import org.tandemmq.broker.start.CloseOrder;
import org.tandemmq.broker.start.FileHandles;
import org.tandemmq.broker.start.PortCheck;
import org.tandemmq.broker.start.ProcessExit;
import org.tandemmq.broker.start.RemotingOptions;
import org.tandemmq.broker.start.StartReport;
import org.tandemmq.broker.start.TlsDemand;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.netty.NettyRemotingServer;
import org.tandemmq.remoting.netty.NettySettings;
import org.tandemmq.store.config.AllowedPeers;

/** The process of a name service that runs alone (nameserver-and-admin 1). */
public final class NameServerStartup {

    private static final String USAGE = "usage: mqnamesrv.sh [-c FILE] [-p] [-h]";
    private static final String ADMINISTRATORS = "adminAllowedPeers";
    private static final long NANOS_PER_MS = 1_000_000;
    private static final int MAX_THREADS = 8;

    private NameServerStartup() {
    }

    /**
     * Runs a name service until it is asked to stop.
     *
     * @param arguments see {@code mqnamesrv.sh -h}
     */
    public static void main(String[] arguments) {
        CommandOptions.run(USAGE, arguments, NameServerStartup::run);
    }

    private static void run(CommandOptions options, ProcessExit exit) {
        if (!options.overrides().isEmpty() || options.print() == CommandOptions.Print.IMPORTANT) {
            System.err.println("options -n and -m belong to mqbroker.sh");
            System.err.println(USAGE);
            exit.end(ProcessExit.USAGE);
        }
        Settings given = new ConfigLoader(KnownKeys.ofNameServer()).load(options.file(), Map.of());
        Path home = Path.of(System.getProperty("user.home"), "namesrv");
        Path kept = options.file() == null ? home.resolve("namesrv.properties") : options.file();
        Settings settings = options.file() == null && Files.exists(kept)
            ? new ConfigLoader(KnownKeys.ofNameServer()).load(kept, Map.of()) : given;
        Path kvConfig = settings.isGiven("kvConfigPath") ? Path.of(settings.text("kvConfigPath"))
            : home.resolve("kvConfig.json");
        Map<String, String> values = new TreeMap<>(settings.all());
        values.put("kvConfigPath", kvConfig.toString());
        values.put("configStorePath", kept.toString());
        if (options.print() != CommandOptions.Print.NOTHING) {
            values.forEach((key, value) -> System.out.println(key + "=" + value));
            exit.end(ProcessExit.STOPPED);
            return;
        }
        TlsDemand.check(System.getProperty(TlsDemand.MODE));
        StartReport.nameLogFile("namesrv");
        Logger log = LoggerFactory.getLogger(NameServerStartup.class);
        settings.warnings().forEach(log::warn);
        RemotingOptions.warnings(System.getProperties().stringPropertyNames()).forEach(log::warn);
        exit.stopOnUncaught();
        start(settings, values, kvConfig, kept, exit);
    }

    private static void start(Settings settings, Map<String, String> values, Path kvConfig, Path kept,
                              ProcessExit exit) {
        String host = settings.text("bindAddress");
        int port = settings.integer("listenPort");
        PortCheck check = new PortCheck(host);
        check.probe(port, "of the name service", "listenPort");
        check.end();
        CloseOrder opened = new CloseOrder();
        exit.closeAtEnd(opened);
        NameService service = opened.add("name service",
            new NameService(kvConfig, new LiveSettings(KnownKeys.ofNameServer(), values, new SettingsFile(kept)),
                () -> System.nanoTime() / NANOS_PER_MS));
        NettySettings limits = NettySettings.DEFAULTS.withIoThreads(threads(settings))
            .withConnectionsMax(FileHandles.ofProcess().forClients(settings.integer("maxConnections"), false))
            .withIdleCloseMs(settings.number("serverChannelMaxIdleTimeSeconds") * 1_000);
        AllowedPeers administrators = new AllowedPeers(ADMINISTRATORS, settings.entries(ADMINISTRATORS));
        if (administrators.isAny() && !InetAddress.getLoopbackAddress().getHostAddress().equals(host)) {
            LoggerFactory.getLogger(NameServerStartup.class).warn("Settings, key values, permissions and topics can be "
                + "changed from any address: {} names none", ADMINISTRATORS);
        }
        service.open(new NettyRemotingServer(limits,
            List.of(new ListenPort(host, port, Set.of(), "port of the name service (listenPort)"))),
            administrators);
        StartReport.nameServiceStarted(HostPort.of(host, port), kvConfig.toString());
    }

    private static int threads(Settings settings) {
        int threads = settings.integer("networkThreads");
        return threads > 0 ? threads : Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    }
}
