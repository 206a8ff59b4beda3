/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.StockTool;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.OurBroker;
import org.tandemmq.distribution.process.OurNameServer;

/** Several slaves, a log that has diverged, a log that is out of range: what the tools show, and the way on. */
class SlaveStatesIT {
    private static final int EXPIRED = 7;
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int SEGMENT_BYTES = 6 << 20;
    private static final int ENDLESS = 10_000_000;
    private static final int HEX = 16;
    /** Milliseconds of a producer that waits longer than its broker does for slaves. */
    private static final int PATIENT = 25_000;

    @Test
    void shouldWaitForTwoOfThreeSlaves() {
        try (OurNameServer names = names("three")) {
            BrokerSettings masterSettings = settings("three-master", "three").with("brokerRole", "SYNC_MASTER")
                .with("inSyncReplicas", 3);
            List<Broker> slaves = new ArrayList<>();
            try (Broker master = started(masterSettings, names); StockProducer producer = producer(names, PATIENT)) {
                for (int id = 1; id <= 3; id++) {
                    slaves.add(started(slave(settings("three-slave" + id, "three"), id), names));
                }
                awaitStatus(producer, "three", "SEND_OK");
                awaitThreeInStep(names, master);
                assertThat(producer.send("three", 0, 500, "mode=async", "size=20000")).allMatch(Sent::acknowledged);
                slaves.get(2).kill();
                assertThat(producer.send("three", 1_000, 200, "mode=async", "size=2000")).allMatch(Sent::acknowledged);
                slaves.get(1).kill();
                awaitStatus(producer, "three", "SLAVE_NOT_AVAILABLE");
                slaves.get(1).start();
                slaves.get(2).start();
                awaitStatus(producer, "three", "SEND_OK");
                slaves.forEach(slave -> awaitEqual(master, slave));
                awaitThreeInStep(names, master);
            } finally {
                slaves.forEach(Broker::close);
            }
        }
    }

    private static void awaitThreeInStep(OurNameServer names, Broker master) {
        StockTool tool = admin(names);
        Awaitility.await("three slaves in step").atMost(WITHIN).pollDelay(Duration.ZERO).untilAsserted(() ->
            assertThat(tool.run("haStatus", "-b", master.address())).containsPattern("#SlaveNum\\s+3")
                .containsPattern("#InSyncSlaveNum\\s+3"));
    }

    @Test
    void shouldNeverMixTwoHistories() throws IOException {
        BrokerSettings left = settings("fork-left", "fork").with("brokerRole", "SYNC_MASTER");
        BrokerSettings right = slave(settings("fork-right", "fork"), 1);
        try (OurNameServer names = names("fork"); StockProducer producer = producer(names, PATIENT)) {
            long common;
            try (Broker old = started(left, names); Broker slave = started(right, names)) {
                awaitStatus(producer, "fork", "SEND_OK");
                assertThat(producer.send("fork", 0, 300, "mode=async", "size=5000")).allMatch(Sent::acknowledged);
                awaitEqual(old, slave);
                slave.kill();
                common = new LogFolder(old).end();
                producer.send("fork", 1_000, 100, "mode=async", "size=3000", "wait=0");
                old.kill();
            }
            right.with("brokerRole", "ASYNC_MASTER").with("brokerId", 0);
            slave(left, 1);
            try (Broker promoted = started(right, names)) {
                Awaitility.await("the promoted master takes messages").atMost(WITHIN)
                    .until(() -> producer.send("fork", 2_000, 1).get(0).acknowledged());
                assertThat(producer.send("fork", 3_000, 200, "mode=async", "size=3000")).allMatch(Sent::acknowledged);
                long before;
                try (Broker returned = started(left, names)) {
                    before = new LogFolder(returned).end();
                    awaitState(names, returned, "diverged");
                    assertThat(new LogFolder(returned).end()).as("takes nothing").isEqualTo(before);
                    assertThat(admin(names).run("brokerStatus", "-b", returned.address()))
                        .contains("haFirstDifference").contains(Long.toString(common));
                    returned.stop();
                }
                left.with("haOnDivergence", "truncate");
                try (Broker returned = started(left, names)) {
                    awaitEqual(promoted, returned);
                    Path tails = returned.storeFolder().resolve("tails");
                    try (Stream<Path> saved = Files.list(tails)) {
                        assertThat(saved.map(path -> path.getFileName().toString()))
                            .contains("tail-" + common + "-" + before + ".log", "tail-" + common + "-" + before
                                + ".txt");
                    }
                }
            }
        }
    }

