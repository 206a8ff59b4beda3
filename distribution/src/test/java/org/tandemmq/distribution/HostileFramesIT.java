/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.distribution.client.Sent;
import org.tandemmq.distribution.client.SharedCluster;
import org.tandemmq.distribution.client.StockConsumer;
import org.tandemmq.distribution.client.StockProducer;
import org.tandemmq.distribution.client.Variant;
import org.tandemmq.distribution.net.FrameMutator;
import org.tandemmq.distribution.net.RawAdmin;
import org.tandemmq.distribution.net.RawClient;
import org.tandemmq.distribution.net.RawFrame;
import org.tandemmq.distribution.process.Broker;
import org.tandemmq.distribution.process.BrokerSettings;
import org.tandemmq.distribution.process.Brokers;
import org.tandemmq.distribution.process.HeapFigures;

/** Random, mutated, halved and endless frames on every port: the connection ends, the broker goes on as it was. */
class HostileFramesIT {
    private static final int FRAMES = 100_000;
    private static final int FRAMES_PER_CONNECTION = 50;
    private static final int UNKNOWN_CODE = 6_543;
    /** Well before a replication port drops whoever is silent, by default after 20 s. */
    private static final int CLOSED_WITHIN_MS = 15_000;
    private static final long HEAP_GROWTH_MIB_MAX = 24;
    private static final long SOCKET_GROWTH_MAX = 4;

    private static Broker broker;
    private static RawAdmin admin;
    private static String topic;

    @BeforeAll
    static void start() {
        broker = Brokers.started(BrokerSettings.inNewFolder("hostile"));
        admin = new RawAdmin(broker.address(), broker.nameServers());
        topic = SharedCluster.name("peaceful");
        admin.createTopic(topic, 4);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void shouldServeOthersUnderAHundredThousandBadFrames() throws IOException {
        try (StockProducer producer = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers())
                    .producer("peaceful-producers");
                StockConsumer consumer = SharedCluster.client(Variant.PREVIOUS_JSON, broker.nameServers())
                    .push("peaceful-readers", topic)) {
            assertThat(producer.send(topic, 0, 100)).allMatch(Sent::acknowledged);
            consumer.awaitEachOnce(0, 100);
            mutate(1, FRAMES / 10);
            long heapBefore = HeapFigures.usedMibAfterCollection(broker.process());
            long socketsBefore = broker.process().sockets();
            for (int wave = 0; wave < 9; wave++) {
                mutate(2 + wave, FRAMES / 10);
                assertThat(producer.send(topic, 100 + wave, 1)).allMatch(Sent::acknowledged);
            }
            consumer.awaitEachOnce(0, 109);
            Awaitility.await("open sockets as before: " + socketsBefore).atMost(Duration.ofSeconds(30))
                .until(() -> broker.process().sockets() <= socketsBefore + SOCKET_GROWTH_MAX);
            HeapFigures.awaitUsedMib(broker.process(), heapBefore + HEAP_GROWTH_MIB_MAX);
        }
    }

    private static void mutate(long seed, int frames) throws IOException {
        FrameMutator mutator = new FrameMutator(seed, originals());
        String[] ports = {broker.address(), broker.nameServers()};
        for (int sent = 0; sent < frames; sent += FRAMES_PER_CONNECTION) {
            String port = ports[sent / FRAMES_PER_CONNECTION % ports.length];
            switch (sent / FRAMES_PER_CONNECTION % 10) {
                case 8 -> sendAndLeave(port, mutator.half());
                case 9 -> {
                    try (RawClient client = new RawClient(port)) {
                        client.send(mutator.withBadLength());
                        assertThat(client.closesWithin(CLOSED_WITHIN_MS)).as("closed for a bad length").isTrue();
                    }
                }
                default -> sendManyAndAsk(port, mutator);
            }
        }
    }

