/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.header.PullMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;

/** Whatever comes in: a frame, a typed error, or the wait for more; never anything else, and nothing is kept. */
class FrameFuzzTest {

    private static final int FRAME_BYTES_MAX = 1 << 20;

    private final ReceivedFrame frame = new ReceivedFrame();
    private int decoded;
    private int refused;

    private void feed(byte[] bytes) {
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, ByteBufAllocator.DEFAULT, frame);
        ByteBuf in = ByteBufAllocator.DEFAULT.buffer().writeBytes(bytes);
        try {
            while (decoder.next(in)) {
                decoded++;
                read(frame.view());
            }
        } catch (FrameDecodeException expected) {
            refused++;
            assertThat(expected.getMessage()).isNotBlank();
        } finally {
            decoder.close();
            in.release();
        }
    }

    private static void read(RemotingCommand command) {
        command.fields().forEach((name, value) -> assertThat(value).isNotNull());
        try {
            SendMessageRequestHeader.readV2(command.fields());
            PullMessageRequestHeader.read(command.fields());
        } catch (HeaderFieldException expected) {
            assertThat(expected).hasMessageStartingWith("field ");
        }
    }

    @Property(tries = 2000)
    void shouldTakeAnyBytes(@ForAll byte[] bytes) {
        feed(bytes);
    }

    @Property(tries = 2000)
    void shouldTakeAnyHeaderInAFrame(@ForAll byte[] header, @ForAll boolean binary) {
        byte[] bytes = new byte[8 + header.length];
        bytes[3] = (byte) (4 + header.length);
        bytes[2] = (byte) (4 + header.length >> 8);
        bytes[4] = (byte) (binary ? 1 : 0);
        bytes[7] = (byte) header.length;
        bytes[6] = (byte) (header.length >> 8);
        System.arraycopy(header, 0, bytes, 8, header.length);
        feed(bytes);
    }

    @Test
    void shouldTakeMutatedFrames() {
        Random random = new Random(42);
        List<GoldenFrame> all = GoldenFrame.all();
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = all.get(random.nextInt(all.size())).bytes().clone();
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                mutate(bytes, random);
            }
            feed(bytes);
        }
        assertThat(decoded).isGreaterThan(3_000);
        assertThat(refused).isGreaterThan(3_000);
    }

    private static void mutate(byte[] bytes, Random random) {
        int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 60));
        switch (random.nextInt(4)) {
            case 0:
                bytes[at] = (byte) random.nextInt();
                break;
            case 1:
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                break;
            case 2:
                bytes[at] = (byte) "{}[]\":,\\u0".charAt(random.nextInt(10));
                break;
            default:
                int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
                System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
                break;
        }
    }
}
