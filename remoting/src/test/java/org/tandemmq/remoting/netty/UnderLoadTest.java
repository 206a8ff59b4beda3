/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.codec.GoldenFrame;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** Peers that read slowly or send rubbish, and the end in the middle of work; others are not to notice. */
@Timeout(60)
class UnderLoadTest extends LoopbackServer {

    private static final int BIG = 950;
    private static final int DELIVERED = 951;
    private static final int LACKING = 952;
    private static final int BIG_BYTES = 1 << 20;

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();

    private void startWithBigAnswers() {
        server(NettySettings.DEFAULTS.withIoThreads(1), true);
        server.register(BIG, (connection, request, reply) -> {
            answered.incrementAndGet();
            reply.send(0, null, null, new SlicedPayload(closes, BIG_BYTES / 2, BIG_BYTES / 2));
        }, null);
        server.start();
    }

    @Test
    void shouldStopReadingFromWhoDoesNotTakeItsAnswers() throws Exception {
        startWithBigAnswers();
        int requests = 2_000;
        try (RawClient slow = new RawClient(server.port()); RawClient good = new RawClient(server.port())) {
            Thread asking = new Thread(() -> {
                try {
                    for (int i = 0; i < requests; i++) {
                        slow.request(BIG, i);
                    }
                } catch (IOException closedByTest) {
                    assertThat(slow.socket().isClosed()).isTrue();
                }
            });
            asking.start();
            int before = -1;
            for (int round = 0; round < 200 || before != answered.get(); round++) {
                before = answered.get();
                assertThat(good.call(ECHO, round).opaque()).isEqualTo(round);
            }
            assertThat(answered.get()).isBetween(1, 60);
            BitSet opaques = new BitSet();
            for (int i = 0; i < 100; i++) {
                RawClient.Answer answer = slow.read();
                assertThat(answer.body()).hasSize(BIG_BYTES);
                opaques.set(answer.opaque());
            }
            assertThat(opaques.cardinality()).isEqualTo(100);
            assertThat(good.call(ECHO, 1).opaque()).isEqualTo(1);
            slow.socket().close();
            asking.interrupt();
        }
        assertThat(closed.poll(20, TimeUnit.SECONDS)).isNotNull();
        server.close();
        await(closes, answered.get());
    }

    @Test
    void shouldAnswerEverythingWhenASlowReaderReadsOn() throws Exception {
        startWithBigAnswers();
        int requests = 200;
        try (RawClient slow = new RawClient(server.port())) {
            for (int i = 0; i < requests; i++) {
                slow.request(BIG, i);
            }
            BitSet opaques = new BitSet();
            for (int i = 0; i < requests; i++) {
                opaques.set(slow.read().opaque());
            }
            assertThat(opaques.cardinality()).isEqualTo(requests);
        }
    }

