/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FrameDecodeException;
import org.tandemmq.remoting.protocol.HeaderFieldException;
import org.tandemmq.remoting.protocol.HeaderFields;
import org.tandemmq.remoting.protocol.RemotingCommand;
import org.tandemmq.remoting.protocol.SerializeType;

/** Frames of both encodings, as recorded from stock software and made by hand. */
class FrameCodecTest {

    private static final int FRAME_BYTES_MAX = 1 << 24;

    private final ReceivedFrame frame = new ReceivedFrame();

    private RemotingCommand decode(byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, ByteBufAllocator.DEFAULT, frame);
        try {
            assertThat(decoder.next(in)).isTrue();
            RemotingCommand command = frame.copy();
            assertThat(decoder.next(in)).isFalse();
            assertThat(decoder.heldBytes()).isZero();
            return command;
        } finally {
            decoder.close();
        }
    }

    private RemotingCommand decodeJson(String header) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer whole = ByteBuffer.allocate(8 + text.length).putInt(4 + text.length).putInt(text.length);
        return decode(whole.put(text).array());
    }

    private static byte[] encode(int code, int opaque, SerializeType type, String remark, CommandHeader header) {
        FrameEncoder encoder = new FrameEncoder();
        encoder.prepare(new TestHead(code, opaque, 1, remark, header, type), 0);
        ByteBuf out = Unpooled.buffer();
        encoder.write(out);
        assertThat(out.readableBytes()).isEqualTo(encoder.preparedBytes());
        return Arrays.copyOf(out.array(), out.readableBytes());
    }

    static Map<String, String> map(HeaderFields fields) {
        Map<String, String> map = new TreeMap<>();
        fields.forEach(map::put);
        return map;
    }

    @Test
    void shouldDecodeEveryRecordedFrame() {
        assertThat(GoldenFrame.all()).hasSize(970);
        for (GoldenFrame golden : GoldenFrame.all()) {
            RemotingCommand command = decode(golden.bytes());

            JSONObject header = golden.header();
            assertThat(command.code()).as(golden.toString()).isEqualTo(header.getIntValue("code"));
            assertThat(command.opaque()).isEqualTo(header.getIntValue("opaque"));
            assertThat(command.flag()).isEqualTo(header.getIntValue("flag"));
            assertThat(command.isResponse()).isEqualTo(golden.part().equals("response"));
            assertThat(command.version()).isEqualTo(header.getIntValue("version"));
            assertThat(command.language()).isEqualTo(RemotingCommand.LANGUAGE_JAVA);
            assertThat(command.remark()).isEqualTo(header.getString("remark"));
            assertThat(map(command.fields())).as(golden.toString()).isEqualTo(carried(golden));
            assertThat(command.serializeType().code()).isEqualTo(golden.bytes()[4]);
            assertThat(command.body()).isEqualTo(bodyOf(golden));
        }
    }

    /** The binary form can't tell an empty text from none. */
    private static Map<String, String> carried(GoldenFrame golden) {
        Map<String, String> fields = golden.fields();
        fields.values().removeIf(value -> golden.isBinary() && value.isEmpty());
        return fields;
    }

    private static ByteBuffer bodyOf(GoldenFrame golden) {
        ByteBuffer whole = ByteBuffer.wrap(golden.bytes());
        return whole.position(8 + (whole.getInt(4) & 0xFFFFFF));
    }

    @Test
    void shouldEncodeEveryRecordedFrameToTheSameMeaning() {
        for (GoldenFrame golden : GoldenFrame.all()) {
            RemotingCommand command = decode(golden.bytes());
            FrameEncoder encoder = new FrameEncoder();
            CommandHeader header = golden.header().containsKey("extFields") ? out -> command.fields().forEach(out::text)
                : null;
            encoder.prepare(new TestHead(command.code(), command.opaque(), command.flag(), command.remark(), header,
                command.serializeType()), command.body().remaining());
            ByteBuf out = Unpooled.buffer();
            encoder.write(out);
            out.writeBytes(command.body().duplicate());

            byte[] again = Arrays.copyOf(out.array(), out.readableBytes());
            if (golden.isBinary()) {
                RemotingCommand second = decode(again);
                assertThat(map(second.fields())).as(golden.toString()).isEqualTo(carried(golden));
                assertThat(List.of(second.code(), second.opaque(), second.flag(), "" + second.remark()))
                    .isEqualTo(List.of(command.code(), command.opaque(), command.flag(), "" + command.remark()));
                assertThat(second.body()).isEqualTo(bodyOf(golden));
            } else {
                JSONObject tree = JSON.parseObject(again, 8, ByteBuffer.wrap(again).getInt(4), StandardCharsets.UTF_8);
                tree.put("version", golden.header().get("version"));
                assertThat(tree).as(golden.toString()).isEqualTo(golden.header());
                assertThat(ByteBuffer.wrap(again).getInt(0)).isEqualTo(again.length - 4);
            }
        }
    }

    @Test
    void shouldCutFramesHoweverTheyArrive() {
        List<GoldenFrame> some = GoldenFrame.of("request", 310, 34, 11).subList(0, 12);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        some.forEach(golden -> stream.writeBytes(golden.bytes()));
        byte[] bytes = stream.toByteArray();

        for (int pieceBytes = 1; pieceBytes < bytes.length; pieceBytes += 1 + pieceBytes / 8) {
            int fixed = pieceBytes;
            assertThat(opaquesOf(bytes, () -> fixed)).as("pieces of " + fixed)
                .isEqualTo(some.stream().map(golden -> golden.header().getIntValue("opaque")).toList());
        }
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            assertThat(opaquesOf(bytes, () -> 1 + random.nextInt(900))).hasSize(12);
        }
    }

    private List<Integer> opaquesOf(byte[] bytes, IntSupplier pieceBytes) {
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, ByteBufAllocator.DEFAULT, frame);
        List<Integer> opaques = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int next = Math.min(bytes.length, at + pieceBytes.getAsInt());
            ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, at, next - at);
            while (decoder.next(in)) {
                opaques.add(frame.view().opaque());
                frame.view().fields().forEach((name, value) -> assertThat(name).isNotEmpty());
            }
            assertThat(in.isReadable()).isFalse();
            in.release();
            at = next;
        }
        assertThat(decoder.heldBytes()).isZero();
        decoder.close();
        return opaques;
    }

    @Test
    void shouldShowTheBodyWhereItWasReceived() {
        byte[] bytes = GoldenFrame.of("request", 310).get(0).bytes();
        ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes);
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, ByteBufAllocator.DEFAULT, frame);
        decoder.next(in);

        ByteBuffer body = frame.view().body();
        assertThat(body.isDirect()).isTrue();
        in.setByte(bytes.length - 1, 'X');
        assertThat(body.get(body.limit() - 1)).isEqualTo((byte) 'X');
        decoder.close();
        in.release();
    }

    private void check(String header, int code, int opaque, int language) {
        RemotingCommand command = decodeJson(header);

        assertThat(command.code()).isEqualTo(code);
        assertThat(command.opaque()).isEqualTo(opaque);
        assertThat(command.language()).isEqualTo(language);
        assertThat(map(command.fields())).isEmpty();
    }

    @Test
    void shouldTakeWhatTheReferenceTakes() {
        check("{}", 0, 0, 0);
        check("{ \"code\" : \"310\" ,\n\t\"opaque\":-5 ,\"language\":\"GO\"}", 310, -5, 9);
        check("{\"opaque\":2147483647,\"code\":-1000,\"unknown\":{\"a\":[1,{\"b\":null}],\"c\":[]},\"other\":[]}",
            -1000, Integer.MAX_VALUE, 0);
        check("{\"code\":null,\"opaque\":7,\"language\":\"KLINGON\",\"remark\":null,\"extFields\":null}", 0, 7, -1);
        check("{\"code\":1,\"code\":2,\"opaque\":-2147483648,\"language\":null}", 2, Integer.MIN_VALUE, -1);
    }

    @Test
    void shouldMakeTextOfFieldsThatAreNone() {
        RemotingCommand command = decodeJson("{\"extFields\":{\"n\":5,\"t\":true,\"z\":null,\"o\":{\"x\":[1]},"
            + "\"e\":\"\",\"d\":\"1\",\"d\":\"2\",\"\\u0061b\":\"\\u0001\\\"\\u00fc\\ud83d\\ude9a\\ud83d\"}}");

        assertThat(map(command.fields())).isEqualTo(Map.of("n", "5", "t", "true", "o", "{\"x\":[1]}", "e", "", "d", "2",
            "ab", "\u0001\"ü\uD83D\uDE9A?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"code\":}", "{\"code\":1", "{\"code\":1,}", "{\"code\":1}x", "{code:1}",
        "{\"code\":1.5}", "{\"code\":2147483648}", "{\"code\":[1]}", "{\"code\":\"x\"}", "{\"a\":\"\\x\"}", "{\"a\":\"",
        "{\"a\":\"\\u12G4\"}", "{\"extFields\":5}", "{\"extFields\":{\"a\"}}", "{\"extFields\":[]}", "{\"a\":{1}}",
        "{\"extFields\":{\"a\":\"1\"", "{\"a\":[1}}", "{\"code\":99999999999}", "{\"code\":-}", "\u0000"})
    void shouldNameThePlaceInABrokenJsonHeader(String header) {
        assertThatThrownBy(() -> decodeJson(header)).isInstanceOf(FrameDecodeException.class)
            .hasMessageStartingWith("JSON header: ").hasMessageContaining(" at byte ");
    }

    @Test
    void shouldRefuseWhatIsBeyondALimit() {
        assertThatThrownBy(() -> decodeJson("{\"a\":" + "[".repeat(1000)))
            .hasMessageContaining("nested deeper than 32");
        StringBuilder many = new StringBuilder("{\"extFields\":{");
        for (int i = 0; i <= FrameFields.FIELDS_MAX; i++) {
            many.append('"').append(i).append("\":1,");
        }
        assertThatThrownBy(() -> decodeJson(many.append("\"z\":1}}").toString()))
            .isInstanceOf(FrameDecodeException.class).hasMessageContaining("more than 4096 fields");
    }

    @ParameterizedTest
    @CsvSource({
        "00000003, length 3 is less than 4", "00000000, length 0 is less", "ffffffff, length -1 is less",
        "7fffffff, length 2147483647 is above the limit 16777212", "01000000, length 16777216 is above the limit",
        "0000000402000000, unknown header encoding 2", "0000000400000001, header length 1 is above the limit 0",
        "0000000401000000, binary header of 0 bytes",
        "00fffff000200000, header length 2097152 is above the limit 1048576",
        "0000001901000015001e00019900000005000000000000000100000000, remark of 1 bytes at byte 13",
        "0000001901000015001e00019900000005000000000000000000000001, field block of 1 bytes at byte 17",
        "0000001a01000016001e0001990000000500000000000000000000000100, length of a name of 2 bytes at byte 21",
        "0000001b01000017001e000199000000050000000000000000000000028000, name of -32768 bytes at byte 21"})
    void shouldNameWhatIsWrongInABrokenFrame(String hex, String text) {
        FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, ByteBufAllocator.DEFAULT, frame);
        ByteBuf in = Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex));

        assertThatThrownBy(() -> decoder.next(in)).isInstanceOf(FrameDecodeException.class).hasMessageContaining(text);
        decoder.close();
    }

    @Test
    void shouldReadAndWriteTheBinarySpecimens() {
        RemotingCommand request = decode(HexFormat.of().parseHex("0000003401000030001e00019900000005000000000000"
            + "00000000001b0005746f70696300000002543100077175657565496400000001" + "30"));

        assertThat(request.code()).isEqualTo(30);
        assertThat(request.version()).isEqualTo(409);
        assertThat(request.fields().required("topic")).isEqualTo("T1");
        assertThat(request.fields().requiredNumber("queueId")).isZero();
        byte[] reply = encode(0, 5, SerializeType.ROCKETMQ, null, out -> out.number("offset", 2));
        assertThat(HexFormat.of().formatHex(reply)).isEqualTo("000000260100002200000001df00000005000000010000000000000"
            + "00d00066f66667365740000000132");
    }

    @Test
    void shouldAnswerInJsonWhatTheBinaryFormCannotCarry() {
        assertThat(decode(encode(200_050, 1, SerializeType.ROCKETMQ, "x", null)).code()).isEqualTo(200_050);
        assertThat(decode(encode(-1000, 1, SerializeType.ROCKETMQ, "x", null)).serializeType())
            .isEqualTo(SerializeType.ROCKETMQ);
    }

    @Test
    void shouldWriteTextsOfAllKindsInBothEncodings() {
        String odd = "\u0001\b\t\n\f\r\"\\/ü你\uD83D\uDE9A\uD83D";
        String read = odd.substring(0, odd.length() - 1) + "?";
        for (SerializeType type : SerializeType.values()) {
            RemotingCommand command = decode(encode(7, 1, type, odd, out -> {
                out.text("t", odd);
                out.text("none", null);
                out.utf8("u", ByteBuffer.wrap(read.getBytes(StandardCharsets.UTF_8)));
                out.utf8("nothing", null);
                out.number("min", Long.MIN_VALUE);
                out.number("max", Long.MAX_VALUE);
                out.number("ten", -10);
                out.number("boxed", (Number) null);
                out.flag("f", true);
            }));

            assertThat(command.remark()).isEqualTo(read);
            assertThat(map(command.fields())).isEqualTo(Map.of("t", read, "u", read, "min", "-9223372036854775808",
                "max", "9223372036854775807", "ten", "-10", "f", "true"));
        }
    }

    @Test
    void shouldTellWhichFieldIsWrong() {
        RemotingCommand command = decodeJson("{\"extFields\":{\"a\":\"x1\","
            + "\"b\":\"\",\"c\":\"99999999999\",\"d\":\"tRue\"}}");
        for (HeaderFields fields : List.of(frame.view().fields(), command.fields())) {
            assertThatThrownBy(() -> fields.number("a", 0)).isInstanceOf(HeaderFieldException.class)
                .hasMessage("field a is no integer: 'x1'");
            assertThat(fields.number("b", 3)).isEqualTo(3);
            assertThatThrownBy(() -> fields.int32("c", 0)).hasMessage("field c is no 32-bit integer: 99999999999");
            assertThatThrownBy(() -> fields.requiredInterned("e")).hasMessage("field e is missing");
            assertThat(fields.flag("d", false)).isTrue();
            assertThat(fields.flag("a", true)).isFalse();
            assertThat(fields.boxedInt32("z")).isNull();
        }
    }

    @Test
    void shouldGiveTheSameStringForTheSameTopic() {
        decodeJson("{\"extFields\":{\"b\":\"Orders\"}}");
        String first = frame.view().fields().interned("b");
        decodeJson("{\"opaque\":3,\"extFields\":{\"a\":\"x\",\"b\":\"\\u004frders\"}}");

        assertThat(frame.view().fields().interned("b")).isSameAs(first).isEqualTo("Orders");
    }
}
