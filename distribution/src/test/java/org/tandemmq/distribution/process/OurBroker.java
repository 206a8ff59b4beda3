/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tandemmq.distribution.net.NetworkNamespace;

/** Our broker, started by the script of the unpacked archive, with the embedded name service unless told otherwise. */
public final class OurBroker implements Broker {
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final BrokerSettings settings;
    private final String nameServers;
    private final Map<String, String> environment;
    private NetworkNamespace network;
    private int files;
    private Path installation = BuildOutput.product();
    private ManagedProcess process;

    /** A broker with its own name service. */
    public OurBroker(BrokerSettings settings) {
        this(settings, "127.0.0.1:" + (settings.port() + 3));
        settings.with("embeddedNameServer", true).with("nameServerPort", settings.port() + 3);
    }

    /** A broker that registers with other name servers. */
    public OurBroker(BrokerSettings settings, String nameServers) {
        this.settings = settings;
        this.nameServers = nameServers;
        this.environment = ScriptEnvironment.of(settings.folder());
    }

    /** Another JVM than the one that runs the tests. */
    public OurBroker on(Path javaHome) {
        environment.put("JAVA_HOME", javaHome.toString());
        return this;
    }

    /** Another network than that of the tests; {@code brokerIP1} says how to get there. */
    public OurBroker in(NetworkNamespace other) {
        network = other;
        return this;
    }

    @Override
    public String address() {
        return settings.text("brokerIP1") + ":" + port();
    }

    /** Further options of its JVM, without blanks in any of them. */
    public OurBroker withJavaOptions(String options) {
        environment.put("JAVA_OPTS", options);
        return this;
    }

    /** Another installation than the one that all tests of this JVM share. */
    public OurBroker of(Path otherInstallation) {
        installation = otherInstallation;
        return this;
    }

    /** Files and sockets that it may have open. */
    public OurBroker withFiles(int limit) {
        files = limit;
        return this;
    }

    @Override
    public void start() {
        launch();
        new Readiness(process, READY_WITHIN).awaitRegistration(nameServers, address(), settings.text("brokerName"));
    }

    /** Starts it without waiting for anything. */
    public void launch() {
        List<String> command = new ArrayList<>();
        if (files > 0) {
            command.addAll(List.of("bash", "-c", "ulimit -n \"$0\" && exec \"$@\"", Integer.toString(files)));
        }
        command.add(installation.resolve("bin/mqbroker.sh").toString());
        command.add("-c");
        command.add(settings.write().toString());
        if (settings.text("embeddedNameServer") == null) {
            command.add("-n");
            command.add(nameServers);
        }
        process = ManagedProcess.start("broker", settings.folder(),
            network == null ? command : network.inside(command), environment);
    }

    @Override
    public String nameServers() {
        return nameServers;
    }

    @Override
    public BrokerSettings settings() {
        return settings;
    }

    @Override
    public ManagedProcess process() {
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
