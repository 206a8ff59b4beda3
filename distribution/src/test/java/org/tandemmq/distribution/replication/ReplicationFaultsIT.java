/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.TcpProxy;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** Kills, halts and bad lines under load: once they end, the slave's log equals the master's byte for byte. */
class ReplicationFaultsIT {
    private static final Duration WITHIN = Duration.ofSeconds(40);
    private static final long GIVE_UP_MS = 2_000;
    private static final Duration HALT = Duration.ofSeconds(3);
    private static final int ENDLESS = 10_000_000;

    @Test
    void shouldGiveANewSlaveTheWholeLog() {
        try (Pair pair = new Pair("whole", Product.OURS, Product.OURS).startMaster();
                StockProducer producer = producer(pair)) {
            producer.send("whole", 0, 3_000, "mode=async", "size=10000");
            assertThat(new LogFolder(pair.master()).count()).isGreaterThan(3);
            pair.startSlave();
            assertThat(new LogFolder(pair.slave()).start()).isZero();
            Awaitility.await("the slave to count").atMost(WITHIN)
                .until(() -> producer.send("whole", 3_000, 1).get(0).acknowledged());
            pair.awaitEqualLogs();
        }
    }

    @Test
    void shouldHealAfterKillsAndHaltsOfEitherSide() throws Exception {
        try (Pair pair = new Pair("kills", Product.OURS, Product.OURS).giveUpAfter(GIVE_UP_MS).startMaster()
                    .startSlave();
                StockProducer producer = producer(pair)) {
            CompletableFuture<Line> sending = producer.startSend("kills", 0, ENDLESS, "mode=async", "window=32",
                "size=2000", "rate=1000");
            awaitAcknowledged(producer, 500);
            pair.slave().kill();
            pair.slave().start();
            awaitAcknowledged(producer, 500);
            pair.slave().process().suspend();
            Awaitility.await("sends that time out").atMost(WITHIN).until(
                () -> producer.sent().stream().anyMatch(s -> s.status().equals("FLUSH_SLAVE_TIMEOUT")));
            pair.slave().process().resume();
            awaitAcknowledged(producer, 500);
            pair.master().process().suspend();
            Awaitility.await("a while without a master").pollDelay(HALT).until(() -> true);
            pair.master().process().resume();
            awaitAcknowledged(producer, 500);
            pair.master().kill();
            pair.master().start();
            awaitAcknowledged(producer, 500);
            producer.ask("quit-sending");
            sending.get(60, TimeUnit.SECONDS);
            pair.awaitEqualLogs();
            assertAllRead(pair, "kills", producer.sent());
        }
    }

    @Test
    void shouldHealAfterABadLine() throws Exception {
        Pair pair = new Pair("line", Product.OURS, Product.OURS).giveUpAfter(GIVE_UP_MS);
        try (pair; TcpProxy line = new TcpProxy(pair.masterSettings().port() + 1)) {
            pair.slaveSettings().with("haMasterAddress", "127.0.0.1:" + line.port());
            pair.startMaster().startSlave();
            try (StockProducer producer = producer(pair)) {
                CompletableFuture<Line> sending = producer.startSend("line", 0, ENDLESS, "mode=async", "window=16",
                    "size=3000", "rate=1000");
                awaitAcknowledged(producer, 300);
                for (int round = 0; round < 5; round++) {
                    line.splitInto(7 + 100 * round);
                    assertThat(line.cut()).as("connections cut").isPositive();
                    awaitAcknowledged(producer, 50);
                }
                line.splitInto(1 << 16);
                line.swallow(true);
                Awaitility.await("sends that time out").atMost(WITHIN).until(
                    () -> producer.sent().stream().anyMatch(s -> s.status().equals("FLUSH_SLAVE_TIMEOUT")));
                line.cut();
                line.swallow(false);
                line.delay(5);
                awaitAcknowledged(producer, 50);
                producer.ask("quit-sending");
                sending.get(60, TimeUnit.SECONDS);
                line.delay(0);
                pair.awaitEqualLogs();
            }
        }
    }

    private static StockProducer producer(Pair pair) {
        return SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
            .producer(SharedCluster.name("fault-producers"), "retries=0", "timeoutMs=4000");
    }

    private static void awaitAcknowledged(StockProducer producer, int more) {
        long before = producer.acknowledged();
        Awaitility.await(more + " more messages acknowledged").atMost(WITHIN).pollInterval(Duration.ofMillis(100))
            .until(() -> producer.acknowledged() >= before + more);
    }

    private static void assertAllRead(Pair pair, String topic, List<Sent> sent) {
        try (StockConsumer reader = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
                .pull(SharedCluster.name("fault-readers"))) {
            new RawAdmin(pair.master().address(), pair.nameServers()).awaitDispatched();
            reader.ask("drain", "topic=" + topic);
            assertThat(reader.got().stream().map(g -> g.number() + "@" + g.queue() + ":" + g.offset()).toList())
                .containsAll(sent.stream().filter(Sent::acknowledged)
                    .map(s -> s.number() + "@" + s.queue() + ":" + s.offset()).toList());
        }
    }
}
