/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.netty.limit.UnreadableBody;

/** Bodies in a mapped file that was cut: the connection ends, place and cause are told, and everybody else goes on. */
class UnreadableBodyTest extends LoopbackServer {

    private static final int CUT = 910;
    private static final int SLICE_BYTES = 100_000;
    private static final int FILE_BYTES = 2 * SLICE_BYTES;
    private static final int LEFT_BYTES = 131_072;

    @TempDir
    private Path folder;
    private final BlockingQueue<String> places = new LinkedBlockingQueue<>();
    private final AtomicInteger given = new AtomicInteger();
    private ByteBuffer mapping;

    /** Two slices of the mapping, both too large for a copy; the second one ends behind what is left of the file. */
    private final class CutBody implements Payload {
        @Override
        public int sliceCount() {
            return 2;
        }

        @Override
        public ByteBuffer slice(int index) {
            return mapping.slice(index * SLICE_BYTES, SLICE_BYTES);
        }

        @Override
        public int sizeBytes() {
            return FILE_BYTES;
        }

        @Override
        public String place(int index, int at) {
            places.add(index + ":" + at);
            return "position " + (index * SLICE_BYTES + at);
        }

        @Override
        public void close() {
            given.incrementAndGet();
        }
    }

    @BeforeEach
    void map() throws IOException {
        Path file = folder.resolve("segment");
        Files.write(file, new byte[FILE_BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
            channel.truncate(LEFT_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellTheFirstPageThatIsGoneAndServeTheOthers(boolean nativeTransport) throws Exception {
        server(NettySettings.DEFAULTS.withIoThreads(1), nativeTransport);
        server.register(CUT, (connection, request, reply) -> reply.send(0, null, null, new CutBody()), null);
        server.start();
        try (RawClient other = new RawClient(server.port())) {
            for (int i = 1; i <= 3; i++) {
                try (RawClient client = new RawClient(server.port())) {
                    client.request(CUT, i);
                    assertThatThrownBy(client::read).isInstanceOf(IOException.class);
                }
                await(given, i);
                String place = places.poll(20, TimeUnit.SECONDS);
                assertThat(place).startsWith("1:");
                assertThat(SLICE_BYTES + Integer.parseInt(place.substring(2))).isBetween(LEFT_BYTES - 4095, LEFT_BYTES);
                assertThat(other.call(ECHO, i).opaque()).isEqualTo(i);
            }
        }
        assertThat(places).isEmpty();
    }

    @Test
    void shouldNotLookAtThePagesOfThoseThatWentAway() {
        InetSocketAddress peer = new InetSocketAddress("127.0.0.1", 1);
        assertThat(UnreadableBody.tell(peer, new CutBody(), new ClosedChannelException())).isFalse();
        assertThat(UnreadableBody.tell(peer, new CutBody(), new IOException("Connection reset by peer"))).isFalse();
        assertThat(UnreadableBody.tell(peer, new CutBody(), new IOException("writev(..) failed: Broken pipe")))
            .isFalse();
        assertThat(places).isEmpty();
        assertThat(UnreadableBody.tell(peer, new CutBody(), new IOException("Bad address"))).isTrue();
    }
}
