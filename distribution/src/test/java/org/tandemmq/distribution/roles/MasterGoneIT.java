/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.StockTool;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.process.BuildOutput;
import org.tandemmq.distribution.process.CalmWait;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** A slave alone serves whoever comes and whoever asks, and nothing that was deleted comes back with either side. */
class MasterGoneIT {
    private static final Duration FOLLOWS_WITHIN = Duration.ofSeconds(5);
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @Test
    void shouldServeGroupsThatNeverWereBeforeAndTheTool() {
        try (Pair pair = new Pair("gone", Product.OURS, Product.OURS).startMaster().startSlave()) {
            String topic = SharedCluster.name("late");
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=2",
                    "timeoutMs=25000")) {
                assertThat(producer.send(topic, 0, 20, "spread=2")).allMatch(Sent::acknowledged);
            }
            TablesOf slave = new TablesOf(pair.slave());
            String before = SharedCluster.name("before");
            readAll(client, before, topic, "from=first");
            TablesOf.await("commits of before on the slave", WITHIN, () -> committed(slave, before, topic) == 20);
            pair.awaitEqualLogs();
            pair.master().kill();
            TablesOf.await("the slave to know that it is alone", WITHIN,
                () -> slave.info("pairMaster").contains("does not answer"));
            String first = SharedCluster.name("first");
            readAll(client, first, topic, "from=first");
            readAll(client, SharedCluster.name("last"), topic, "from=last");
            readAll(SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers()), SharedCluster.name("newer"), topic,
                "from=last");
            TablesOf.await("commits on the slave", WITHIN, () -> committed(slave, first, topic) == 20);
            assertToolIsServed(pair, topic, before);
            assertToolKnowsAGroupOfTheSlave(pair, client, topic, first);
            pair.slave().stop();
            pair.slave().start();
            assertThat(committed(slave, first, topic)).as("after a restart of the slave").isEqualTo(20);
            pair.master().start();
            TablesOf master = new TablesOf(pair.master());
            if (pair.master().lacksOffsetsOfSlaves()) {
                TablesOf.await("what the slave tells later", WITHIN, () -> committed(master, first, topic) == 20);
            }
            assertThat(committed(master, first, topic)).as("known to the returned master").isEqualTo(20);
        }
    }

    private static void readAll(StockClient client, String group, String topic, String from) {
        try (StockConsumer consumer = client.push(group, topic, from, "persistOffsetMs=200", "finishMs=5000")) {
            consumer.awaitEachOnce(0, 20);
        }
    }

    private static long committed(TablesOf broker, String group, String topic) {
        return Math.max(0, broker.committed(group, topic, 0)) + Math.max(0, broker.committed(group, topic, 1));
    }

    /** The master is dead: stock tools get their answers from the slave. */
    private static void assertToolIsServed(Pair pair, String topic, String group) {
        StockTool admin = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers()).tool();
        assertThat(admin.run("consumerProgress", "-g", group)).contains(topic).contains("Diff Total: 0");
        assertThat(admin.run("topicStatus", "-t", topic)).containsPattern("pair\\s+0\\s+0\\s+10");
        assertThat(admin.run("brokerStatus", "-b", pair.slave().address())).contains("readyForTakeover")
            .contains("pairTable consumer offsets");
    }

    private static void assertToolKnowsAGroupOfTheSlave(Pair pair, StockClient client, String topic, String group) {
        StockTool tool = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers()).tool();
        Awaitility.await("the group's progress").atMost(WITHIN).untilAsserted(() ->
            assertThat(tool.run("consumerProgress", "-g", group)).contains(topic).contains("Diff Total: 0"));
        try (StockConsumer online = client.push(group, topic)) {
            Awaitility.await("the group's connections").atMost(WITHIN).untilAsserted(() ->
                assertThat(tool.run("consumerConnection", "-g", group)).contains("CONSUME_PASSIVELY"));
            assertThat(online.got()).isEmpty();
        }
    }

    @Test
    void shouldBringBackNothingThatWasDeletedWhileTheSlaveWasDown() {
        Pair pair = new Pair("deleted", Product.OURS, Product.OURS);
        pair.masterSettings().with("brokerRole", "ASYNC_MASTER");
        try (pair) {
            pair.startMaster();
            TablesOf master = new TablesOf(pair.master());
            for (String topic : List.of("Remade", "Dropped", "Kept")) {
                master.admin().createTopic(topic, 2);
                master.fill(topic, 0, 7);
                master.fill(topic, 1, 7);
            }
            master.makeGroup("Gone");
            for (String group : List.of("Gone", "Stays")) {
                master.commit(group, "Remade", 0, 5);
                master.commit(group, "Remade", 1, 5);
                master.commit(group, "Kept", 0, 5);
            }
            pair.startSlave();
            TablesOf slave = new TablesOf(pair.slave());
            TablesOf.await("the offsets", WITHIN, () -> slave.committed("Gone", "Kept", 0) == 5);
            pair.slave().kill();
            master.deleteGroup("Gone");
            master.deleteTopic("Dropped");
            master.deleteTopic("Remade");
            master.admin().createTopic("Remade", 2);
            master.fill("Remade", 0, 3);
            pair.slave().start();
            pair.awaitEqualLogs();
            TablesOf.await("the group to go", WITHIN, () -> !slave.hasGroup("Gone"));
            TablesOf.await("the topic to go", WITHIN, () -> !slave.hasTopic("Dropped"));
            TablesOf.await("its offsets to go", WITHIN, () -> slave.committed("Gone", "Kept", 0) == -1
                && slave.committed("Stays", "Remade", 0) == -1 && slave.committed("Stays", "Remade", 1) == -1);
            for (TablesOf broker : List.of(slave, master)) {
                TablesOf.await("what it left", WITHIN, () -> broker.range("Dropped", 0).equals("0-0")
                    && broker.range("Remade", 0).equals("0-3") && broker.range("Remade", 1).equals("0-0"));
                assertNothingCameBack(broker);
            }
            pair.master().kill();
            assertNothingCameBack(slave);
            pair.slave().stop();
            pair.slaveSettings().with("brokerRole", "ASYNC_MASTER").with("brokerId", 0);
            pair.slave().start();
            assertNothingCameBack(slave);
            slave.fill("Remade", 1, 1);
            CalmWait.await("the first message", FOLLOWS_WITHIN, () -> slave.range("Remade", 1).equals("0-1"));
        }
    }

    private static void assertNothingCameBack(TablesOf broker) {
        assertThat(broker.hasGroup("Gone")).isFalse();
        assertThat(broker.committed("Gone", "Kept", 0)).isEqualTo(-1);
        assertThat(broker.committed("Gone", "Remade", 0)).isEqualTo(-1);
        assertThat(broker.committed("Stays", "Remade", 0)).isEqualTo(-1);
        assertThat(broker.committed("Stays", "Remade", 1)).isEqualTo(-1);
        assertThat(broker.committed("Stays", "Kept", 0)).isEqualTo(5);
        assertThat(broker.hasTopic("Dropped")).isFalse();
        assertThat(broker.range("Dropped", 0)).isEqualTo("0-0");
        assertThat(broker.range("Remade", 0)).isEqualTo("0-3");
        assertThat(broker.range("Remade", 1)).isEqualTo("0-0");
        assertThat(broker.range("Kept", 1)).isEqualTo("0-7");
    }

    @Test
    void shouldBeginAtZeroAfterADeletionThatTheSlaveSaw() {
        Pair pair = new Pair("remade", Product.OURS, Product.OURS);
        pair.masterSettings().with("brokerRole", "ASYNC_MASTER");
        try (pair) {
            pair.startMaster();
            TablesOf master = new TablesOf(pair.master());
            master.admin().createTopic("Again", 4);
            for (int queue = 0; queue < 4; queue++) {
                master.fill("Again", queue, 25);
            }
            master.commit("readers", "Again", 2, 20);
            pair.startSlave();
            TablesOf slave = new TablesOf(pair.slave());
            TablesOf.await("what will be deleted", WITHIN, () -> slave.range("Again", 3).equals("0-25")
                && slave.committed("readers", "Again", 2) == 20);
            master.deleteTopic("Again");
            master.admin().createTopic("Again", 4);
            master.fill("Again", 0, 10);
            pair.awaitEqualLogs();
            TablesOf.await("what was before to go", WITHIN, () -> slave.range("Again", 0).equals("0-10")
                && slave.range("Again", 2).equals("0-0") && slave.range("Again", 3).equals("0-0")
                && slave.committed("readers", "Again", 2) == -1);
            master.commit("readers", "Again", 0, 6);
            TablesOf.await("the commit", WITHIN, () -> slave.committed("readers", "Again", 0) == 6);
            pair.master().kill();
            assertThat(slave.range("Again", 0)).isEqualTo("0-10");
            assertThatNobodyInItsPlaceTakesAnything(pair, slave);
            assertThat(slave.committed("readers", "Again", 2)).isEqualTo(-1);
        }
    }

    /** Neither the master without its disk, nor a broker of another name at its address. */
    private static void assertThatNobodyInItsPlaceTakesAnything(Pair pair, TablesOf slave) {
        BuildOutput.deleteTree(pair.masterSettings().storeFolder());
        pair.master().start();
        TablesOf.await("the slave to keep its tables", WITHIN,
            () -> slave.info("pairTable consumer offsets").contains("the old ones stay"));
        assertThat(new TablesOf(pair.master()).hasTopic("Again")).isFalse();
        assertHasAgain(slave);
        pair.master().kill();
        BuildOutput.deleteTree(pair.masterSettings().storeFolder());
        pair.masterSettings().with("brokerName", "stranger");
        pair.master().start();
        TablesOf.await("the slave to know the stranger", WITHIN,
            () -> slave.info("pairMaster").contains("answers broker stranger"));
        assertHasAgain(slave);
    }

    private static void assertHasAgain(TablesOf slave) {
        assertThat(slave.hasTopic("Again")).isTrue();
        assertThat(slave.hasGroup("readers")).isTrue();
        assertThat(slave.committed("readers", "Again", 0)).isEqualTo(6);
        assertThat(slave.range("Again", 0)).isEqualTo("0-10");
    }
}