    @Test
    void shouldBeginAnewWhenTheMasterHasNoMoreWhatComesNext() throws Exception {
        BrokerSettings masterSettings = settings("range-master", "range");
        BrokerSettings slaveSettings = slave(settings("range-slave", "range"), 1);
        try (OurNameServer names = names("range"); StockProducer producer = producer(names, 6_000);
            Broker master = started(masterSettings, names)) {
            RawAdmin admin = new RawAdmin(master.address(), names.address());
            for (int i = 0; i < EXPIRED; i++) {
                admin.send("range-expired", 0, "gone before the slave begins anew");
            }
            try (Broker slave = started(slaveSettings, names)) {
                producer.send("range", 0, 100, "mode=async", "size=5000");
                awaitEqual(master, slave);
                slave.stop();
            }
            producer.send("range", 1_000, 1_000, "mode=async", "size=20000");
            master.stop();
            Files.delete(master.storeFolder().resolve("commitlog").resolve(String.format("%020d", 0)));
            master.start();
            try (Broker slave = started(slaveSettings, names)) {
                awaitState(names, slave, "out of range");
                slave.stop();
            }
            slaveSettings.with("haOutOfRange", "reset");
            try (Broker slave = started(slaveSettings, names)) {
                awaitEqual(master, slave);
                assertThat(new LogFolder(slave).start()).isEqualTo(SEGMENT_BYTES);
                try (Stream<Path> all = Files.list(slave.storeFolder())) {
                    assertThat(all.map(path -> path.getFileName().toString()))
                        .anyMatch(name -> name.startsWith("commitlog.out-of-range."));
                }
                new RawAdmin(slave.address(), names.address()).awaitMaxOffset("range-expired", 0, EXPIRED);
                killUnderLoad(master, producer);
                assertAllReadFrom(slave, names, producer.sent());
            }
        }
    }

    private static void killUnderLoad(Broker master, StockProducer producer) throws Exception {
        CompletableFuture<Line> sending = producer.startSend("range", 10_000, ENDLESS, "mode=async", "window=64",
            "size=2000");
        long before = producer.acknowledged();
        Awaitility.await("load").atMost(WITHIN).until(() -> producer.acknowledged() > before + 1_000);
        master.kill();
        producer.ask("quit-sending");
        sending.get(60, TimeUnit.SECONDS);
    }

    /** The slave's log begins later than at 0 and ends wherever the kill cut it: all that is in it can be read. */
    private static void assertAllReadFrom(Broker slave, OurNameServer names, List<Sent> sent) {
        LogFolder log = new LogFolder(slave);
        long start = log.start();
        long end = log.end();
        Set<Long> held = sent.stream().filter(Sent::acknowledged)
            .filter(each -> position(each) >= start && position(each) < end).map(Sent::number)
            .collect(Collectors.toSet());
        assertThat(held).hasSizeGreaterThan(1_000);
        try (StockConsumer reader = SharedCluster.client(Variant.PREVIOUS_JSON, names.address())
                .push(SharedCluster.name("range-readers"), "range")) {
            Awaitility.await(held.size() + " messages that the slave holds").atMost(WITHIN)
                .until(() -> reader.got().stream().map(Got::number).collect(Collectors.toSet()).containsAll(held));
        }
    }

    /** The id that a broker gives ends with the position in its log. */
    private static long position(Sent sent) {
        String id = sent.offsetMsgId();
        return Long.parseLong(id.substring(id.length() - HEX), HEX);
    }

    private static OurNameServer names(String name) {
        return new OurNameServer(BuildOutput.workFolder(name + "-names")).start();
    }

    private static BrokerSettings settings(String folder, String brokerName) {
        return BrokerSettings.inNewFolder(folder).with("brokerName", brokerName).with("slaveTimeout", 20_000)
            .with("mappedFileSizeCommitLog", SEGMENT_BYTES);
    }

    private static BrokerSettings slave(BrokerSettings settings, int id) {
        return settings.with("brokerRole", "SLAVE").with("brokerId", id);
    }

    private static Broker started(BrokerSettings settings, OurNameServer names) {
        Broker broker = new OurBroker(settings, names.address());
        broker.start();
        return broker;
    }

    private static StockProducer producer(OurNameServer names, int timeoutMs) {
        return SharedCluster.client(Variant.PREVIOUS_JSON, names.address())
            .producer(SharedCluster.name("state-producers"), "retries=0", "timeoutMs=" + timeoutMs);
    }

    private static StockTool admin(OurNameServer names) {
        return SharedCluster.client(Variant.CURRENT_JSON, names.address()).tool();
    }

    private static void awaitStatus(StockProducer producer, String topic, String status) {
        Awaitility.await("a send that ends " + status).atMost(WITHIN)
            .until(() -> producer.send(topic, 9_000_000, 1).get(0).status().equals(status));
    }

    private static void awaitState(OurNameServer names, Broker slave, String state) {
        StockTool tool = admin(names);
        Awaitility.await("the state " + state).atMost(WITHIN)
            .until(() -> tool.run("brokerStatus", "-b", slave.address()).contains(state));
    }

    private static void awaitEqual(Broker master, Broker slave) {
        new LogFolder(master).awaitEqual(new LogFolder(slave), WITHIN);
    }
}