    /** A reset of offsets must not get lost because its receiver has much to read. */
    @Test
    void shouldBringWhatIsDeliveredToASlowReader() throws Exception {
        startWithBigAnswers();
        int requests = 100;
        try (RawClient slow = new RawClient(server.port())) {
            Connection peer = opened.take();
            for (int i = 0; i < requests; i++) {
                slow.request(BIG, i);
            }
            while (answered.get() < 3) {
                Thread.onSpinWait();
            }
            int delivered = 0;
            while (peer.deliver(DELIVERED, null, Payload.of(new byte[10]))) {
                delivered++;
            }
            assertThat(delivered).as("what waits at least").isGreaterThanOrEqualTo(
                NettyConnection.DELIVERIES_WAITING_MAX);
            int answers = 0;
            int came = 0;
            while (answers < requests || came < delivered) {
                RawClient.Answer frame = slow.read();
                if (frame.code() == DELIVERED) {
                    assertThat(frame.header().getIntValue("flag")).isEqualTo(2);
                    came++;
                } else {
                    answers++;
                }
            }
            assertThat(came).isEqualTo(delivered);
            // there is room again, as soon as the event loop knows that all was read; else the test takes too long
            while (!peer.deliver(DELIVERED, null, null)) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldStopReadingAtTooManyOpenRequests() throws Exception {
        NettySettings settings = new NettySettings(1, 1 << 20, 10, 60_000, 1 << 20, 16, 500);
        server(settings, true).start();
        try (RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < 1000; i++) {
                client.request(HELD, i);
            }
            for (int i = 0; i < 1000; i++) {
                assertThat(held.size()).isLessThanOrEqualTo(16);
                if (i % 3 == 0) {
                    held.take().drop();
                } else {
                    held.take().send(0, null);
                    client.read();
                }
            }
        }
    }

    @Test
    void shouldDoWhatWasKeptForTheEndOfAReadThatFails() throws Exception {
        server(new NettySettings(1, 1 << 20, 10, 60_000, 1 << 20, 1, 500), true);
        AtomicInteger done = new AtomicInteger();
        Runnable work = done::incrementAndGet;
        server.register(LACKING, (connection, request, reply) -> {
            server.afterRequests(work);
            throw new OutOfMemoryError("Cannot reserve 12 bytes of direct buffer memory");
        }, null);
        server.start();
        try (RawClient client = new RawClient(server.port())) {
            byte[] first = RawClient.frame(HELD, 1, 0, null, new byte[0]);
            byte[] second = RawClient.frame(LACKING, 2, 0, null, new byte[0]);
            client.write(ByteBuffer.allocate(first.length + second.length).put(first).put(second).array());
            // which sets the second one free, in a round that no read of the channel ends
            held.take().send(0, null);
            await(done, 1);
            client.socket().setSoTimeout(10_000);
            // the first one's answer, and then the end: a connection that answers nothing more is of no use
            assertThat(client.socket().getInputStream().readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void shouldKeepServingWhileOthersSendRubbish() throws Exception {
        start();
        Random random = new Random(11);
        List<GoldenFrame> golden = GoldenFrame.all();
        try (RawClient good = new RawClient(server.port())) {
            Socket bad = new Socket(InetAddress.getLoopbackAddress(), server.port());
            for (int i = 0; i < 10_000; i++) {
                byte[] bytes = golden.get(random.nextInt(golden.size())).bytes().clone();
                if (i % 3 == 0) {
                    random.nextBytes(bytes);
                } else {
                    bytes[random.nextInt(Math.min(bytes.length, 80))] = (byte) random.nextInt();
                }
                try {
                    bad.getOutputStream().write(bytes, 0, i % 5 == 0 ? random.nextInt(bytes.length) : bytes.length);
                } catch (IOException closedByServer) {
                    bad.close();
                    bad = new Socket(InetAddress.getLoopbackAddress(), server.port());
                }
                if (i % 100 == 0) {
                    assertThat(good.call(ECHO, i).opaque()).isEqualTo(i);
                }
            }
            bad.close();
            while (server.connectionCount() > 1) {
                assertThat(closed.poll(10, TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(good.call(ECHO, 5).opaque()).isEqualTo(5);
        }
    }

    @Test
    void shouldTakeAnswersFromManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        server(NettySettings.DEFAULTS.withIoThreads(2), true);
        server.register(BIG, (connection, request, reply) -> reply.send(0, request.fields().text("topic"), null,
            new SlicedPayload(closes, 100, 50)), threads);
        server.start();
        try (NettyRemotingClient client = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1))) {
            List<CompletableFuture<RemotingCommand>> calls = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                int topic = i;
                calls.add(client.call("127.0.0.1:" + server.port(), BIG, out -> out.text("topic", "T" + topic), null,
                    30_000));
            }
            for (int i = 0; i < 5_000; i++) {
                RemotingCommand answer = calls.get(i).get(30, TimeUnit.SECONDS);
                assertThat(answer.remark()).isEqualTo("T" + i);
                assertThat(answer.body().remaining()).isEqualTo(150);
            }
        } finally {
            threads.shutdown();
        }
        await(closes, 5_000);
    }

    @Test
    void shouldEndInTimeInTheMiddleOfWork() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        server(NettySettings.DEFAULTS.withIoThreads(2), true);
        server.register(BIG, (connection, request, reply) -> reply.send(0, null, null,
            new SlicedPayload(closes, 10_000, 20_000)), threads);
        server.start();
        List<CompletableFuture<RemotingCommand>> calls = new ArrayList<>();
        try (NettyRemotingClient client = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1))) {
            for (int i = 0; i < 3_000; i++) {
                calls.add(client.call("127.0.0.1:" + server.port(), BIG, null, Payload.of(new byte[100]), 30_000));
            }
            calls.get(10).get(10, TimeUnit.SECONDS);
            long begin = System.nanoTime();
            server.close();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(8_000);
            for (CompletableFuture<RemotingCommand> call : calls) {
                call.handle((answer, failure) -> {
                    assertThat(failure == null || failure instanceof RemotingException).isTrue();
                    return null;
                }).get(10, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldServeBinaryAndJsonOnOneConnection() throws Exception {
        start();
        try (RawClient client = new RawClient(server.port())) {
            GoldenFrame binary = GoldenFrame.of("request", 310).stream().filter(GoldenFrame::isBinary).findFirst()
                .orElseThrow();
            byte[] bytes = binary.bytes().clone();
            bytes[8] = (byte) (ECHO >> 8);
            bytes[9] = (byte) ECHO;
            client.write(RawClient.frame(ECHO, 1, 0, new JSONObject(), new byte[0]));
            assertThat(client.read().opaque()).isEqualTo(1);
            client.write(bytes);
            byte[] answer = client.readRaw();
            assertThat(answer[0]).isEqualTo((byte) 1);
        }
    }
}
