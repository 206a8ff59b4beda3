/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.OurBroker;

/**
 * Store directories that can't be used as they are: the start says which file and why, ends with code 1, and what is
 * there is read as soon as the hindrance is gone.
 */
class BadDirectoryIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final int NOBODY = 65534;
    private static final String GROUP = "readers";

    private static Path filled;
    private BrokerSettings settings;

    @BeforeEach
    void settings() {
        settings = BrokerSettings.inNewFolder("bad-directory");
        use(settings, settings.storeFolder());
    }

    private static void use(BrokerSettings settings, Path store) {
        settings.with("storePathRootDir", store).with("storePathCommitLog", store.resolve("commitlog"))
            .with("mappedFileSizeCommitLog", 1 << 20).with("maxMessageSize", 1 << 18)
            .with("mappedFileSizeConsumeQueue", 20 * 1000).with("diskMaxUsedSpaceRatio", 95);
    }

    @Test
    void shouldNameADirectoryThatIsReadOnly() throws Exception {
        Path disk = BuildOutput.workFolder("read-only");
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk.toString());
        assertThat(mounted || System.getenv("CI") == null).as("CI may mount").isTrue();
        assumeTrue(mounted, "skipped: no right to mount a small file system");
        try {
            use(settings, disk.resolve("store"));
            assertThat(run("cp", "-a", filled.toString(), disk.resolve("store").toString())).isTrue();
            assertThat(run("mount", "-o", "remount,ro", disk.toString())).isTrue();
            assertThat(refusal(Map.of())).contains(disk.resolve("store").toString(), "Read-only file system");
            assertThat(run("mount", "-o", "remount,rw", disk.toString())).isTrue();
            assertServes();
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "commitlog", "consumequeue/Kept/0", "config/consumerOffset.json", "checkpoint"})
    void shouldNameWhatItHasNoRightTo(String path) throws Exception {
        assertThat(run("cp", "-a", filled.toString(), settings.storeFolder().toString())).isTrue();
        boolean root = Files.getAttribute(settings.folder(), "unix:uid").equals(0);
        assumeTrue(!root || run("setpriv", "--reuid", Integer.toString(NOBODY), "--clear-groups", "test", "-r",
            BuildOutput.product().resolve("bin/mqbroker.sh").toString()), "skipped: root has all rights, and nobody"
            + " has none to the unpacked archive");
        Path closed = settings.storeFolder().resolve(path);
        if (root) {
            assertThat(run("chown", "-R", Integer.toString(NOBODY), settings.folder().toString())).isTrue();
            assertThat(run("chown", "0", closed.toString())).isTrue();
        }
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString(root ? "rwx------" : "---------"));
        assertThat(refusal(root ? Map.of("AS", Integer.toString(NOBODY)) : Map.of())).contains(closed.toString());
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "commitlog", "consumequeue", "consumequeue/Kept", "config", "checkpoint.tmp", "abort"})
    void shouldNameWhatStandsInTheWay(String path) throws Exception {
        assertThat(run("cp", "-a", filled.toString(), settings.storeFolder().toString())).isTrue();
        Path place = settings.storeFolder().resolve(path);
        Path away = settings.folder().resolve("away");
        boolean there = Files.exists(place);
        if (there) {
            Files.move(place, away);
        }
        if (path.contains(".") || path.equals("abort")) {
            Files.createDirectories(place.resolve("in-the-way"));
        } else {
            Files.writeString(place, "in the way");
        }
        assertThat(refusal(Map.of())).contains(place.toString());
        BuildOutput.deleteTree(place);
        if (there) {
            Files.move(away, place);
        }
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mappedFileSizeCommitLog", "mappedFileSizeConsumeQueue"})
    void shouldNameTheSizeThatIsNotThatOfTheFiles(String key) throws Exception {
        assertThat(run("cp", "-a", filled.toString(), settings.storeFolder().toString())).isTrue();
        String right = settings.text(key);
        settings.with(key, Integer.parseInt(right) / 4 * 3).with("maxMessageSize", 1 << 16);
        assertThat(refusal(Map.of())).contains(key, settings.text(key), settings.storeFolder().toString());
        settings.with(key, right);
        assertServes();
    }

    @Test
    void shouldUseTheCopyOfADamagedTableOrNotStart() throws Exception {
        assertThat(run("cp", "-a", filled.toString(), settings.storeFolder().toString())).isTrue();
        Path table = settings.storeFolder().resolve("config/consumerOffset.json");
        Path copy = table.resolveSibling("consumerOffset.json.bak");
        byte[] good = Files.readAllBytes(table);
        byte[] bad = new byte[good.length];
        Files.write(table, bad);
        Files.write(copy, bad);
        assertThat(refusal(Map.of())).contains(table.toString(), copy.toString(), "NUL at byte 0");
        assertThat(Files.readAllBytes(table)).isEqualTo(bad);
        Files.write(copy, good);
        assertServes();
    }

    /** Some messages, in which a group has got on; a clean stop. */
    @BeforeAll
    static void fill() throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("filled");
        use(settings, settings.storeFolder());
        filled = settings.storeFolder();
        try (OurBroker broker = new OurBroker(settings)) {
            broker.start();
            try (RawClient client = new RawClient(broker.address())) {
                for (int i = 0; i < 1_200; i++) {
                    assertThat(client.call(RawFrame.request(310).with("a", "fillers").with("b", "Kept")
                        .with("c", "TBW102").with("d", 1).with("e", 0).with("f", 0).with("g", 1).with("h", 0)
                        .with("i", "").with("j", 0).with("k", false).with("m", false).withBody(new byte[900]))
                        .code()).isZero();
                }
                assertThat(client.call(RawFrame.request(15).with("consumerGroup", GROUP).with("topic", "Kept")
                    .with("queueId", 0).with("commitOffset", 77)).code()).isZero();
            }
            broker.process().stop();
        }
    }

    private void assertServes() throws IOException {
        run("chown", "-R", "0", settings.folder().toString());
        try (OurBroker broker = new OurBroker(settings)) {
            broker.start();
            try (RawClient client = new RawClient(broker.address())) {
                Awaitility.await("all messages").atMost(WITHIN).until(() -> client.call(RawFrame.request(30)
                    .with("topic", "Kept").with("queueId", 0)).field("offset"), "1200"::equals);
                assertThat(client.call(RawFrame.request(14).with("consumerGroup", GROUP).with("topic", "Kept")
                    .with("queueId", 0)).field("offset")).isEqualTo("77");
            }
        }
    }

    /** Starts a broker that has to end with code 1; what it says. */
    private String refusal(Map<String, String> more) {
        List<String> command = new ArrayList<>();
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_HOME", System.getProperty("java.home"), "HOME",
            settings.folder().toString(), "MQ_LOG", "console", "MQ_CDS", "off", "LC_ALL", "C"));
        if (more.containsKey("AS")) {
            command.addAll(List.of("setpriv", "--reuid", more.get("AS"), "--clear-groups"));
        }
        command.addAll(List.of(BuildOutput.product().resolve("bin/mqbroker.sh").toString(), "-c",
            settings.write().toString()));
        ManagedProcess start = ManagedProcess.start("refused", BuildOutput.workFolder("refused"), command, environment);
        try {
            assertThat(start.awaitEnd(WITHIN)).as(start.log()).isEqualTo(1);
            return start.log();
        } finally {
            start.kill();
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
