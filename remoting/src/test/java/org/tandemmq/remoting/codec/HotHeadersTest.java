/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.header.PullMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.PullMessageResponseHeader;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageResponseHeader;

/** Typed headers of sends and pulls, over every recorded one, in both encodings. */
class HotHeadersTest {

    private static final Set<String> NOT_TYPED = Set.of("AccessKey", "Signature", "SecurityToken", "ReqT", "bname");
    /** Fields that we always write; a recorded frame without them had the same values by default. */
    private static final Map<String, String> WRITTEN_DEFAULTS = Map.of("j", "0", "k", "false", "m", "false",
        "reconsumeTimes", "0", "unitMode", "false", "batch", "false", "commitOffset", "0", "subVersion", "0");

    private final ReceivedFrame frame = new ReceivedFrame();

    private void check(List<GoldenFrame> frames, int expected, Function<HeaderFields, CommandHeader> read) {
        assertThat(frames).hasSize(expected);
        for (GoldenFrame golden : frames) {
            Map<String, String> recorded = golden.fields();
            recorded.keySet().removeIf(name -> NOT_TYPED.contains(name) && !name.equals("bname"));
            for (SerializeType type : SerializeType.values()) {
                Map<String, String> written = again(golden.bytes(), read, type);
                WRITTEN_DEFAULTS.forEach((name, value) -> {
                    if (value.equals(written.get(name))) {
                        recorded.putIfAbsent(name, value);
                    }
                });
                if (!written.containsKey("bname")) {
                    recorded.remove("bname");
                }
                assertThat(written).as(golden.toString()).isEqualTo(recorded);
            }
        }
    }

    private Map<String, String> again(byte[] bytes, Function<HeaderFields, CommandHeader> read, SerializeType type) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        FrameDecoder decoder = new FrameDecoder(1 << 24, ByteBufAllocator.DEFAULT, frame);
        assertThat(decoder.next(in)).isTrue();
        RemotingCommand command = frame.view();
        FrameEncoder encoder = new FrameEncoder();
        encoder.prepare(new TestHead(command.code(), 1, 0, null, read.apply(command.fields()), type), 0);
        ByteBuf out = Unpooled.buffer();
        encoder.write(out);
        assertThat(decoder.next(out)).isTrue();
        return FrameCodecTest.map(frame.view().fields());
    }

    private static List<GoldenFrame> answered(int... codes) {
        return GoldenFrame.of("response", codes).stream()
            .filter(golden -> golden.fields().containsKey("nextBeginOffset")).toList();
    }

    @Test
    void shouldReadSendsWithLetters() {
        check(GoldenFrame.of("request", 310, 320, 325), 70, in -> SendMessageRequestHeader.readV2(in).v2());
    }

    @Test
    void shouldReadSendsWithLongNames() {
        check(GoldenFrame.of("request", 10, 324), 16, SendMessageRequestHeader::read);
    }

    @Test
    void shouldReadAnswersToSends() {
        check(GoldenFrame.of("response", 310, 320, 325, 10, 324), 82, SendMessageResponseHeader::read);
    }

    @Test
    void shouldReadPulls() {
        check(GoldenFrame.of("request", 11, 361), 97, PullMessageRequestHeader::read);
    }

    @Test
    void shouldReadAnswersToPulls() {
        check(answered(11, 361), 82, PullMessageResponseHeader::read);
    }
}
