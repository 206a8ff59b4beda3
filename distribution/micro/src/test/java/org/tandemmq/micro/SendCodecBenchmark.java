/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tandemmq.remoting.codec.FrameDecoder;
import org.tandemmq.remoting.codec.FrameEncoder;
import org.tandemmq.remoting.codec.ReceivedFrame;
import org.tandemmq.remoting.protocol.CommandHeader;
import org.tandemmq.remoting.protocol.FieldWriter;
import org.tandemmq.remoting.protocol.SerializeType;
import org.tandemmq.remoting.protocol.header.OffsetMessageId;
import org.tandemmq.remoting.protocol.header.SendMessageRequestHeader;
import org.tandemmq.remoting.protocol.header.SendMessageResponseHeader;

/** A send with 1 KiB in JSON is cut out of the bytes and its header read; its answer is written. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SendCodecBenchmark {

    private static final String HEADER = "{\"code\":310,\"extFields\":{\"a\":\"producers\",\"b\":\"Orders\","
        + "\"c\":\"TBW102\",\"d\":\"8\",\"e\":\"3\",\"f\":\"0\",\"g\":\"1700000000000\",\"h\":\"0\","
        + "\"i\":\"WAIT\\u0001true\\u0002TAGS\\u0001t\\u0002\",\"j\":\"0\",\"k\":\"false\",\"l\":\"0\","
        + "\"m\":\"false\"},\"flag\":0,\"language\":\"JAVA\",\"opaque\":1000000000,"
        + "\"serializeTypeCurrentRPC\":\"JSON\",\"version\":401}";
    private static final int BODY_BYTES = 1024;
    private static final int FRAME_BYTES_MAX = 1 << 24;

    private final ReceivedFrame frame = new ReceivedFrame();
    private final FrameDecoder decoder = new FrameDecoder(FRAME_BYTES_MAX, PooledByteBufAllocator.DEFAULT, frame);
    private final FrameEncoder encoder = new FrameEncoder();
    private final SendMessageRequestHeader header = new SendMessageRequestHeader();
    private ByteBuf in;
    private ByteBuf out;
    private long position;

    /** The answer's head. */
    private record Answer(int opaque, CommandHeader header) implements FrameEncoder.Head {
        @Override
        public int code() {
            return 0;
        }

        @Override
        public int flag() {
            return 1;
        }

        @Override
        public String remark() {
            return null;
        }

        @Override
        public SerializeType serializeType() {
            return SerializeType.JSON;
        }
    }

    /** The answer's header, as the broker writes it. */
    private record Stored(long position) implements CommandHeader, FieldWriter.Plain {

        private static final String HOST = "7F00000100002A9F";

        @Override
        public void writeTo(FieldWriter out) {
            SendMessageResponseHeader.writeStored(out, this, 3, position, null);
            SendMessageResponseHeader.writeBroker(out, "DefaultRegion", true);
        }

        @Override
        public int sizeBytes() {
            return OffsetMessageId.lengthAt(HOST);
        }

        @Override
        public void write(byte[] to, int at) {
            OffsetMessageId.write(HOST, position, to, at);
        }
    }

    /** Makes the frame. */
    @Setup
    public void prepare() {
        byte[] head = HEADER.getBytes(StandardCharsets.US_ASCII);
        in = PooledByteBufAllocator.DEFAULT.directBuffer(2048);
        in.writeInt(4 + head.length + BODY_BYTES).writeInt(head.length).writeBytes(head).writeZero(BODY_BYTES);
        out = PooledByteBufAllocator.DEFAULT.directBuffer(4096);
    }

    /** Gives the buffers back. */
    @TearDown
    public void release() {
        in.release();
        out.release();
    }

    /** Frame, header and body of a send. */
    @Benchmark
    public SendMessageRequestHeader decodeSend() {
        in.readerIndex(0);
        decoder.next(in);
        header.fillV2(frame.view().fields());
        return header;
    }

    /** The answer to a send. */
    @Benchmark
    public int encodeAnswer() {
        out.clear();
        position += BODY_BYTES;
        encoder.prepare(new Answer(1_000_000_000, new Stored(position)), 0);
        encoder.write(out);
        return out.readableBytes();
    }
}
