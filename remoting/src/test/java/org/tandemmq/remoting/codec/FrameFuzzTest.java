/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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

    private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
    private int decoded;
    private int refused;
    private int compared;

    /** Decodes the bytes in one piece, then in pieces: the outcome is the same, and no memory is kept. */
    private void feed(byte[] bytes) {
        List<String> whole = decode(bytes, bytes.length);
        for (int pieceBytes : new int[] {1, 7, 64}) {
            if (bytes.length <= 64 * pieceBytes) {
                assertThat(decode(bytes, pieceBytes)).as("in pieces of " + pieceBytes).isEqualTo(whole);
            }
        }
        assertThat(memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory()).as("memory kept").isZero();
    }

    /** What comes of the bytes: a line a frame, and one for the refusal. */
    private List<String> decode(byte[] bytes, int pieceBytes) {
        ReceivedFrame frame = new ReceivedFrame();
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, memory, frame);
        List<String> lines = new ArrayList<>();
        try {
            for (int at = 0; at < bytes.length; at += pieceBytes) {
                ByteBuf in = memory.buffer().writeBytes(bytes, at, Math.min(pieceBytes, bytes.length - at));
                try {
                    while (decoder.next(in)) {
                        lines.add(read(frame.view()));
                        decoded++;
                    }
                    assertThat(in.isReadable()).as("bytes left without an answer").isFalse();
                } finally {
                    in.release();
                }
            }
        } catch (FrameDecodeException expected) {
            refused++;
            assertThat(expected.getMessage()).isNotBlank();
            lines.add("refused: " + expected.getMessage());
        } finally {
            decoder.close();
        }
        return lines;
    }

    private static String read(RemotingCommand command) {
        Map<String, String> fields = new TreeMap<>();
        command.fields().forEach((name, value) -> {
            assertThat(value).isNotNull();
            fields.put(name, value);
        });
        try {
            SendMessageRequestHeader.readV2(command.fields());
            PullMessageRequestHeader.read(command.fields());
        } catch (HeaderFieldException expected) {
            assertThat(expected).hasMessageStartingWith("field ");
        }
        byte[] body = new byte[command.body().remaining()];
        command.body().get(command.body().position(), body);
        return command.code() + " " + command.opaque() + " " + command.flag() + " " + command.remark() + " " + fields
            + " " + Arrays.hashCode(body);
    }

    /** Where another reader of JSON takes the header as well, both have to see the same. */
    private void compare(byte[] bytes) {
        List<String> lines = decode(bytes, bytes.length);
        JSONObject other = headerAsOthersSeeIt(bytes);
        if (lines.isEmpty() || lines.get(0).startsWith("refused") || other == null) {
            return;
        }
        for (String member : List.of("code", "opaque", "flag")) {
            if (!(other.get(member) instanceof Integer)) {
                return; // what is no number there is a matter of taste
            }
        }
        compared++;
        assertThat(lines.get(0)).startsWith(other.getIntValue("code") + " " + other.getIntValue("opaque") + " "
            + other.getIntValue("flag") + " ");
    }

    private static JSONObject headerAsOthersSeeIt(byte[] bytes) {
        if (bytes.length < 8 || bytes[4] != 0) {
            return null;
        }
        int headerBytes = ByteBuffer.wrap(bytes).getInt(4);
        if (headerBytes < 2 || headerBytes > bytes.length - 8) {
            return null;
        }
        try {
            return JSON.parseObject(Arrays.copyOfRange(bytes, 8, 8 + headerBytes));
        } catch (RuntimeException notForThem) {
            return null; // it has more kinds of failure than its own
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
            compare(bytes);
        }
        assertThat(decoded).isGreaterThan(3_000);
        assertThat(refused).isGreaterThan(3_000);
        assertThat(compared).isGreaterThan(1_000);
    }

    @Test
    void shouldTakeEveryGoodFrameRightBehindAMutatedOne() {
        Random random = new Random(7);
        List<GoldenFrame> all = GoldenFrame.all();
        Map<GoldenFrame, List<String>> expected = new IdentityHashMap<>();
        all.forEach(golden -> expected.put(golden, decode(golden.bytes(), golden.bytes().length)));
        int behind = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] bad = all.get(random.nextInt(all.size())).bytes().clone();
            if (bad.length > 60) {
                mutateBehindTheLengths(bad, random);
            }
            GoldenFrame good = all.get(random.nextInt(all.size()));
            byte[] both = Arrays.copyOf(bad, bad.length + good.bytes().length);
            System.arraycopy(good.bytes(), 0, both, bad.length, good.bytes().length);
            List<String> lines = decode(both, both.length);
            assertThat(lines).isNotEmpty();
            if (!lines.get(lines.size() - 1).startsWith("refused")) {
                behind++;
                assertThat(lines).hasSize(1 + expected.get(good).size());
                assertThat(lines.subList(1, lines.size())).isEqualTo(expected.get(good));
            }
        }
        assertThat(behind).isGreaterThan(500);
    }

    /** The lengths stay, so that the next frame begins where it should. */
    private static void mutateBehindTheLengths(byte[] bytes, Random random) {
        bytes[8 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
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
