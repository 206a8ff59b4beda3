/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSONObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.RemotingException;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.RemotingCommand;

/** How connections begin and end, and requests that go the other way. */
class ConnectionLifeTest extends LoopbackServer {

    static Stream<byte[]> foreignBytes() {
        return Stream.of(new byte[] {22, 3, 1, 2, 0, 1}, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII), new byte[8],
            new byte[] {-1, -1, -1, -1}, new byte[] {127, -1, -1, -1, 0, 0, 0, 0},
            new byte[] {0, 0, 0, 4, 9, 0, 0, 0}, new byte[] {0, 0, 0, 8, 0, 0, 0, 4, 'n', 'o', 'p', 'e'});
    }

    @ParameterizedTest
    @MethodSource("foreignBytes")
    void shouldCloseTheConnectionThatSendsNoFrames(byte[] bytes) throws Exception {
        start();
        try (RawClient good = new RawClient(server.port()); RawClient bad = new RawClient(server.port())) {
            bad.write(RawClient.frame(ECHO, 1, 0, null, new byte[0]));
            assertThat(bad.read().opaque()).isEqualTo(1);
            bad.write(bytes);
            assertThat(bad.isClosedByServer()).isTrue();
            assertThat(closed.poll(10, TimeUnit.SECONDS)).isEqualTo("bytes are no frame");
            assertThat(good.call(ECHO, 2).opaque()).isEqualTo(2);
            assertThat(server.connectionCount()).isEqualTo(1);
        }
    }

    @Test
    void shouldCloseIdleConnections() throws Exception {
        server(NettySettings.DEFAULTS.withIoThreads(1).withIdleCloseMs(60), true).start();
        try (RawClient client = new RawClient(server.port())) {
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(closed.take()).startsWith("idle for ");
        }
    }

    @Test
    void shouldCloseConnectionsAboveTheLimit() throws Exception {
        server(NettySettings.DEFAULTS.withIoThreads(1).withConnectionsMax(2), true).start();
        try (RawClient one = new RawClient(server.port()); RawClient two = new RawClient(server.port())) {
            assertThat(one.call(ECHO, 1).code() + two.call(ECHO, 1).code()).isZero();
            try (RawClient three = new RawClient(server.port())) {
                assertThat(three.isClosedByServer()).isTrue();
            }
            one.socket().close();
            assertThat(closed.poll(10, TimeUnit.SECONDS)).isEqualTo("closed by the peer");
            try (RawClient three = new RawClient(server.port())) {
                assertThat(three.call(ECHO, 2).opaque()).isEqualTo(2);
            }
            assertThat(opened).hasSize(3);
        }
    }

    @Test
    void shouldNameThePortThatIsTaken() {
        start();
        try (NettyRemotingServer second = new NettyRemotingServer(NettySettings.DEFAULTS.withIoThreads(1),
            List.of(new ListenPort("127.0.0.1", server.port(), Set.of(), "listenPort")))) {
            assertThatThrownBy(second::start).isInstanceOf(RemotingException.class)
                .hasMessageContaining("port " + server.port() + " (listenPort)");
        }
    }

    @Test
    void shouldCallTheClientOverItsOwnConnection() throws Exception {
        start();
        try (RawClient client = new RawClient(server.port())) {
            client.request(HELD, 0);
            held.take();
            Connection connection = opened.take();
            CompletableFuture<RemotingCommand> answer =
                connection.call(221, out -> out.text("group", "g"), Payload.of(new byte[] {1}), 5000);
            RawClient.Answer asked = client.read();
            assertThat(asked.code()).isEqualTo(221);
            assertThat(asked.header().getIntValue("flag")).isZero();
            assertThat(asked.body()).containsExactly(1);
            client.write(RawClient.frame(0, 4711, 1, null, new byte[0]));
            client.write(RawClient.frame(17, asked.opaque(), 1, new JSONObject().fluentPut("x", "y"), new byte[] {2}));

            RemotingCommand answered = answer.get(10, TimeUnit.SECONDS);
            assertThat(answered.code()).isEqualTo(17);
            assertThat(answered.fields().text("x")).isEqualTo("y");
            assertThat(answered.body()).isEqualTo(ByteBuffer.wrap(new byte[] {2}));
            connection.sendOneway(40, out -> out.text("consumerGroup", "g"), null);
            assertThat(client.read().header().getIntValue("flag")).isEqualTo(2);
            connection.attach("k", 5);
            assertThat(connection.attachment("k")).isEqualTo(5);
            connection.attach("k", null);
            assertThat(connection.attachment("k")).isNull();
        }
    }

    @Test
    void shouldFailCallsWhenTheClientGoes() throws Exception {
        start();
        List<CompletableFuture<RemotingCommand>> calls = new ArrayList<>();
        CountDownLatch told = new CountDownLatch(1);
        Connection connection;
        try (RawClient client = new RawClient(server.port())) {
            connection = opened.take();
            connection.onClose(told::countDown);
            for (int i = 0; i < 10; i++) {
                calls.add(connection.call(307, null, null, 60_000));
                client.read();
            }
        }
        for (CompletableFuture<RemotingCommand> call : calls) {
            assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(RemotingException.class)
                .hasMessageContaining("request 307").hasMessageContaining("is closed");
        }
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(connection.isOpen()).isFalse();
        assertThatThrownBy(() -> connection.call(307, null, null, 60_000).get(10, TimeUnit.SECONDS))
            .hasCauseInstanceOf(RemotingException.class);
    }

    @Test
    void shouldAnswerWhatIsUnderWayWhenClosed() throws Exception {
        start();
        try (RawClient client = new RawClient(server.port())) {
            client.request(HELD, 1);
            Reply reply = held.take();
            Thread closing = new Thread(server::close);
            closing.start();
            reply.send(0, "just in time");
            assertThat(client.read().remark()).isEqualTo("just in time");
            assertThat(client.isClosedByServer()).isTrue();
            closing.join(10_000);
            assertThat(closing.isAlive()).isFalse();
            assertThat(reply.isOpen()).isFalse();
        }
    }
}
