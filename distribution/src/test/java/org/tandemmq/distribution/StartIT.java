/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.OurBroker;

/** The scripts of the archive as an operator meets them: what a start says, how it fails, how it stops. */
class StartIT {
    /** Its own: what the test stops must not be the broker that other tests of this JVM share. */
    private static final Path INSTALLATION = BuildOutput.installation("started");
    private static final Path CACHE = BuildOutput.workFolder("started-cache");
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final BrokerSettings settings = BrokerSettings.inNewFolder("start");

    @Test
    void shouldSayOnOneScreenWhatRunsAndStopWithZero() {
        try (OurBroker broker = new OurBroker(settings.with("brokerRole", "SYNC_MASTER"))) {
            broker.start();
            Awaitility.await().atMost(WITHIN).until(() -> broker.process().log().contains("brokerIP1"));
            String log = broker.process().log();
            assertThat(log.lines().count()).isLessThan(24);
            assertThat(log).contains("TandemMQ ", "SYNC_MASTER", "broker-a", "127.0.0.1:" + settings.port(),
                "127.0.0.1:" + (settings.port() + 1), "port " + (settings.port() + 3),
                settings.storeFolder().toString(), "256 MiB", "ready in", "inSyncReplicas=1 becomes 2", "brokerIP1");
            assertThat(broker.process().stop()).isZero();
            assertThat(settings.storeFolder().resolve("abort")).doesNotExist();
        }
    }

    @Test
    void shouldStopByScriptOfTheSameInstallation() {
        try (OurBroker broker = new OurBroker(settings).of(INSTALLATION)) {
            broker.start();
            assertThat(run("mqshutdown.sh", "broker").awaitEnd(WITHIN)).isZero();
            assertThat(broker.process().awaitEnd(WITHIN)).isZero();
        }
        assertThat(run("mqshutdown.sh").awaitEnd(WITHIN)).isEqualTo(2);
        assertThat(run("mqshutdown.sh", "everything").awaitEnd(WITHIN)).isEqualTo(2);
    }

    @Test
    void shouldNameFileLineAndNearestKey() throws IOException {
        Path file = settings.folder().resolve("wrong.conf");
        Files.writeString(file, "brokerName=broker-a\nflushDiskTyp=SYNC_FLUSH\nlistenPort=many\n");

        ManagedProcess start = run("mqbroker.sh", "-c", file.toString());

        assertThat(start.awaitEnd(WITHIN)).isEqualTo(1);
        assertThat(start.log()).contains("wrong.conf:2: unknown key flushDiskTyp", "flushDiskType",
            "wrong.conf:3: listenPort=many");
    }

    @Test
    void shouldTellUsage() {
        ManagedProcess start = run("mqbroker.sh", "--colour");
        assertThat(start.awaitEnd(WITHIN)).isEqualTo(2);
        assertThat(start.log()).contains("--colour", "usage: mqbroker.sh");
    }

    /** RocketMQ's option for it; messages must not go in plain text where somebody relies on TLS. */
    @ParameterizedTest
    @ValueSource(strings = {"mqbroker.sh", "mqnamesrv.sh"})
    void shouldNotStartWhereTlsIsDemanded(String script) throws IOException {
        Path file = settings.folder().resolve("plain.conf");
        Files.writeString(file, "listenPort=" + settings.port() + "\n");
        ManagedProcess start = run(script, Map.of("JAVA_OPTS", "-Dtls.server.mode=enforcing"), "-c", file.toString());
        assertThat(start.awaitEnd(WITHIN)).isEqualTo(1);
        assertThat(start.log()).contains("tls.server.mode=enforcing", "no TLS here");
    }

