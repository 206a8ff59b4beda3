/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.net;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A master that misbehaves: registered at a name server, with a port for tables where each request code has an answer
 * of the test's making, and a replication port that plays one piece of bytes to each connection, in turn.
 */
public final class FakeMaster implements AutoCloseable {
    private static final int REGISTER_BROKER = 103;
    private static final int NOT_SUPPORTED = 3;

    private final ServerSocket tables;
    private final ServerSocket replication;
    private final Map<Integer, UnaryOperator<RawFrame>> answers = new ConcurrentHashMap<>();
    private final List<byte[]> pieces;
    private final AtomicInteger played = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** A master whose replication port plays these pieces. */
    public FakeMaster(List<byte[]> pieces) throws IOException {
        this.pieces = pieces;
        tables = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        replication = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        serve(tables, this::answerAll);
        serve(replication, this::play);
    }

    private interface Conversation {
        void run(Socket socket) throws IOException;
    }

    private void serve(ServerSocket server, Conversation conversation) {
        daemon(() -> {
            while (true) {
                Socket socket = server.accept();
                open.add(socket);
                daemon(() -> conversation.run(socket));
            }
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    private void daemon(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException e) {
                // the other side, or the end of the test, closed the socket
                return;
            }
        }, "fake-master");
        thread.setDaemon(true);
        thread.start();
    }

    /** Makes the answer to a code; null as an answer leaves the request hanging. */
    public FakeMaster on(int code, UnaryOperator<RawFrame> answer) {
        answers.put(code, answer);
        return this;
    }

    private void answerAll(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        while (true) {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            RawFrame request = RawFrame.parse(frame);
            RawFrame answer = answers.getOrDefault(request.code(), asked -> asked.answer(NOT_SUPPORTED)).apply(request);
            if (answer != null && (request.flag() & 2) == 0) {
                socket.getOutputStream().write(answer.bytes());
            }
        }
    }

    private void play(Socket socket) throws IOException {
        byte[] piece = pieces.get(played.getAndIncrement() % pieces.size());
        for (byte each : piece) {
            socket.getOutputStream().write(each);
        }
        if (piece.length < 12) {
            socket.close();
        }
    }

    /** How many connections the replication port had. */
    public int played() {
        return played.get();
    }

    /** Header of a replication frame. */
    public static byte[] header(long position, int bodyBytes) {
        return ByteBuffer.allocate(12).putLong(position).putInt(bodyBytes).array();
    }

    /** Registers as the master of a name; the name server forgets it when the connection is closed. */
    public RawClient register(String nameServer, String brokerName) throws IOException {
        RawClient client = new RawClient(nameServer);
        RawFrame request = RawFrame.request(REGISTER_BROKER).with("brokerName", brokerName)
            .with("brokerAddr", "127.0.0.1:" + tables.getLocalPort()).with("clusterName", "TestCluster")
            .with("haServerAddr", "127.0.0.1:" + replication.getLocalPort()).with("brokerId", 0)
            .withBody(("{\"filterServerList\":[],\"topicConfigSerializeWrapper\":{\"dataVersion\":{\"counter\":1,"
                + "\"timestamp\":1700000000000},\"topicConfigTable\":{}}}").getBytes(StandardCharsets.UTF_8));
        RawFrame answer = client.call(request);
        if (answer.code() != 0) {
            throw new IllegalStateException(answer.toString());
        }
        return client;
    }

    @Override
    public void close() throws IOException {
        tables.close();
        replication.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