    private static void sendAndLeave(String port, byte[] bytes) throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.send(bytes);
            client.socket().setSoLinger(true, 0);
        }
    }

    /** Sends a pack of bad frames and a good one: the good one is answered or the connection is closed. */
    private static void sendManyAndAsk(String port, FrameMutator mutator) throws IOException {
        RawFrame last = RawFrame.request(UNKNOWN_CODE);
        try (RawClient client = new RawClient(port)) {
            client.socket().setSoLinger(true, 0);
            client.sendAll(mutator::framed, FRAMES_PER_CONNECTION, last.bytes());
            client.awaitAnswerOrClose(last.opaque());
        }
    }

    private static List<byte[]> originals() {
        List<byte[]> frames = new ArrayList<>();
        byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
        frames.add(RawAdmin.sendRequest("hostile", 0).withBody(body).bytes());
        frames.add(RawFrame.request(310).with("a", "g").with("b", "hostile").with("c", "TBW102").with("d", 4)
            .with("e", 0).with("f", 0).with("g", 1).with("h", 0).with("i", "").with("j", 0).with("k", false)
            .with("m", true).withBody(new byte[40]).bytes());
        frames.add(RawFrame.request(11).with("consumerGroup", "g").with("topic", "hostile").with("queueId", 0)
            .with("queueOffset", 0).with("maxMsgNums", 32).with("sysFlag", 6).with("commitOffset", 0)
            .with("suspendTimeoutMillis", 1000).with("subscription", "*").with("subVersion", 1).bytes());
        frames.add(RawFrame.request(34).withBody(("{\"clientID\":\"c\",\"consumerDataSet\":[],\"producerDataSet\":"
            + "[{\"groupName\":\"g\"}]}").getBytes(StandardCharsets.UTF_8)).bytes());
        frames.add(RawFrame.request(14).with("consumerGroup", "g").with("topic", "t").with("queueId", 0).bytes());
        frames.add(RawFrame.request(105).with("topic", "hostile").bytes());
        frames.add(RawFrame.request(106).bytes());
        return frames;
    }

    @Test
    void shouldCloseStrangersOnThePlainPorts() throws IOException {
        byte[] noise = new byte[1 << 20];
        new SplittableRandom(5).nextBytes(noise);
        noise[0] = -1;
        Map<String, byte[]> strangers = Map.of(
            "TLS hello", new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3, 1, 2, 3},
            "HTTP/1", "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "noise", noise);
        for (String port : ports()) {
            for (Map.Entry<String, byte[]> stranger : strangers.entrySet()) {
                assertCloses(port, stranger.getKey(), stranger.getValue());
            }
        }
        assertCloses("127.0.0.1:" + broker.haPort(), "noise", noise);
        assertThat(admin.send("strangers", 0, "still there").code()).isZero();
    }

    private static String[] ports() {
        return new String[] {broker.address(), "127.0.0.1:" + (broker.port() - 2), broker.nameServers()};
    }

    private static void assertCloses(String port, String what, byte[] bytes) throws IOException {
        try (RawClient client = new RawClient(port)) {
            client.sendIgnoringReset(bytes);
            assertThat(client.closesWithin(CLOSED_WITHIN_MS)).as(what + " on " + port).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 17 << 20})
    void shouldCloseForALengthThatNoFrameHas(int length) throws IOException {
        for (String port : ports()) {
            assertCloses(port, "length " + length, ByteBuffer.allocate(64).putInt(length).array());
        }
        assertThat(admin.send("strangers", 0, "still there").code()).isZero();
    }

    @Test
    void shouldAnswerAFrameThatArrivesByteByByte() throws IOException {
        RawFrame request = RawAdmin.sendRequest("strangers", 1).withBody(new byte[3]);
        try (RawClient client = new RawClient(broker.address())) {
            for (byte b : request.bytes()) {
                client.send(new byte[] {b});
            }
            RawFrame answer = client.read();
            assertThat(answer.opaque()).isEqualTo(request.opaque());
            assertThat(answer.code()).as(answer.toString()).isZero();
        }
    }

    @Test
    void shouldRefuseCodesItDoesNotKnowAtOnce() {
        for (int code : new int[] {200050, 200051, 200054, 7_777, UNKNOWN_CODE}) {
            RawFrame answer = admin.ask(RawFrame.request(code));
            assertThat(answer.code()).as(answer.toString()).isEqualTo(3);
            assertThat(answer.remark()).contains(Integer.toString(code));
        }
    }
}
