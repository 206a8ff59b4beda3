/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.RemotingTimeoutException;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** The client against our server and against sockets that behave badly. */
class NettyRemotingClientTest extends LoopbackServer {

    private final NettyRemotingClient client = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1));
    private final AtomicInteger closes = new AtomicInteger();

    @AfterEach
    void closeClient() {
        client.close();
    }

    private String address() {
        return "127.0.0.1:" + server.port();
    }

    private static RemotingCommand get(CompletableFuture<RemotingCommand> answer) throws Exception {
        return answer.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldCarryManyCallsOverOneConnection() throws Exception {
        start();
        List<CompletableFuture<RemotingCommand>> calls = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int topic = i;
            calls.add(client.call(address(), ECHO, out -> out.text("topic", "T" + topic),
                Payload.of(new byte[topic * 10]), 10_000));
        }
        for (int i = 0; i < 500; i++) {
            RemotingCommand answer = get(calls.get(i));
            assertThat(answer.fields().text("topic")).isEqualTo("T" + i);
            assertThat(answer.body().remaining()).isEqualTo(i * 10);
        }
        assertThat(server.connectionCount()).isEqualTo(1);
        assertThat(client.connectionCount()).isEqualTo(1);
    }

    @Test
    void shouldTimeOutWithoutHarmToOthers() throws Exception {
        start();
        get(client.call(address(), ECHO, null, null, 10_000));
        CompletableFuture<RemotingCommand> slow = client.call(address(), HELD, null, null, 50);
        CompletableFuture<RemotingCommand> slower = client.call(address(), HELD, null, null, 5_000);
        assertThatThrownBy(() -> get(slow)).hasCauseInstanceOf(RemotingTimeoutException.class)
            .hasMessageContaining("request 901").hasMessageContaining("within").hasMessageContaining("ms");
        held.take().send(0, "too late");
        held.take().send(0, "in time");
        assertThat(get(slower).remark()).isEqualTo("in time");
    }

    @Test
    void shouldSendOneway() throws Exception {
        start();
        client.sendOneway(address(), HELD, null, new SlicedPayload(closes, 10));
        held.poll(10, TimeUnit.SECONDS).send(0, "nobody listens", null, new SlicedPayload(closes, 10));
        assertThat(get(client.call(address(), ECHO, null, null, 10_000)).code()).isZero();
        assertThat(closes).hasValue(2);
    }

    @Test
    void shouldConnectAgainAfterALoss() throws Exception {
        start();
        CompletableFuture<RemotingCommand> lost = client.call(address(), HELD, null, null, 60_000);
        held.take();
        opened.take().close("test");
        assertThatThrownBy(() -> get(lost)).hasCauseInstanceOf(RemotingException.class)
            .hasMessageContaining("is closed");
        assertThat(get(client.call(address(), ECHO, null, null, 10_000)).code()).isZero();
    }

    @Test
    void shouldFailWhenNobodyListens() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String address = "127.0.0.1:" + port;
        assertThatThrownBy(() -> get(client.call(address, ECHO, null, new SlicedPayload(closes, 10), 5_000)))
            .hasCauseInstanceOf(RemotingException.class).hasMessageContaining("can't connect to " + address);
        client.sendOneway(address, ECHO, null, new SlicedPayload(closes, 10));
        assertThatThrownBy(() -> get(client.call(address, ECHO, null, null, 5_000)));
        long end = System.nanoTime() + 10_000_000_000L;
        while (closes.get() < 2 && System.nanoTime() - end < 0) {
            Thread.onSpinWait(); // nobody waits for a one-way request
        }
        assertThat(closes).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nowhere", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:99999"})
    void shouldRefuseWhatIsNoAddress(String address) {
        assertThatThrownBy(() -> get(client.call(address, ECHO, null, null, 1_000)))
            .hasCauseInstanceOf(RemotingException.class);
    }

    @Test
    void shouldTimeOutOnAServerThatNeverAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> get(client.call("127.0.0.1:" + silent.getLocalPort(), ECHO, null, null, 60)))
                .hasCauseInstanceOf(RemotingTimeoutException.class);
        }
    }

    @Test
    void shouldFailCallsUnderWayWhenClosed() throws Exception {
        start();
        CompletableFuture<RemotingCommand> call = client.call(address(), HELD, null, null, 60_000);
        held.take();
        client.close();
        assertThatThrownBy(() -> get(call)).hasCauseInstanceOf(RemotingException.class);
        assertThatThrownBy(() -> get(client.call(address(), ECHO, null, null, 1_000)))
            .hasCauseInstanceOf(RemotingException.class);
    }

    @Test
    void shouldTakeAnswersAsLargeAsItAsksFor() throws Exception {
        int large = 905;
        int bytes = 40 << 20;
        server(NettySettings.DEFAULTS.withIoThreads(2), true).register(large, (connection, request, reply) ->
            reply.send(0, null, null, Payload.of(new byte[bytes])), null);
        server.start();
        assertThatThrownBy(() -> get(client.call(address(), large, null, null, 20_000)))
            .hasMessageContaining("is closed");
        try (NettyRemotingClient asking = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1)
            .withBodyBytesMax(bytes))) {
            assertThat(get(asking.call(address(), large, null, null, 20_000)).body().remaining()).isEqualTo(bytes);
        }
    }

    /** A resolver that hangs is met on each start of a pair whose name server is given by name. */
    @Test
    void shouldNotLetANameThatIsNotFoundHoldUpOthers() throws Exception {
        start();
        CountDownLatch found = new CountDownLatch(1);
        NettyRemotingClient named = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1), host -> {
            if (host.startsWith("hanging")) {
                awaitUninterrupted(found);
            } else if (host.startsWith("unknown")) {
                throw new UnknownHostException(host);
            }
            return InetAddress.getLoopbackAddress();
        });
        try (named) {
            CompletableFuture<RemotingCommand> late = named.call("hanging1:" + server.port(), ECHO, null, null, 60_000);
            CompletableFuture<RemotingCommand> over = named.call("hanging2:" + server.port(), ECHO, null, null, 60);
            assertThat(get(named.call(address(), ECHO, null, null, 10_000)).code()).isZero();
            assertThat(get(named.call("quick:" + server.port(), ECHO, null, null, 10_000)).code()).isZero();
            assertThatThrownBy(() -> get(over)).hasCauseInstanceOf(RemotingTimeoutException.class)
                .hasMessageContaining("hanging2");
            assertThatThrownBy(() -> get(named.call("unknown:1", ECHO, null, null, 10_000)))
                .hasCauseInstanceOf(RemotingException.class).hasMessageContaining("can't look up unknown:1");
            assertThat(late).isNotDone();
            found.countDown();
            assertThat(get(late).code()).isZero();
        }
    }

    @Test
    void shouldEndCallsThatWaitForANameWhenClosed() {
        CountDownLatch never = new CountDownLatch(1);
        List<CompletableFuture<RemotingCommand>> calls = new ArrayList<>();
        try (NettyRemotingClient named = new NettyRemotingClient(NettySettings.DEFAULTS.withIoThreads(1), host -> {
            awaitUninterrupted(never);
            return InetAddress.getLoopbackAddress();
        })) {
            for (int i = 0; i < 80; i++) {
                calls.add(named.call("hanging" + i + ":1", ECHO, null, new SlicedPayload(closes, 10), 60_000));
            }
            assertThatThrownBy(() -> get(calls.get(79))).hasMessageContaining("names are waiting");
            assertThat(calls.get(0)).isNotDone();
        } finally {
            never.countDown();
        }
        for (CompletableFuture<RemotingCommand> call : calls) {
            assertThatThrownBy(() -> get(call)).hasCauseInstanceOf(RemotingException.class);
        }
        assertThat(closes).hasValue(80);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException closed) {
                assertThat(closed).as("a resolver of the system can't be interrupted").isNotNull();
            }
        }
    }
}
