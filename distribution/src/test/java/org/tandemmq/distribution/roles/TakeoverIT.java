/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Got;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.TcpProxy;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** The procedure of docs/takeover.md, with everything that a master carries on: offsets, delays, transactions. */
class TakeoverIT {
    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final int QUEUES = 2;

    @Test
    void shouldCarryOnEverythingWhenTheSlaveTakesOver() {
        try (Pair pair = pair().startMaster().startSlave()) {
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
            String topic = SharedCluster.name("taken");
            String group = SharedCluster.name("readers");
            TablesOf slave = new TablesOf(pair.slave());
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "queues=" + QUEUES,
                    "retries=0", "timeoutMs=25000");
                    StockProducer payer = client.transactional(SharedCluster.name("payers"));
                    StockConsumer consumer = client.push(group, topic, "persistOffsetMs=200")) {
                allAcknowledged(producer.send(topic, 0, 20, "delayLevel=1"));
                allAcknowledged(payer.send(topic, 100, 10, "first=commit"));
                allAcknowledged(payer.send(topic, 200, 5, "first=rollback"));
                consumer.awaitCount(30);
                Map<String, Long> offsets = places(producer.send(topic, 300, 20, "spread=2"));
                consumer.awaitCount(50);
                TablesOf master = new TablesOf(pair.master());
                master.admin().awaitCommitted(group, topic, QUEUES);
                // open when the master dies: nothing that takes long comes before that
                allAcknowledged(producer.send(topic, 20, 10, "delayLevel=4"));
                allAcknowledged(payer.send(topic, 110, 3, "first=unknown", "later=commit"));
                pair.awaitEqualLogs();
                TablesOf.await("delays on the slave", WITHIN, () -> slave.delays().equals(master.delays()));
                awaitEqualOffsets(master, slave, group, topic);
                slave.awaitReady(WITHIN);

                pair.master().kill();
                assertThat(slave.info("readyForTakeover")).as("with the master gone").isEqualTo("yes");
                promote(pair);
                awaitNumbers(consumer, 63);
                Awaitility.await("a send to the new master").atMost(WITHIN).until(() ->
                    producer.send(topic, 900, 1, "wait=0").get(0).acknowledged());
                Map<String, Long> after = places(producer.send(topic, 400, 20, "spread=2", "wait=0"));
                assertThat(after.keySet()).as("no queue offset repeats").doesNotContainAnyElementsOf(offsets.keySet());
                awaitNumbers(consumer, 83);
                assertEachOnce(consumer.got(), payer);

                pair.master().start();
                TablesOf returned = new TablesOf(pair.master());
                returned.awaitReady(WITHIN);
                assertThat(returned.info("haState")).isEqualTo("following");
                awaitEqualOffsets(slave, returned, group, topic);
            }
        }
    }

    /** The master goes on after the line of the log broke, and tables still go over: nothing of that is skipped. */
    @Test
    void shouldDoAgainWhatItsLogDoesNotHave() {
        Pair pair = pair();
        pair.masterSettings().with("brokerRole", "ASYNC_MASTER");
        try (pair; TcpProxy line = new TcpProxy(pair.masterSettings().port() + 1)) {
            pair.slaveSettings().with("haMasterAddress", "127.0.0.1:" + line.port());
            pair.startMaster().startSlave();
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers());
            String topic = SharedCluster.name("behind");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0");
                    StockProducer payer = client.transactional(SharedCluster.name("payers"))) {
                allAcknowledged(producer.send(topic, 0, 1));
                allAcknowledged(payer.send(topic, 100, 5, "first=unknown", "later=commit"));
                allAcknowledged(producer.send(topic, 1, 5, "delayLevel=3"));
                pair.awaitEqualLogs();
                line.swallow(true);
                try (StockConsumer before = client.push(SharedCluster.name("readers"), topic, "persistOffsetMs=200")) {
                    awaitNumbers(before, 11);
                }
                TablesOf slave = new TablesOf(pair.slave());
                TablesOf.await("newer tables to wait", WITHIN, () ->
                    slave.info("pairTable consumer offsets").contains("wait until our log")
                        && slave.info("pairTable delay offsets").contains("wait until our log"));
                pair.master().kill();
                line.cut();
                promote(pair);
                try (StockConsumer after = client.push(SharedCluster.name("readers"), topic)) {
                    awaitNumbers(after, 11);
                }
            }
        }
    }

    private static Pair pair() {
        Pair pair = new Pair("takeover", Product.OURS, Product.OURS);
        for (var settings : List.of(pair.masterSettings(), pair.slaveSettings())) {
            settings.with("transactionTimeOut", 3_000).with("transactionCheckInterval", 1_000)
                .with("messageDelayLevel", "1s 2s 3s 20s").with("haOnDivergence", "truncate");
        }
        return pair;
    }

    /** The steps of the page, the old master's settings included. */
    private static void promote(Pair pair) {
        pair.slave().stop();
        pair.slaveSettings().with("brokerRole", "SYNC_MASTER").with("brokerId", 0);
        pair.masterSettings().with("brokerRole", "SLAVE").with("brokerId", 1);
        pair.slave().start();
    }

    private static void allAcknowledged(List<Sent> sent) {
        assertThat(sent).isNotEmpty().allMatch(Sent::acknowledged);
    }

    private static Map<String, Long> places(List<Sent> sent) {
        Map<String, Long> places = new HashMap<>();
        for (Sent one : sent) {
            assertThat(one.offset()).as(one.toString()).isNotNegative();
            assertThat(places.put(one.queue() + ":" + one.offset(), one.number())).isNull();
        }
        return places;
    }

    /** Waits for so many different numbers; those from 900 on were only to see whether the new master is found. */
    private static void awaitNumbers(StockConsumer consumer, int count) {
        Awaitility.await(count + " different messages").atMost(WITHIN).untilAsserted(() ->
            assertThat(numbers(consumer.got())).hasSize(count));
    }

    private static Set<Long> numbers(List<Got> got) {
        Set<Long> numbers = new TreeSet<>();
        got.stream().map(Got::number).filter(number -> number < 900).forEach(numbers::add);
        return numbers;
    }

    /** Neither delayed messages that were delivered nor transactions that were ended are touched again. */
    private static void assertEachOnce(List<Got> got, StockProducer payer) {
        for (long ended = 100; ended < 110; ended++) {
            assertThat(payer.asked(ended)).as("questions about committed " + ended).isZero();
            assertThat(payer.asked(100 + ended)).as("questions about rolled back " + (100 + ended)).isZero();
        }
        Map<Long, Integer> times = new HashMap<>();
        got.forEach(one -> times.merge(one.number(), 1, Integer::sum));
        for (long number = 0; number < 30; number++) {
            assertThat(times).as("delayed message").containsEntry(number, 1);
        }
        for (long number = 110; number < 113; number++) {
            assertThat(payer.asked(number)).as("an open one is asked about").isPositive();
            assertThat(times.get(number)).isBetween(1, 1 + (int) payer.asked(number));
        }
        assertThat(numbers(got)).noneMatch(number -> number >= 200 && number < 300);
    }

    private static void awaitEqualOffsets(TablesOf master, TablesOf slave, String group, String topic) {
        for (int queue = 0; queue < QUEUES; queue++) {
            int queueId = queue;
            TablesOf.await("equal offsets", WITHIN, () -> {
                long committed = master.committed(group, topic, queueId);
                return committed > 0 && committed == slave.committed(group, topic, queueId);
            });
        }
    }
}
