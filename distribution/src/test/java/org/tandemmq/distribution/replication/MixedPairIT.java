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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** One side is the peer's: logs equal byte for byte over rolls and restarts of both, tables taken over. */
class MixedPairIT {
    private static final Duration TABLES_WITHIN = Duration.ofSeconds(80);
    private static final Duration WITHIN = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource
    void shouldReplicateBetweenTheProducts(Product slaveProduct) {
        Product masterProduct = slaveProduct == Product.OURS ? Product.PEER : Product.OURS;
        Pair pair = new Pair("mixed-" + slaveProduct, masterProduct, slaveProduct);
        // the peer's slave begins with the last segment only: all is still in the first when it comes
        pair.masterSettings().with("mappedFileSizeConsumeQueue", 20 * 3_000);
        if (masterProduct == Product.PEER) {
            // on a loaded machine it turns sends away that have waited for 200 ms
            pair.masterSettings().with("waitTimeMillsInSendQueue", 10_000);
            pair.slaveSettings().with("slaveSyncForeignIntervalMs", 2_000);
        }
        try (pair) {
            pair.startMaster();
            try (StockProducer producer = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers())
                    .producer(SharedCluster.name("mixed-producers"), "retries=0", "timeoutMs=25000");
                    StockProducer prober = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers())
                        .producer(SharedCluster.name("mixed-probers"), "retries=0", "timeoutMs=3000")) {
                // without a slave the peer would wait for one
                producer.send("mixed", 0, 500, "mode=async", "size=1000", "wait=0");
                pair.startSlave();
                awaitInStep(prober, 500);
                assertThat(producer.send("mixed", 1_000, 2_000, "mode=async", "size=8000")).hasSize(2_000)
                    .allMatch(Sent::acknowledged);
                pair.awaitEqualLogs();
                assertThat(new LogFolder(pair.slave()).count()).as("segments").isGreaterThan(2);
                readAsGroup(pair);
                restart(pair.slave());
                awaitInStep(prober, 3_000);
                awaitTables(pair);
                awaitNewTopic(slaveProduct, prober, pair, "mixed-slave-again");
                pair.awaitEqualLogs();
                restart(pair.master());
                awaitInStep(prober, 4_000);
                awaitNewTopic(slaveProduct, prober, pair, "mixed-master-again");
                assertThat(producer.send("mixed", 5_000, 1_000, "mode=async", "size=8000")).hasSize(1_000)
                    .allMatch(Sent::acknowledged);
                pair.awaitEqualLogs();
            }
        }
    }

    @Test
    void shouldGetTheWholeLogFromAMasterOfThePeer() {
        Pair pair = new Pair("whole-peer", Product.PEER, Product.OURS).giveUpAfter(100);
        pair.masterSettings().with("waitTimeMillsInSendQueue", 10_000);
        try (pair) {
            pair.startMaster();
            try (StockProducer producer = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers())
                    .producer(SharedCluster.name("whole-producers"), "retries=0")) {
                producer.send("whole", 0, 3_000, "mode=async", "size=10000", "wait=0");
                assertThat(new LogFolder(pair.master()).count()).isGreaterThan(3);
                pair.startSlave();
                assertThat(new LogFolder(pair.slave()).start()).as("begin of the slave's log").isZero();
                producer.send("whole", 3_000, 100, "mode=async", "size=10000");
                pair.awaitEqualLogs();
            }
        }
    }

    private static void restart(Broker broker) {
        broker.kill();
        broker.start();
    }

    /** Asks with a producer that gives up before the master does, and so asks again sooner. */
    private static void awaitInStep(StockProducer prober, long from) {
        Awaitility.await("a slave that counts").atMost(WITHIN)
            .until(() -> prober.send("mixed", from, 1).get(0).acknowledged());
    }

    private static void readAsGroup(Pair pair) {
        try (StockConsumer consumer = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers())
                .push("mixed-readers", "mixed", "persistOffsetMs=300")) {
            Awaitility.await("all read").atMost(WITHIN)
                .until(() -> consumer.got().stream().map(g -> g.number()).distinct().count() >= 2_500);
        }
    }

    private static void awaitTables(Pair pair) {
        Path config = pair.slave().storeFolder().resolve("config");
        Awaitility.await("the master's tables in the slave's files").atMost(TABLES_WITHIN).until(() ->
            text(config.resolve("topics.json")).contains("\"mixed\"")
                && text(config.resolve("consumerOffset.json")).contains("mixed@mixed-readers")
                && text(config.resolve("subscriptionGroup.json")).contains("\"mixed-readers\""));
    }

    /** Our slave has records by now and takes tables only from a master whose log has the last of them. */
    private static void awaitNewTopic(Product slaveProduct, StockProducer prober, Pair pair, String topic) {
        if (slaveProduct == Product.OURS) {
            Awaitility.await("sent to " + topic).atMost(WITHIN)
                .until(() -> prober.send(topic, 0, 1).get(0).acknowledged());
            Path topics = pair.slave().storeFolder().resolve("config").resolve("topics.json");
            Awaitility.await(topic + " at the slave").atMost(TABLES_WITHIN)
                .until(() -> text(topics).contains("\"" + topic + "\""));
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
