/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.tandemmq.remoting.Connection;
import org.tandemmq.remoting.ConnectionListener;
import org.tandemmq.remoting.ListenPort;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.Reply;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.body.JsonText;

/** A server with a few processors on two free ports; after each test every buffer must have been given back. */
abstract class LoopbackServer {

    static final int ECHO = 900;
    static final int HELD = 901;
    static final int FAILING = 902;
    static final int FIELD = 903;
    static final int JSON_BODY = 904;
    static final int BIG_CODE = 200_050;

    final BlockingQueue<Reply> held = new LinkedBlockingQueue<>();
    final BlockingQueue<Connection> opened = new LinkedBlockingQueue<>();
    final BlockingQueue<String> closed = new LinkedBlockingQueue<>();
    NettyRemotingServer server;

    NettyRemotingServer server(NettySettings settings, boolean nativeTransport) {
        server = new NettyRemotingServer(settings, List.of(new ListenPort("127.0.0.1", 0, Set.of(), "main port"),
            new ListenPort("127.0.0.1", 0, Set.of(HELD), "fast port")), nativeTransport);
        server.register(ECHO, LoopbackServer::echo, null);
        server.register(BIG_CODE, LoopbackServer::echo, null);
        server.register(HELD, (connection, request, reply) -> held.add(reply), null);
        server.register(FAILING, (connection, request, reply) -> {
            throw new IllegalArgumentException("no such luck");
        }, null);
        server.register(FIELD, (connection, request, reply) -> request.fields().requiredNumber("queueId"), null);
        server.register(JSON_BODY, (connection, request, reply) -> JsonText.decode(request.body(), Object.class), null);
        server.onConnections(new ConnectionListener() {
            @Override
            public void opened(Connection connection) {
                opened.add(connection);
            }

            @Override
            public void closed(Connection connection, String reason) {
                closed.add(reason);
            }
        });
        return server;
    }

    void start() {
        server(NettySettings.DEFAULTS.withIoThreads(2), true).start();
    }

    /** Waits until a number is reached that the threads of the network move. */
    static void await(AtomicInteger number, int wanted) {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (number.get() != wanted && System.nanoTime() < giveUpAt) {
            Thread.onSpinWait();
        }
        assertThat(number).hasValue(wanted);
    }

    static void echo(Connection connection, RemotingCommand request, Reply reply) {
        byte[] body = new byte[request.body().remaining()];
        request.body().get(request.body().position(), body);
        CommandHeader header = out -> {
            if (request.fields().text("topic") != null) {
                out.text("topic", request.fields().text("topic"));
            }
        };
        reply.send(0, "done", header, Payload.of(body));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
            for (PoolArenaMetric arena : ((PooledByteBufAllocator) server.allocator()).metric().directArenas()) {
                assertThat(arena.numActiveAllocations()).as("buffers not given back").isZero();
            }
        }
    }
}
