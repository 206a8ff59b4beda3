/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.OurBroker;

/** Settings as a way in: no request changes a path or runs a command, no stranger sends one, no answer has a secret. */
class HostileSettingsIT {
    private static final int UPDATE_SETTINGS = 25;
    private static final int SHOW_SETTINGS = 26;
    private static final int RUNTIME_INFO = 28;
    private static final int NO_PERMISSION = 16;
    private static final int OFFSETS_OF_A_SLAVE = 64_003;
    private static final String SECRET = "s3cret-of-nobody";
    private static final Path MARKER = BuildOutput.workFolder("hostile").resolve("owned");

    private static OurBroker broker;
    private static Path file;

    @BeforeAll
    static void start() throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("guarded").with("adminAllowedPeers", "203.0.113.7")
            .with("haAllowedPeers", "203.0.113.7")
            .with("unknownKeys", "warn").with("innerClientAuthenticationCredentials", SECRET).with("secretKey", SECRET);
        broker = new OurBroker(settings);
        broker.start();
        file = settings.folder().resolve("broker.conf");
        Files.writeString(file, "# kept by hand\n\n" + Files.readString(file) + "\n# the end\n");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static RawFrame ask(RawFrame request) {
        return new RawAdmin(broker.address(), broker.nameServers()).ask(request);
    }

    private static RawFrame change(String text) {
        return ask(RawFrame.request(UPDATE_SETTINGS).withBody(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocketmqHome", "storePathRootDir", "storePathCommitLog", "storePathConsumeQueue",
        "filterServerNums", "messageStorePlugIn", "brokerConfigPath", "configBlackList", "brokerName", "brokerIP1",
        "listenPort", "bindAddress", "namesrvAddr", "haMasterAddress", "adminAllowedPeers", "haAllowedPeers",
        "aclEnable", "unknownKeys", "nobodyKnowsThis", "", "brokerPermission", "slaveReadEnable"})
    void shouldChangeNothingAndRunNothing(String key) throws IOException {
        String before = Files.readString(file);
        String command = "touch " + MARKER;
        for (String value : List.of("$(" + command + ")", "`" + command + "`", "x; " + command, "| sh -c '" + command
            + "'", "-c $@|sh . echo " + command + ";", "6\\nrocketmqHome\\=" + MARKER, "../../../" + MARKER, "\u0000",
            "x".repeat(100_000))) {
            RawFrame answer = change(key + "=" + value + "\n");
            assertThat(answer.code()).as("%s=%.60s: %s", key, value, answer.remark()).isIn(1, NO_PERMISSION);
            assertThat(answer.remark()).isNotBlank();
        }
        assertThat(change("slaveReadEnable=true\n" + key + "=$(" + command + ")\n").code()).isIn(1, NO_PERMISSION);
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(ProcessHandle.of(broker.process().pid()).orElseThrow().descendants()
            .filter(child -> !child.info().command().orElse("").endsWith("java"))).isEmpty();
        assertThat(MARKER).doesNotExist();
    }

    @Test
    void shouldSeeThroughOtherSpellingsOfAKey() throws IOException {
        String before = Files.readString(file);
        for (String text : List.of("\\u0072ocketmqHome=/tmp", "rocketmq\\\nHome=/tmp", " storePathRootDir : /tmp",
            "storePathRootDir /tmp", "!x\nstorePathRootDir=/tmp", "slaveReadEnable=true\rstorePathRootDir=/tmp",
            "\\u00", "=", "\u0000")) {
            assertThat(change(text).code()).as(text).isIn(1, NO_PERMISSION);
        }
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void shouldWriteOneLineAndKeepItOverARestart() throws IOException {
        List<String> before = Files.readAllLines(file);
        assertThat(change("litePullMessageEnable=false\n").code()).isZero();
        List<String> after = new ArrayList<>(Files.readAllLines(file));
        assertThat(after).containsAll(before).hasSize(before.size() + 1).contains("litePullMessageEnable=false");
        assertThat(change("litePullMessageEnable=true\n").code()).isZero();
        assertThat(change("litePullMessageEnable=false\n").code()).isZero();
        assertThat(Files.readAllLines(file)).isEqualTo(after);
        ManagedProcess printer = ManagedProcess.start("print", BuildOutput.workFolder("printed"), List.of(
            BuildOutput.product().resolve("bin/mqbroker.sh").toString(), "-c", file.toString(), "-p"), Map.of());
        assertThat(printer.awaitEnd(Duration.ofSeconds(30))).isZero();
        assertThat(printer.log()).contains("litePullMessageEnable=false").doesNotContain(SECRET);
    }

    @Test
    void shouldShowSecretsToNobody() throws IOException {
        for (int code : new int[] {SHOW_SETTINGS, RUNTIME_INFO, 21, 43, 45, 201, 51, 52, 54, 3004, 3005}) {
            RawFrame answer = ask(RawFrame.request(code).with("username", "u").with("accessKey", "a"));
            assertThat(answer + answer.bodyText()).as("code %d", code).doesNotContain(SECRET);
        }
        assertThat(change("secretKey=" + SECRET + "-2").remark()).doesNotContain(SECRET);
        Path folder = file.getParent();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).filter(path -> path.toString().endsWith("log"))
                .filter(path -> !path.startsWith(folder.resolve("store"))).toList()) {
                assertThat(Files.readString(each)).as(each.toString()).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void shouldServeStrangersButNotLetThemAdminister() throws IOException {
        Optional<InetAddress> elsewhere = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress()).findFirst();
        Assumptions.assumeTrue(elsewhere.isPresent(), "this machine has no address but the loopback's");
        try (RawClient stranger = new RawClient(broker.address(), elsewhere.get());
                RawClient atNames = new RawClient(broker.nameServers(), elsewhere.get())) {
            for (int code : new int[] {17, 18, UPDATE_SETTINGS, SHOW_SETTINGS, RUNTIME_INFO, 200, 202, 203, 204, 207,
                208, 215, 222, 223, 225, 300, 305, 306, 307, 308, 309, 314, 315, 316, 317, 321, 323, 328, 329, 351, 352,
                353, OFFSETS_OF_A_SLAVE}) {
                RawFrame answer = stranger.call(RawFrame.request(code).with("topic", "TBW102"));
                assertThat(answer.code()).as("code %d: %s", code, answer.remark()).isEqualTo(NO_PERMISSION);
                assertThat(answer.remark()).contains(elsewhere.get().getHostAddress());
            }
            for (int code : new int[] {100, 102, 205, 216, 318, 319, 327}) {
                assertThat(atNames.call(RawFrame.request(code)).code()).as("code %d", code).isEqualTo(NO_PERMISSION);
            }
            assertThat(stranger.call(RawFrame.request(30).with("topic", "TBW102").with("queueId", 0)).code()).isZero();
            assertThat(stranger.call(RawAdmin.sendRequest("Open", 0).withBody(new byte[3])).code()).isZero();
            assertThat(atNames.call(RawFrame.request(105).with("topic", "TBW102")).code()).isZero();
        }
        assertThat(ask(RawFrame.request(RUNTIME_INFO)).code()).isZero();
    }
}
