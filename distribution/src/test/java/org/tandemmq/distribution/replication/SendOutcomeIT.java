/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.driver.Line;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.LogFolder;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** What a stock producer is told by a SYNC_MASTER in each situation of its slave; always stored, always delivered. */
class SendOutcomeIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final long TIMEOUT_MS = 5_000;
    /** On a busy machine; still far from a wait that was not meant to be. */
    private static final long AT_ONCE_MS = TIMEOUT_MS / 2;
    /** How much later than wanted an answer may come on such a machine; producers wait longer. */
    private static final long LATE_MS = 8_000;
    private static final int ROUNDS = 20;
    private static final int RECORD_BYTES_LEAST = 200;
    private static final int FALL_BEHIND_BYTES = 8 << 20;
    private static final int PULL = 11;
    private static final int MAX_OFFSET = 30;
    private static final int HEARTBEAT = 34;

    private static Pair pair;

    private StockProducer producer;
    private StockClient client;
    private String topic;

    @BeforeAll
    static void startPair() {
        pair = new Pair("outcome", Product.OURS, Product.OURS).giveUpAfter(TIMEOUT_MS);
        pair.masterSettings().with("haSlaveFallbehindMax", FALL_BEHIND_BYTES);
        for (BrokerSettings settings : List.of(pair.masterSettings(), pair.slaveSettings())) {
            // a halted slave stays connected for a whole test
            settings.with("haHousekeepingInterval", 90_000);
        }
        pair.startMaster().startSlave();
    }

    @AfterAll
    static void stopPair() {
        pair.close();
    }

    @BeforeEach
    void startProducer() {
        client = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
        producer = client.producer("outcome-producers", "retries=0", "timeoutMs=15000");
        topic = SharedCluster.name("outcome");
        if (!pair.slave().process().alive()) {
            pair.slave().start();
        }
        Awaitility.await("a slave in step").atMost(WITHIN)
            .until(() -> producer.send(topic + "-first", 0, 1).get(0).acknowledged());
    }

    @AfterEach
    void stopProducer() {
        producer.close();
    }

    @Test
    void shouldSayOkForEverySizeWithASlave() {
        for (int size : new int[] {10, 1_000, 100_000, 200_000, 1_000_000, 3_900_000}) {
            assertThat(producer.send(topic, size, 1, "size=" + size)).allMatch(Sent::acknowledged);
        }
        assertThat(producer.send(topic, 10_000_000, 500, "mode=async")).hasSize(500).allMatch(Sent::acknowledged);
        assertThat(producer.send(topic, 20_000_000, 100, "mode=batch")).hasSize(10).allMatch(Sent::acknowledged);
        pair.awaitEqualLogs();
    }

    @Test
    void shouldSayAtOnceThatThereIsNoSlave() {
        pair.slave().stop();
        Awaitility.await("the master to notice").atMost(WITHIN)
            .until(() -> status(0).equals("SLAVE_NOT_AVAILABLE"));
        awaitAtOnce("SLAVE_NOT_AVAILABLE", 1_000);
        assertThat(producer.send(topic, 2, 1, "wait=0").get(0).status()).isEqualTo("SEND_OK");
        assertAllStored();
    }

    @Test
    void shouldSayAfterTheTimeoutThatTheSlaveDoesNotAnswer() throws Exception {
        pair.slave().process().suspend();
        try {
            long before = System.nanoTime();
            assertThat(status(0)).isEqualTo("FLUSH_SLAVE_TIMEOUT");
            assertThat(millisSince(before)).isBetween(TIMEOUT_MS - 200, TIMEOUT_MS + LATE_MS);
            before = System.nanoTime();
            long end = new LogFolder(pair.master()).end();
            CompletableFuture<Line> sending = producer.startSend(topic, 1, 200, "mode=async", "window=200");
            awaitEnd(end + 100 * RECORD_BYTES_LEAST);
            assertThatOthersGoOn(sending);
            sending.get(60, TimeUnit.SECONDS);
            assertThat(producer.sent().stream().filter(sent -> sent.number() >= 1)).hasSize(200)
                .extracting(Sent::status).containsOnly("FLUSH_SLAVE_TIMEOUT");
            assertThat(millisSince(before)).as("all at the same time").isLessThan(TIMEOUT_MS + LATE_MS);
            awaitAtOnce("SEND_OK", 1_000, "wait=0");
        } finally {
            pair.slave().process().resume();
        }
        Awaitility.await("the slave to be in step again").atMost(WITHIN)
            .until(() -> producer.send(topic + "-again", 0, 1).get(0).acknowledged());
        assertAllStored();
        pair.awaitEqualLogs();
    }

    @Test
    void shouldSayAtOnceThatTheSlaveIsTooFarBehind() {
        pair.slave().process().suspend();
        try {
            assertThat(producer.send(topic, 0, 10, "size=1000000", "wait=0")).allMatch(Sent::acknowledged);
            awaitAtOnce("SLAVE_NOT_AVAILABLE", 1_000);
        } finally {
            pair.slave().process().resume();
        }
        Awaitility.await("the slave to be in reach again").atMost(WITHIN)
            .until(() -> producer.send(topic + "-again", 0, 1).get(0).acknowledged());
        assertAllStored();
        pair.awaitEqualLogs();
    }

    @Test
    void shouldSayAfterTheTimeoutThatTheSlaveAcknowledgesNothing() throws IOException {
        pair.slave().stop();
        Awaitility.await("the master to notice").atMost(WITHIN)
            .until(() -> status(0).equals("SLAVE_NOT_AVAILABLE"));
        try (RawClient mute = new RawClient("127.0.0.1:" + pair.master().haPort())) {
            long end = new LogFolder(pair.master()).end();
            mute.send(ByteBuffer.allocate(Long.BYTES).putLong(end).array());
            Awaitility.await("the master to count it").atMost(WITHIN)
                .until(() -> !status(1).equals("SLAVE_NOT_AVAILABLE"));
            long before = System.nanoTime();
            assertThat(status(2)).isEqualTo("FLUSH_SLAVE_TIMEOUT");
            assertThat(millisSince(before)).isBetween(TIMEOUT_MS - 200, TIMEOUT_MS + LATE_MS);
        }
        assertAllStored();
    }

    /** Each of these sends has this status, and one of them at once: on a busy machine that may not be the first. */
    private void awaitAtOnce(String status, long from, String... options) {
        AtomicLong number = new AtomicLong(from);
        Awaitility.await(status + " at once").atMost(WITHIN).pollDelay(Duration.ZERO).until(() -> {
            long before = System.nanoTime();
            assertThat(producer.send(topic, number.getAndIncrement(), 1, options).get(0).status()).isEqualTo(status);
            return millisSince(before) < AT_ONCE_MS;
        });
    }

    /** Readers see sends that wait when they are over: in the log they are at once. */
    private static void awaitEnd(long end) {
        Awaitility.await("sends that wait").atMost(WITHIN).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20))
            .until(() -> new LogFolder(pair.master()).end() > end);
    }

    /** Sends that wait for the slave hold no thread: all else is answered meanwhile, before they are. */
    private void assertThatOthersGoOn(CompletableFuture<Line> sending) throws IOException {
        RawFrame pull = RawFrame.request(PULL).with("consumerGroup", "outcome-raw").with("topic", topic)
            .with("queueId", 0).with("queueOffset", 0).with("maxMsgNums", 32).with("sysFlag", 4)
            .with("commitOffset", 0).with("suspendTimeoutMillis", 0).with("subscription", "*")
            .with("subVersion", 0).with("expressionType", "TAG");
        byte[] clients = "{\"clientID\":\"outcome-raw\",\"consumerDataSet\":[],\"producerDataSet\":[]}"
            .getBytes(StandardCharsets.UTF_8);
        int rounds = 0;
        try (RawClient client = new RawClient(pair.master().address())) {
            for (int i = 0; i < ROUNDS; i++) {
                for (RawFrame request : List.of(pull, RawFrame.request(HEARTBEAT).withBody(clients),
                        RawFrame.request(MAX_OFFSET).with("topic", topic).with("queueId", 0))) {
                    assertThat(client.call(request).code()).as(request.toString()).isIn(0, 19, 20, 21);
                }
                rounds += sending.isDone() ? 0 : 1;
            }
        }
        assertThat(rounds).as("rounds while sends wait").isPositive();
    }

    /** A stranger that claims to hold everything is no slave, whatever it says and whenever, with one or without. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotBelieveAStranger(boolean besideAHaltedSlave) throws IOException {
        if (besideAHaltedSlave) {
            pair.slave().process().suspend();
        } else {
            pair.slave().stop();
            Awaitility.await("the master to notice").atMost(WITHIN)
                .until(() -> status(0).equals("SLAVE_NOT_AVAILABLE"));
        }
        try {
            int number = 1;
            long[] nonsense = besideAHaltedSlave ? new long[] {Long.MAX_VALUE}
                : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 1L << 40, 0x47455420_2F204854L};
            for (long claim : nonsense) {
                assertThatSendsDoNotCount(number++, claim);
            }
            assertThatSendsDoNotCount(number++, new LogFolder(pair.master()).end() + 1);
            assertThatSendsDoNotCount(number, 0, new LogFolder(pair.master()).end() + 100_000);
        } finally {
            pair.slave().process().resume();
        }
        if (!besideAHaltedSlave) {
            assertThat(status(100)).isIn("SLAVE_NOT_AVAILABLE", "FLUSH_SLAVE_TIMEOUT");
        }
    }

    private void assertThatSendsDoNotCount(int number, long... claims) throws IOException {
        try (RawClient stranger = new RawClient("127.0.0.1:" + pair.master().haPort())) {
            for (long claim : claims) {
                stranger.sendIgnoringReset(ByteBuffer.allocate(Long.BYTES).putLong(claim).array());
            }
            assertThat(status(number)).as("with claims " + Arrays.toString(claims)).isNotEqualTo("SEND_OK");
        }
    }

    private String status(long number) {
        return producer.send(topic, number, 1).get(0).status();
    }

    private void assertAllStored() {
        int sent = (int) producer.sent().stream().map(Sent::number).distinct().count();
        try (StockConsumer consumer = client.push(SharedCluster.name("outcome-readers"), topic)) {
            Awaitility.await("all " + sent + " stored messages").atMost(WITHIN).until(
                () -> consumer.got().stream().map(g -> g.number()).distinct().count() == sent);
        }
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}
