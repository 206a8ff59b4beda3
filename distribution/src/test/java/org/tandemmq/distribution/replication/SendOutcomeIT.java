/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockClient;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.process.Pair;
import org.tandemmq.distribution.process.Product;

/** What a stock producer is told by a SYNC_MASTER in each situation of its slave; always stored, always delivered. */
class SendOutcomeIT {
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final long AT_ONCE_MS = 1_000;
    private static final long TIMEOUT_MS = 2_000;

    private static Pair pair;

    private StockProducer producer;
    private StockClient client;
    private String topic;

    @BeforeAll
    static void startPair() {
        pair = new Pair("outcome", Product.OURS, Product.OURS).startMaster().startSlave();
    }

    @AfterAll
    static void stopPair() {
        pair.close();
    }

    @BeforeEach
    void startProducer() {
        client = SharedCluster.client(Variant.PREVIOUS_JSON, pair.nameServers());
        producer = client.producer("outcome-producers", "retries=0", "timeoutMs=10000");
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
        long before = System.nanoTime();
        assertThat(status(1)).isEqualTo("SLAVE_NOT_AVAILABLE");
        assertThat(millisSince(before)).isLessThan(AT_ONCE_MS);
        assertThat(producer.send(topic, 2, 1, "wait=0").get(0).status()).isEqualTo("SEND_OK");
        assertAllStored();
    }

    @Test
    void shouldSayAfterTheTimeoutThatTheSlaveDoesNotAnswer() {
        pair.slave().process().suspend();
        try {
            long before = System.nanoTime();
            assertThat(status(0)).isEqualTo("FLUSH_SLAVE_TIMEOUT");
            assertThat(millisSince(before)).isBetween(TIMEOUT_MS - 200, TIMEOUT_MS + 800);
            before = System.nanoTime();
            List<Sent> many = producer.send(topic, 1, 200, "mode=async", "window=200");
            assertThat(many).hasSize(200).extracting(Sent::status).containsOnly("FLUSH_SLAVE_TIMEOUT");
            assertThat(millisSince(before)).isLessThan(2 * TIMEOUT_MS);
            before = System.nanoTime();
            assertThat(producer.send(topic, 201, 1, "wait=0").get(0).status()).isEqualTo("SEND_OK");
            assertThat(millisSince(before)).isLessThan(AT_ONCE_MS);
        } finally {
            pair.slave().process().resume();
        }
        Awaitility.await("the slave to be in step again").atMost(WITHIN)
            .until(() -> producer.send(topic + "-again", 0, 1).get(0).acknowledged());
        assertAllStored();
        pair.awaitEqualLogs();
    }

    /** A stranger that claims to hold everything is no slave, whatever it says and whenever. */
    @Test
    void shouldNotBelieveAStranger() throws IOException {
        pair.slave().stop();
        Awaitility.await("the master to notice").atMost(WITHIN)
            .until(() -> status(0).equals("SLAVE_NOT_AVAILABLE"));
        byte[] endless = {0x7F, -1, -1, -1, -1, -1, -1, -1};
        try (RawClient stranger = new RawClient("127.0.0.1:" + pair.master().haPort())) {
            stranger.sendIgnoringReset(endless);
            assertThat(status(1)).isNotEqualTo("SEND_OK");
            stranger.sendIgnoringReset("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(status(2)).isNotEqualTo("SEND_OK");
        }
        assertThat(status(3)).isEqualTo("SLAVE_NOT_AVAILABLE");
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