    @ParameterizedTest
    @CsvSource({"0, listenPort", "-2, listenPort - 2", "1, haListenPort", "3, nameServerPort"})
    void shouldNameBusyPortWithItsKey(int distance, String key) throws IOException {
        int port = settings.port() + distance;
        settings.with("embeddedNameServer", true).with("nameServerPort", settings.port() + 3);
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            ManagedProcess start = run("mqbroker.sh", "-c", settings.write().toString());
            assertThat(start.awaitEnd(WITHIN)).isEqualTo(1);
            assertThat(start.log()).contains("port " + other.getLocalPort(), key);
        }
    }

    @Test
    void shouldRefuseStoreThatIsInUse() {
        try (OurBroker broker = new OurBroker(settings)) {
            broker.start();
            BrokerSettings second = BrokerSettings.inNewFolder("second").with("embeddedNameServer", true)
                .with("storePathRootDir", settings.storeFolder())
                .with("storePathCommitLog", settings.storeFolder().resolve("commitlog"));
            second.with("nameServerPort", second.port() + 3);
            ManagedProcess start = run("mqbroker.sh", "-c", second.write().toString());
            assertThat(start.awaitEnd(WITHIN)).isEqualTo(1);
            assertThat(start.log()).contains("not started: ", settings.storeFolder().toString(), "lock")
                .doesNotContain("\tat ");
        }
    }

    @Test
    void shouldNameWhatStandsInThePlaceOfItsDirectories() throws IOException {
        Path log = settings.folder().resolve("log-disk");
        Files.createSymbolicLink(log, settings.folder().resolve("not-mounted"));
        settings.with("embeddedNameServer", false).with("storePathCommitLog", log);

        ManagedProcess start = run("mqbroker.sh", "-c", settings.write().toString());

        assertThat(start.awaitEnd(WITHIN)).isEqualTo(1);
        assertThat(start.log()).contains("not started: ", "storePathCommitLog: " + log + " is a link to nothing")
            .doesNotContain("\tat ", "ready in");
        assertThat(settings.storeFolder().resolve("abort")).doesNotExist();
        assertThat(settings.storeFolder().resolve("lock")).doesNotExist();
    }

    @Test
    void shouldPrintSettingsWithoutStarting() {
        settings.with("brokerName", "named").with("slaveReadEnable", true);
        ManagedProcess all = run("mqbroker.sh", "-c", settings.write().toString(), "-n", "192.0.2.1:9876", "-p");
        assertThat(all.awaitEnd(WITHIN)).isZero();
        assertThat(all.log()).contains("brokerName=named\n", "slaveReadEnable=true\n", "namesrvAddr=192.0.2.1:9876\n",
            "haSendHeartbeatInterval=5000\n");
        ManagedProcess important = run("mqbroker.sh", "-c", settings.write().toString(), "-m");
        assertThat(important.awaitEnd(WITHIN)).isZero();
        assertThat(important.log()).contains("listenPort=" + settings.port());
    }

    @Test
    void shouldRunNameServiceAloneAndStopIt() throws IOException {
        Path file = settings.folder().resolve("namesrv.conf");
        Files.writeString(file, "listenPort=" + (settings.port() + 3) + "\nkvConfigPath="
            + settings.folder().resolve("kvConfig.json") + "\n");
        try (ManagedProcess alone = run("mqnamesrv.sh", "-c", file.toString());
                OurBroker broker = new OurBroker(settings, "127.0.0.1:" + (settings.port() + 3))) {
            broker.start();
            assertThat(run("mqshutdown.sh", "namesrv").awaitEnd(WITHIN)).isZero();
            assertThat(alone.awaitEnd(WITHIN)).isZero();
            assertThat(alone.log()).contains("name service", "ready in");
            assertThat(settings.folder().resolve("logs/tandemmq/namesrv.log")).as("the default of an archive")
                .isRegularFile();
            assertThat(broker.process().stop()).isZero();
        }
    }

    @Test
    void shouldTellWhatIsWrongWithANameService() throws IOException {
        Path file = settings.folder().resolve("wrong-namesrv.conf");
        Files.writeString(file, "# name service\nlistenPrt=9876\nkvConfigPath=x\n");
        ManagedProcess unknown = run("mqnamesrv.sh", "-c", file.toString());
        assertThat(unknown.awaitEnd(WITHIN)).isEqualTo(1);
        assertThat(unknown.log()).contains("wrong-namesrv.conf:2: unknown key listenPrt", "listenPort");
        ManagedProcess missing = run("mqnamesrv.sh", "-c", file + ".gone");
        assertThat(missing.awaitEnd(WITHIN)).isEqualTo(1);
        assertThat(missing.log()).contains("wrong-namesrv.conf.gone");
        assertThat(run("mqnamesrv.sh", "-m").awaitEnd(WITHIN)).isEqualTo(2);
        ManagedProcess printed = run("mqnamesrv.sh", "-p");
        assertThat(printed.awaitEnd(WITHIN)).isZero();
        assertThat(printed.log()).contains("listenPort=9876\n");
        try (ServerSocket other = new ServerSocket(settings.port(), 1, InetAddress.getByName("127.0.0.1"))) {
            Files.writeString(file, "listenPort=" + other.getLocalPort() + "\n");
            ManagedProcess busy = run("mqnamesrv.sh", "-c", file.toString());
            assertThat(busy.awaitEnd(WITHIN)).isEqualTo(1);
            assertThat(busy.log()).contains("port " + other.getLocalPort(), "listenPort");
        }
    }

    private ManagedProcess run(String script, String... arguments) {
        return run(script, Map.of(), arguments);
    }

    private ManagedProcess run(String script, Map<String, String> more, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(INSTALLATION.resolve("bin").resolve(script).toString());
        command.addAll(List.of(arguments));
        Path folder = BuildOutput.workFolder("script");
        Map<String, String> environment = new HashMap<>(more);
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HOME", settings.folder().toString());
        environment.put("XDG_CACHE_HOME", CACHE.toString());
        return ManagedProcess.start(script, folder, command, environment);
    }
}
