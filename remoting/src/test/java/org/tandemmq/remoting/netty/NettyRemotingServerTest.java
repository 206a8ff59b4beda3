/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.Reply;

/** What the server answers, over loopback sockets. */
class NettyRemotingServerTest extends LoopbackServer {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerOnBothTransports(boolean nativeTransport) throws IOException {
        server(NettySettings.DEFAULTS.withIoThreads(1), nativeTransport).start();
        try (RawClient client = new RawClient(server.port())) {
            client.write(RawClient.frame(ECHO, 7, 0, new JSONObject().fluentPut("topic", "T\u0001ü"),
                "body".getBytes(StandardCharsets.UTF_8)));
            RawClient.Answer answer = client.read();

            assertThat(answer.code()).isZero();
            assertThat(answer.opaque()).isEqualTo(7);
            assertThat(answer.remark()).isEqualTo("done");
            assertThat(answer.header().getIntValue("flag")).isEqualTo(1);
            assertThat(answer.header().getIntValue("version")).isEqualTo(479);
            assertThat(answer.header().getJSONObject("extFields")).containsEntry("topic", "T\u0001ü");
            assertThat(answer.body()).asString().isEqualTo("body");
        }
    }

    @Test
    void shouldAnswerInAnyOrder() throws Exception {
        start();
        try (RawClient client = new RawClient(server.port())) {
            client.request(HELD, 1);
            client.request(HELD, 2);
            client.request(ECHO, 3);
            assertThat(client.read().opaque()).isEqualTo(3);
            Reply first = held.take();
            Reply second = held.take();
            second.send(19, "later");
            assertThat(client.read().opaque()).isEqualTo(2);
            first.send(19, null);
            assertThat(client.read().opaque()).isEqualTo(1);
            assertThatThrownBy(() -> first.send(0, null)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("second answer");
            assertThatThrownBy(first::drop).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldAnswerNothingToOnewayRequests() throws Exception {
        start();
        try (RawClient client = new RawClient(server.port())) {
            for (int code : new int[] {ECHO, HELD, FAILING, FIELD, 77}) {
                client.write(RawClient.frame(code, 5, 2, null, new byte[3]));
            }
            assertThat(client.call(ECHO, 6).opaque()).isEqualTo(6);
            held.take().drop();
            assertThat(client.call(ECHO, 8).opaque()).isEqualTo(8);
        }
    }

    @Test
    void shouldAnswerCode3ToWhatIsUnknownOrExcluded() throws IOException {
        start();
        try (RawClient client = new RawClient(server.port()); RawClient fast = new RawClient(server.port(1))) {
            for (int code : new int[] {77, 200_051, -5, 1024}) {
                RawClient.Answer answer = client.call(code, 1);
                assertThat(answer.code()).isEqualTo(3);
                assertThat(answer.remark()).contains("code " + code);
            }
            assertThat(client.call(BIG_CODE, 2).code()).isZero();
            assertThat(fast.call(HELD, 3).code()).isEqualTo(3);
            assertThat(fast.call(ECHO, 4).code()).isZero();
        }
    }

    @Test
    void shouldAnswerCode1ToWhatFails() throws IOException {
        start();
        try (RawClient client = new RawClient(server.port())) {
            RawClient.Answer failed = client.call(FAILING, 1);
            assertThat(failed.code()).isEqualTo(1);
            assertThat(failed.remark()).contains("IllegalArgumentException: no such luck")
                .contains("LoopbackServer");
            RawClient.Answer missing = client.call(FIELD, 2);
            assertThat(missing.code()).isEqualTo(1);
            assertThat(missing.remark()).isEqualTo("field queueId is missing");
            client.write(RawClient.frame(JSON_BODY, 3, 0, null, "{\"a\":".getBytes(StandardCharsets.UTF_8)));
            RawClient.Answer malformed = client.read();
            assertThat(malformed.code()).isEqualTo(1);
            assertThat(malformed.remark()).isEqualTo("text ends early at byte 5 of 5");
        }
    }

    @Test
    void shouldAnswerCode2WhenAnExecutorIsFull() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ThreadPoolExecutor executor =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2));
        server(NettySettings.DEFAULTS.withIoThreads(1), true);
        server.register(950, (connection, request, reply) -> {
            await(go);
            reply.send(0, request.fields().text("topic") + request.body().remaining());
        }, executor);
        server.start();
        try (RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < 5; i++) {
                client.write(RawClient.frame(950, i, 0, new JSONObject().fluentPut("topic", "T" + i), new byte[i]));
            }
            Set<Integer> refused = new HashSet<>();
            for (int i = 0; i < 2; i++) {
                RawClient.Answer busy = client.read();
                assertThat(busy.code()).isEqualTo(2);
                assertThat(busy.remark()).startsWith("[OVERLOAD] queue is full, its limit is 2");
                refused.add(busy.opaque());
            }
            assertThat(refused).containsExactlyInAnyOrder(3, 4);
            go.countDown();
            for (int i = 0; i < 3; i++) {
                assertThat(client.read().remark()).isEqualTo("T" + i + i);
            }
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void shouldAnswerCode2WhenTooManyBytesWaitOnAllPorts() throws Exception {
        BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        server(NettySettings.DEFAULTS.withIoThreads(1), true);
        server.register(950, LoopbackServer::echo, tasks::add);
        server.register(951, LoopbackServer::echo, task -> {
            throw new RejectedExecutionException("none today");
        });
        server.start();
        byte[] big = new byte[15 << 20];
        try (RawClient client = new RawClient(server.port()); RawClient other = new RawClient(server.port());
             RawClient fast = new RawClient(server.port(1))) {
            client.write(RawClient.frame(950, 1, 0, null, big));
            client.write(RawClient.frame(950, 2, 0, null, big));
            assertThat(client.read().remark()).startsWith("[OVERLOAD] requests of this connection with ")
                .contains("the limit of one connection is 16777216");
            other.write(RawClient.frame(951, 2, 0, null, big));
            assertThat(other.read().remark()).startsWith("[OVERLOAD] queue is full: none today");
            other.write(RawClient.frame(950, 3, 0, null, big));
            assertThat(other.call(ECHO, 4).opaque()).isEqualTo(4);
            fast.write(RawClient.frame(950, 5, 0, null, big));
            RawClient.Answer busy = fast.read();
            assertThat(busy.code()).isEqualTo(2);
            assertThat(busy.remark()).startsWith("[OVERLOAD] too many bytes of requests wait, their limit is 33554432");
            assertThat(tasks).hasSize(2);
            tasks.take().run();
            assertThat(client.read().opaque()).isEqualTo(1);
            fast.write(RawClient.frame(950, 6, 0, null, big));
            tasks.take().run();
            assertThat(other.read().opaque()).isEqualTo(3);
            tasks.take().run();
            assertThat(fast.read().opaque()).isEqualTo(6);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
