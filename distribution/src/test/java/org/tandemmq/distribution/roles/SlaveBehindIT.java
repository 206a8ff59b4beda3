/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.net.TcpTable;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** Consumers at a slave: when they are sent there, and what happens when it is behind them and the master dies. */
class SlaveBehindIT {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final Duration WATCHED = Duration.ofSeconds(6);
    private static final int GROUPS = 6;
    private static final int FALL_BEHIND_BYTES = 256 << 10;
    private static final int LOG_BYTES_A_SECOND_MAX = (1 << 20) / 60;
    private static final int PULL = 11;
    private static final int UPDATE_CONFIG = 25;
    private static final int RUNTIME_INFO = 28;

    @Test
    void shouldKeepConsumersCalmThatAreAheadOfIt() {
        Pair pair = new Pair("behind", Product.OURS, Product.OURS);
        // the halted slave does not count any more when this much is sent: readers need not wait until it is dropped
        pair.masterSettings().with("haSlaveFallbehindMax", FALL_BEHIND_BYTES);
        try (pair) {
            pair.startMaster().startSlave();
            StockClient client = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
            String topic = SharedCluster.name("behind");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0",
                    "timeoutMs=25000")) {
                sendAll(producer, topic, 0, 400);
                List<StockConsumer> readers = new ArrayList<>();
                for (int i = 0; i < GROUPS; i++) {
                    readers.add(client.push(SharedCluster.name("readers"), topic, "persistOffsetMs=200"));
                }
                pair.awaitEqualLogs();
                pair.slave().process().suspend();
                sendAll(producer, topic, 400, 2_000, "wait=0");
                readers.forEach(reader -> reader.awaitEachOnce(0, 2_400));
                pair.master().kill();
                pair.slave().process().resume();
                assertCalm(pair);
                pair.master().start();
                Awaitility.await("sends to the returned master").atMost(WITHIN)
                    .until(() -> producer.send(topic + "-first", 0, 1).get(0).acknowledged());
                sendAll(producer, topic, 2_400, 100);
                readers.forEach(reader -> reader.awaitEachOnce(0, 2_500));
                readers.forEach(StockConsumer::close);
            }
        }
    }

    private static void assertCalm(Pair pair) {
        TcpTable table = new TcpTable(pair.slave().process().pid());
        Awaitility.await("consumers at the slave").atMost(WITHIN)
            .until(() -> !table.established(pair.slave().port()).isEmpty());
        long before = pair.slave().process().log().length();
        Awaitility.await("a while at the slave").pollDelay(WATCHED).atMost(WITHIN).until(() -> true);
        assertThat(pair.slave().process().log().length() - before).as("growth of the slave's log")
            .isLessThan(LOG_BYTES_A_SECOND_MAX * WATCHED.toSeconds());
        Awaitility.await("ten seconds counted").atMost(WITHIN).until(() -> missesPerSecond(pair) >= 0);
        assertThat(missesPerSecond(pair)).as("pulls a second that found nothing").isLessThan(GROUPS * 16);
    }

    /** Over ten seconds; -1 while the slave has not run that long. */
    private static double missesPerSecond(Pair pair) {
        Matcher misses = Pattern.compile("\"getMissTps\":\"([0-9.]+)").matcher(info(pair.slave(), pair));
        return misses.find() ? Double.parseDouble(misses.group(1)) : -1;
    }

    /** The table of replication.md: master alive or dead, slaveReadEnable off or on. */
    @Test
    void shouldBeReadAsTheSettingSays() {
        Pair pair = new Pair("table", Product.OURS, Product.OURS);
        pair.masterSettings().with("accessMessageInMemoryMaxRatio", 0);
        try (pair) {
            pair.startMaster().startSlave();
            StockClient client = SharedCluster.client(Variant.CURRENT_JSON, pair.nameServers());
            String topic = SharedCluster.name("table");
            try (StockProducer producer = client.producer(SharedCluster.name("producers"), "retries=0",
                    "timeoutMs=25000")) {
                sendAll(producer, topic, 0, 100);
                pair.awaitEqualLogs();
                for (boolean enabled : new boolean[] {false, true}) {
                    set(pair.master(), pair, enabled);
                    set(pair.slave(), pair, enabled);
                    Awaitility.await("the master's suggestion").atMost(WITHIN)
                        .until(() -> suggested(pair.master(), pair, topic).equals(enabled ? "1" : "0"));
                    readAll(client, topic);
                }
                pair.master().kill();
                for (boolean enabled : new boolean[] {true, false}) {
                    set(pair.slave(), pair, enabled);
                    readAll(client, topic);
                }
            }
        }
    }

    private static void readAll(StockClient client, String topic) {
        try (StockConsumer reader = client.push(SharedCluster.name("readers"), topic)) {
            reader.awaitEachOnce(0, 100);
        }
    }

    private static void set(Broker broker, Pair pair, boolean enabled) {
        RawFrame answer = new RawAdmin(broker.address(), pair.nameServers()).ask(RawFrame.request(UPDATE_CONFIG)
            .withBody(("slaveReadEnable=" + enabled + "\n").getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.code()).as(answer.toString()).isZero();
    }

    private static String suggested(Broker broker, Pair pair, String topic) {
        RawFrame answer = new RawAdmin(broker.address(), pair.nameServers()).ask(RawFrame.request(PULL)
            .with("consumerGroup", "raw-readers").with("topic", topic).with("queueId", 0).with("queueOffset", 0)
            .with("maxMsgNums", 1).with("sysFlag", 4).with("commitOffset", 0).with("suspendTimeoutMillis", 0)
            .with("subscription", "*").with("subVersion", 0).with("expressionType", "TAG"));
        return answer.code() == 0 ? answer.field("suggestWhichBrokerId") : "";
    }

    private static String info(Broker broker, Pair pair) {
        return new RawAdmin(broker.address(), pair.nameServers()).ask(RawFrame.request(RUNTIME_INFO)).bodyText();
    }

    private static void sendAll(StockProducer producer, String topic, long from, int count, String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = "mode=async";
        assertThat(producer.send(topic, from, count, all)).hasSize(count).allMatch(Sent::acknowledged);
    }
}
