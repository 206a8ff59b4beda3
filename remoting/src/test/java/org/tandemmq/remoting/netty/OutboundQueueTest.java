/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tandemmq.remoting.Payload;
import org.tandemmq.remoting.codec.FrameDecoder;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.codec.ReceivedFrame;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** What goes out on a channel in memory, and that each payload is closed once. */
class OutboundQueueTest {

    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger drained = new AtomicInteger();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final OutboundQueue queue = new OutboundQueue(channel, new FrameEncoder(), drained::incrementAndGet);

    private static OutgoingFrame frame(int opaque, CommandHeader header, Payload payload) {
        OutgoingFrame frame = new OutgoingFrame(opaque, SerializeType.JSON);
        frame.content(0, null, header, payload);
        return frame;
    }

    private List<RemotingCommand> received() {
        List<RemotingCommand> commands = new ArrayList<>();
        ReceivedFrame frame = new ReceivedFrame();
        FrameDecoder decoder = new FrameDecoder(1 << 24, ByteBufAllocator.DEFAULT, frame);
        ByteBuf out = channel.readOutbound();
        while (out != null) {
            while (decoder.next(out)) {
                commands.add(frame.copy());
            }
            out.release();
            out = channel.readOutbound();
        }
        assertThat(decoder.heldBytes()).isZero();
        decoder.close();
        return commands;
    }

    static List<int[]> slices() {
        return List.of(new int[0], new int[] {0}, new int[] {1}, new int[] {4096}, new int[] {4097},
            new int[] {100, 200, 0, 300}, new int[] {0, 90_000, 0}, new int[] {70_000, 1, 50_000}, new int[4000],
            new int[] {4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000,
                4000, 4000});
    }

    @ParameterizedTest
    @MethodSource("slices")
    void shouldSendBodiesOfAllShapesAndCloseThemOnce(int[] sliceBytes) {
        SlicedPayload payload = new SlicedPayload(closed, sliceBytes);
        queue.beginBatch();
        queue.send(frame(1, null, null));
        queue.send(frame(2, CommandHeader.NONE, payload));
        queue.send(frame(3, null, null));
        queue.endBatch();

        List<RemotingCommand> commands = received();
        assertThat(commands).extracting(RemotingCommand::opaque).containsExactly(1, 2, 3);
        assertThat(commands.get(1).body().remaining()).isEqualTo(payload.sizeBytes());
        byte expected = 0;
        for (byte b : commands.get(1).body().array()) {
            assertThat(b).isEqualTo(expected++);
        }
        assertThat(closed).hasValue(1);
        for (int i = 0; i < payload.sliceCount(); i++) {
            assertThat(payload.slice(i).remaining()).isEqualTo(sliceBytes[i]);
        }
    }

    @Test
    void shouldFlushABatchOnce() {
        queue.beginBatch();
        for (int i = 0; i < 10; i++) {
            queue.send(frame(i, null, null));
        }
        assertThat(channel.outboundMessages()).isEmpty();
        queue.endBatch();

        assertThat(channel.outboundMessages()).hasSize(1);
        assertThat(received()).hasSize(10);
    }

    @Test
    void shouldFlushByATaskOutsideOfABatch() {
        queue.send(frame(1, null, null));
        queue.send(frame(2, null, null));
        assertThat(channel.outboundMessages()).isEmpty();
        channel.runPendingTasks();

        assertThat(channel.outboundMessages()).hasSize(1);
        assertThat(received()).hasSize(2);
        assertThat(drained).hasValue(1);
    }

    @Test
    void shouldClosePayloadsOfAClosedChannel() {
        queue.beginBatch();
        queue.send(frame(1, null, new SlicedPayload(closed, 50_000, 50_000)));
        queue.send(frame(2, null, new SlicedPayload(closed, 10)));
        channel.close();
        queue.send(frame(3, null, new SlicedPayload(closed, 10)));
        queue.endBatch();
        queue.close();

        assertThat(closed).hasValue(3);
        channel.releaseOutbound();
    }

    @ParameterizedTest
    @MethodSource("slices")
    void shouldCloseTheConnectionAndEachPayloadWhereThereIsNoMemory(int[] sliceBytes) {
        channel.config().setAllocator(new PooledByteBufAllocator(true) {
            @Override
            protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
                throw new OutOfMemoryError("Cannot reserve " + initialCapacity + " bytes of direct buffer memory");
            }
        });
        queue.beginBatch();
        queue.send(frame(1, null, null));
        queue.send(frame(2, CommandHeader.NONE, new SlicedPayload(closed, sliceBytes)));
        queue.endBatch();
        queue.close();

        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(channel::checkException).isInstanceOf(OutOfMemoryError.class);
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldTellTheCallerWhenAHeaderCannotBeWritten() {
        queue.beginBatch();
        queue.send(frame(1, out -> {
            out.number("a", 1);
            throw new IllegalStateException("broken header");
        }, new SlicedPayload(closed, 10)));
        queue.send(frame(2, null, null));
        queue.endBatch();

        List<RemotingCommand> commands = received();
        assertThat(commands).extracting(RemotingCommand::code).containsExactly(1, 0);
        assertThat(commands.get(0).remark()).contains("broken header");
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldSayThatABodyCouldNotBeReadAndSendTheOthers() {
        SlicedPayload unreadable = new SlicedPayload(closed, 3000);
        Payload payload = new Payload() {
            @Override
            public int sliceCount() {
                return 2;
            }

            @Override
            public ByteBuffer slice(int index) {
                return unreadable.slice(0);
            }

            @Override
            public int sizeBytes() {
                return 2 * unreadable.sizeBytes();
            }

            @Override
            public void copyTo(ByteBuffer into) {
                into.put(unreadable.slice(0));
                throw new InternalError("a fault occurred in an unsafe memory access operation");
            }

            @Override
            public void close() {
                unreadable.close();
            }
        };
        queue.beginBatch();
        queue.send(frame(1, null, null));
        queue.send(frame(2, CommandHeader.NONE, payload));
        queue.send(frame(3, null, null));
        queue.endBatch();

        List<RemotingCommand> commands = received();
        assertThat(commands).extracting(RemotingCommand::opaque).containsExactly(1, 2, 3);
        assertThat(commands.get(1).code()).isEqualTo(1);
        assertThat(commands.get(1).remark()).contains("a fault occurred");
        assertThat(commands.get(1).body().remaining()).isZero();
        assertThat(closed).hasValue(1);
        channel.finishAndReleaseAll();
    }
}
