/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.SerializeType;

/** Texts of headers: their ends and escapes at every place of a word, and texts that write themselves. */
class HeaderTextTest {

    private final ReceivedFrame frame = new ReceivedFrame();

    private String decoded(String jsonText, String behind) {
        byte[] head = ("{\"extFields\":{\"t\":\"" + jsonText + "\"" + behind).getBytes(StandardCharsets.UTF_8);
        ByteBuf in = Unpooled.buffer().writeInt(4 + head.length).writeInt(head.length).writeBytes(head);
        return decoded(in);
    }

    private String decoded(ByteBuf in) {
        assertThat(new FrameDecoder(1 << 20, ByteBufAllocator.DEFAULT, frame).next(in)).isTrue();
        return frame.view().fields().text("t");
    }

    /** Texts of any length that differ in one byte only are told apart, and the same one is the same object. */
    @Test
    void shouldKeepTextsThatComeAgain() {
        for (int length = 1; length <= 40; length++) {
            for (int at = 0; at < length; at++) {
                String text = "t".repeat(at) + "u" + "t".repeat(length - at - 1);
                assertThat(decoded(text, "}}")).isEqualTo(text);
                String first = frame.view().fields().interned("t");
                assertThat(first).isEqualTo(text);
                decoded(text, "}}");
                assertThat(frame.view().fields().interned("t")).isSameAs(first);
            }
        }
    }

    /** The neighbours of quote and backslash, with and without the top bit, and what borrows when it is subtracted. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "!", "#", "[", "]", "¢", "Ü", "\u0001", " ", "\u007f"})
    void shouldFindTheEndOfATextOfAnyLength(String filler) {
        for (int length = 0; length <= 40; length++) {
            String text = filler.repeat(length);
            assertThat(decoded(text, "}}")).isEqualTo(text);
            assertThat(decoded(text, ",\"u\":\"\\\"\"},\"version\":479}")).isEqualTo(text);
        }
    }

    @Test
    void shouldDecodeEscapesAtAnyPlace() {
        for (int before = 0; before <= 17; before++) {
            for (int behind = 0; behind <= 17; behind++) {
                String begin = "!".repeat(before);
                String end = "]".repeat(behind);
                assertThat(decoded(begin + "\\u0001" + end + "\\\"\\\\\\u00e4\\n", "}}"))
                    .isEqualTo(begin + "\u0001" + end + "\"\\\u00e4\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x", "\\u00g0", "\\u00/0", "\\u00:0", "\\u000", "\\u", "\\uä000", "\\u-001"})
    void shouldRefuseWhatIsNoEscape(String text) {
        assertThatThrownBy(() -> decoded("some text before " + text, "}}")).isInstanceOf(FrameDecodeException.class)
            .hasMessageContaining("no such escape");
    }

    @ParameterizedTest
    @EnumSource(SerializeType.class)
    void shouldWriteATextThatWritesItself(SerializeType type) {
        FieldWriter.Plain digits = new FieldWriter.Plain() {
            @Override
            public int sizeBytes() {
                return 3000;
            }

            @Override
            public void write(byte[] out, int at) {
                for (int i = 0; i < 3000; i++) {
                    out[at + i] = (byte) ('0' + i % 10);
                }
            }
        };
        FrameEncoder encoder = new FrameEncoder();
        encoder.prepare(new TestHead(0, 7, 1, null, out -> {
            out.number("n", 5L);
            out.plain("t", digits);
            out.text("u", "behind");
        }, type), 0);
        ByteBuf bytes = Unpooled.buffer();
        encoder.write(bytes);

        assertThat(decoded(bytes)).isEqualTo("0123456789".repeat(300));
        assertThat(frame.view().fields().text("u")).isEqualTo("behind");
    }
}
