/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.distribution.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The least that a server of this protocol does: one thread reads frames, finds the correlation id, copies the body
 * into a mapping and answers; what comes without a body is a pull and gets 32 KiB from the mapping. It checks and keeps
 * nothing; its rate on a machine is the limit that brokers can be measured against. Pulls have to come first, while the
 * mapping has what the constructor put there. {@code BareLoop PORT FILE}.
 */
public final class BareLoop {

    private static final int MAPPED_BYTES = 256 << 20;
    private static final byte[] MARK = "\"opaque\":".getBytes(StandardCharsets.US_ASCII);
    private static final int OPAQUE_DIGITS = 10;
    private static final String ANSWER = "{\"code\":0,\"extFields\":{\"queueId\":\"0\",\"msgId\":\"00000000000000000000"
        + "000000000000\",\"queueOffset\":\"0\"},\"flag\":1,\"language\":\"JAVA\",\"opaque\":0000000000,"
        + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":1}";

    private static final int RECORD_BYTES = 1088;
    private static final int PULL_BYTES = 32 * RECORD_BYTES;
    private static final String PULL_ANSWER = "{\"code\":0,\"extFields\":{\"maxOffset\":\"9\",\"minOffset\":\"0\","
        + "\"nextBeginOffset\":\"1\",\"suggestWhichBrokerId\":\"0\"},\"flag\":1,\"language\":\"JAVA\","
        + "\"opaque\":0000000000,\"remark\":\"FOUND\",\"serializeTypeCurrentRPC\":\"JSON\",\"version\":1}";

    private final MappedByteBuffer mapping;
    private final byte[] answer = ANSWER.getBytes(StandardCharsets.US_ASCII);
    private final int answerOpaqueAt = ANSWER.indexOf("0000000000,");
    private final byte[] pullAnswer = PULL_ANSWER.getBytes(StandardCharsets.US_ASCII);
    private final int pullAnswerOpaqueAt = PULL_ANSWER.indexOf("0000000000,");
    private int writeAt;
    private int readAt;

    private BareLoop(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, MAPPED_BYTES);
        }
        for (int at = 0; at + RECORD_BYTES <= MAPPED_BYTES; at += RECORD_BYTES) {
            mapping.putInt(at, RECORD_BYTES);
        }
    }

    /** Buffers of one connection. */
    private record Peer(SocketChannel channel, ByteBuffer in, ByteBuffer out) {
    }

    /**
     * Serves until it is killed.
     *
     * @param args port and file
     */
    public static void main(String[] args) throws IOException {
        new BareLoop(Path.of(args[1])).serve(Integer.parseInt(args[0]));
    }

    private void serve(int port) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", port));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        while (true) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isAcceptable()) {
                    accept(server, selector);
                } else {
                    read(key, (Peer) key.attachment());
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private static void accept(ServerSocketChannel server, Selector selector) throws IOException {
        SocketChannel channel = server.accept();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ,
            new Peer(channel, ByteBuffer.allocateDirect(1 << 20), ByteBuffer.allocateDirect(1 << 20)));
    }

    private void read(SelectionKey key, Peer peer) throws IOException {
        try {
            if (peer.channel.read(peer.in) >= 0) {
                answer(peer);
                return;
            }
        } catch (IOException reset) {
            System.err.println(reset);
        }
        key.cancel();
        peer.channel.close();
    }

    private void answer(Peer peer) throws IOException {
        ByteBuffer in = peer.in.flip();
        while (in.remaining() >= 4 && in.remaining() >= 4 + in.getInt(in.position())) {
            take(in, in.position(), peer.out);
        }
        in.compact();
        peer.out.flip();
        while (peer.out.hasRemaining()) {
            peer.channel.write(peer.out);
        }
        peer.out.clear();
    }

    private void take(ByteBuffer in, int at, ByteBuffer out) {
        int frameBytes = in.getInt(at);
        int headBytes = in.getInt(at + 4) & 0xFFFFFF;
        int bodyBytes = frameBytes - 4 - headBytes;
        int opaqueAt = find(in, at + 8, at + 8 + headBytes);
        in.position(at + 4 + frameBytes);
        if (bodyBytes == 0) {
            answerPull(in, opaqueAt, out);
            return;
        }
        writeAt = writeAt + bodyBytes > MAPPED_BYTES ? 0 : writeAt;
        mapping.put(writeAt, in, at + 8 + headBytes, bodyBytes);
        writeAt += bodyBytes;
        in.get(opaqueAt, answer, answerOpaqueAt, OPAQUE_DIGITS);
        out.putInt(4 + answer.length).putInt(answer.length).put(answer);
    }

    private void answerPull(ByteBuffer in, int opaqueAt, ByteBuffer out) {
        readAt = readAt + PULL_BYTES > MAPPED_BYTES ? 0 : readAt;
        in.get(opaqueAt, pullAnswer, pullAnswerOpaqueAt, OPAQUE_DIGITS);
        out.putInt(4 + pullAnswer.length + PULL_BYTES).putInt(pullAnswer.length).put(pullAnswer);
        out.put(out.position(), mapping, readAt, PULL_BYTES);
        out.position(out.position() + PULL_BYTES);
        readAt += PULL_BYTES;
    }

    private static int find(ByteBuffer in, int from, int end) {
        for (int at = from; at < end - MARK.length; at++) {
            int same = 0;
            while (same < MARK.length && in.get(at + same) == MARK[same]) {
                same++;
            }
            if (same == MARK.length) {
                return at + same;
            }
        }
        throw new IllegalArgumentException("no opaque in the header");
    }
}
