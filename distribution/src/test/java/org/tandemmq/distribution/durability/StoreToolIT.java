/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.ManagedProcess;
import org.tandemmq.distribution.process.OurNameServer;
import org.tandemmq.distribution.process.Product;
import org.tandemmq.distribution.process.ScriptEnvironment;

/** The shipped {@code mqstore.sh} on a directory of either broker: exit codes, what it finds, and what it repairs. */
class StoreToolIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final String TOPIC = "Tooled";
    private static final int MESSAGES = 900;
    private static final int DAMAGED = 700;
    private static final int BODY_BYTES = 2_000;

    @ParameterizedTest
    @EnumSource(Product.class)
    void shouldFindAndRepairDamage(Product product) throws IOException {
        BrokerSettings settings = BrokerSettings.inNewFolder("tool").with("mappedFileSizeCommitLog", 1 << 20)
            .with("maxMessageSize", 1 << 18).with("mappedFileSizeConsumeQueue", 20 * 1000);
        Path store = settings.storeFolder();
        try (OurNameServer names = new OurNameServer(BuildOutput.workFolder("tool-names")).start();
                Broker broker = product.broker(settings, names.address())) {
            broker.start();
            sendAll(broker);
            assertThat(tool(3, "verify", store)).contains("in use");
            assertThat(tool(3, "repair", store, "--yes")).contains("in use");
            broker.stop();

            assertThat(tool(0, "verify", store)).contains("no errors");
            assertThat(tool(0, "stats", store)).contains(TOPIC, Integer.toString(MESSAGES));
            assertThat(tool(0, "dump", store, "--topic", TOPIC, "--key", "key17", "--no-body"))
                .containsOnlyOnce("\"queueOffset\":17,");
            long position = positionOf(DAMAGED, store);
            flip(store.resolve("commitlog"), position + 400);

            assertThat(tool(1, "verify", store)).contains("error log", Long.toString(position));
            assertThat(tool(1, "repair", store)).contains("nothing was changed");
            assertThat(tool(1, "verify", store)).contains(Long.toString(position));
            assertThat(tool(0, "repair", store, "--yes")).contains("done");
            assertThat(tool(0, "verify", store)).contains("no errors");
            assertThat(Files.exists(aside(store).resolve(String.format("commitlog-%020d", position)))).isTrue();

            broker.start();
            awaitEnd(broker, DAMAGED);
            broker.kill();
            deleteTree(store.resolve("consumequeue").resolve(TOPIC));
            assertThat(tool(1, "verify", store)).contains("has no entry");
            assertThat(tool(0, "repair", store, "--yes")).contains("done");
            assertThat(tool(0, "verify", store)).contains("no errors");
        }
    }

    @Test
    void shouldExplainItself() {
        Path nothing = BuildOutput.workFolder("tool").resolve("nothing");
        assertThat(tool(2, "verify")).contains("usage: mqstore.sh");
        assertThat(tool(2, "verify", "one", "another")).contains("say a command and a directory");
        assertThat(tool(3, "verify", nothing)).contains(nothing.toString());
        assertThat(tool(0, "--help")).contains("exit codes");
    }

    private static void sendAll(Broker broker) throws IOException {
        try (RawClient client = new RawClient(broker.address())) {
            for (int i = 0; i < MESSAGES; i++) {
                RawFrame answer = client.call(RawFrame.request(310).with("a", "fillers").with("b", TOPIC)
                    .with("c", "TBW102").with("d", 1).with("e", 0).with("f", 0).with("g", 1).with("h", 0)
                    .with("i", "KEYS\u0001key" + i + "\u0002").with("j", 0).with("k", false).with("m", false)
                    .withBody(new byte[BODY_BYTES]));
                assertThat(answer.code()).as(answer.remark()).isZero();
            }
        }
        awaitEnd(broker, MESSAGES);
    }

    private static void awaitEnd(Broker broker, long offset) {
        Awaitility.await("queue with " + offset + " entries").atMost(WITHIN).until(() -> {
            try (RawClient client = new RawClient(broker.address())) {
                return client.call(RawFrame.request(30).with("topic", TOPIC).with("queueId", 0)).field("offset");
            }
        }, Long.toString(offset)::equals);
    }

    private static long positionOf(int offset, Path store) {
        String line = tool(0, "dump", store, "--topic", TOPIC, "--queue", 0, "--offset", offset, "--count", 1,
            "--no-body");
        Matcher found = Pattern.compile("\"position\":(\\d+)").matcher(line);
        assertThat(found.find()).as(line).isTrue();
        return Long.parseLong(found.group(1));
    }

    private static void flip(Path log, long position) throws IOException {
        Path segment = log.resolve(String.format("%020d", position - position % (1 << 20)));
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(position % (1 << 20));
            int one = file.read();
            file.seek(position % (1 << 20));
            file.write(one ^ 1);
        }
    }

    private static Path aside(Path store) throws IOException {
        try (Stream<Path> all = Files.list(store)) {
            return all.filter(path -> path.getFileName().toString().startsWith("aside-")).findFirst().orElseThrow();
        }
    }

    private static void deleteTree(Path folder) {
        BuildOutput.deleteTree(folder);
        assertThat(Files.exists(folder)).isFalse();
    }

    /** Runs the script; both its outputs. */
    private static String tool(int exitCode, Object... words) {
        List<String> command = new ArrayList<>();
        command.add(BuildOutput.product().resolve("bin/mqstore.sh").toString());
        Stream.of(words).map(Object::toString).forEach(command::add);
        Path folder = BuildOutput.workFolder("mqstore");
        ManagedProcess process = ManagedProcess.start("mqstore", folder, command, ScriptEnvironment.of(folder));
        int code = process.awaitEnd(WITHIN);
        String said = process.log();
        assertThat(code).as(String.join(" ", command) + "\n" + said).isEqualTo(exitCode);
        return said;
    }
}
