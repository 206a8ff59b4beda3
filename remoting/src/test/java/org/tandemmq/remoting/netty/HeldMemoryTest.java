/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.netty.limit.DirectMemory;

/** Memory outside of the heap that peers can make the server hold. */
@Timeout(60)
class HeldMemoryTest extends LoopbackServer {

    private static final int BIG = 950;

    @Test
    void shouldCloseThoseWhoReadNothingWhenAllTogetherHoldTooMuch() throws Exception {
        NettySettings settings = NettySettings.DEFAULTS.withIoThreads(1);
        server(settings, true);
        byte[] body = new byte[8 << 20];
        server.register(BIG, (connection, request, reply) -> reply.send(0, null, null, Payload.of(body)), null);
        server.start();
        int clients = (int) (2 * settings.unsentCopiesMax() / (4 << 20)) + 4;
        List<RawClient> silent = new ArrayList<>();
        try (RawClient good = new RawClient(server.port())) {
            for (int i = 0; i < clients; i++) {
                RawClient client = new RawClient(server.port());
                silent.add(client);
                client.request(BIG, i);
                assertThat(good.call(ECHO, i).opaque()).isEqualTo(i);
            }
            assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo("too many bytes of answers that are not read");
            assertThat(good.call(ECHO, 1).opaque()).isEqualTo(1);
        } finally {
            for (RawClient client : silent) {
                client.close();
            }
        }
    }

    @Test
    void shouldBoundWhatUnfinishedFramesHold() throws Exception {
        NettySettings settings = NettySettings.DEFAULTS.withIoThreads(1);
        server(settings, true).start();
        int frames = (int) (settings.inputBytesMax() / (8 << 20)) + 1;
        byte[] unfinished = new byte[8 << 20];
        System.arraycopy(new byte[] {0, -1, 0, 0}, 0, unfinished, 0, 4);
        List<RawClient> hoarders = new ArrayList<>();
        try (RawClient good = new RawClient(server.port())) {
            for (int i = 0; i < frames; i++) {
                RawClient hoarder = new RawClient(server.port());
                hoarders.add(hoarder);
                try {
                    hoarder.write(unfinished);
                } catch (IOException closedByServer) {
                    assertThat(i).isGreaterThan(frames / 4);
                }
            }
            assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo("too many bytes of unfinished frames");
            assertThat(good.call(ECHO, 1).opaque()).isEqualTo(1);
            assertThat(server.connectionCount()).isGreaterThan(frames / 4);
        } finally {
            for (RawClient hoarder : hoarders) {
                hoarder.close();
            }
        }
    }

    @Test
    void shouldBoundWhatWasReadFromThoseWhoHaveToWait() throws Exception {
        NettySettings settings = new NettySettings(1, 1 << 20, 10_000, 60_000, 1 << 20, 1, 500);
        server(settings, true).start();
        byte[] first = RawClient.frame(HELD, 1, 0, null, new byte[300_000]);
        byte[] second = RawClient.frame(ECHO, 2, 0, null, new byte[100_000]);
        byte[] both = ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
        List<RawClient> hoarders = new ArrayList<>();
        try {
            while (closed.isEmpty() && hoarders.size() < 4_000) {
                RawClient hoarder = new RawClient(server.port());
                hoarders.add(hoarder);
                hoarder.write(both);
                assertThat(held.poll(20, TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo("too many bytes of unfinished frames");
            assertThat((long) hoarders.size()).isGreaterThan(settings.inputBytesMax() / (256 << 10));
        } finally {
            for (RawClient hoarder : hoarders) {
                hoarder.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "true  | Cannot reserve 2097152 bytes of direct buffer memory (allocated: 201326592, limit: 201326592)",
        "true  | Direct buffer memory", "false | Java heap space", "false | Map failed",
        "false | unable to create native thread: possibly out of memory or process/resource limits reached",
        "false | "
    })
    void shouldTellMemoryOutsideOfTheHeapFromOther(boolean outside, String message) {
        assertThat(DirectMemory.isUsedUp(new OutOfMemoryError(message))).isEqualTo(outside);
        assertThat(DirectMemory.isUsedUp(new IllegalStateException(message))).isFalse();
    }
}
