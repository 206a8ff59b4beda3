/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.slave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.RecordBytes;
import org.tandemmq.store.ha.sim.ScriptedChannel;
import org.tandemmq.store.record.RecordLayout;

/** The stream is taken apart wherever it is cut; nothing wrong gets into the log. */
class FrameReaderTest {

    private static final int SEGMENT_BYTES = 4_096;

    private final Random random = new Random(4);
    private final MemoryLog master = new MemoryLog(SEGMENT_BYTES);
    private final MemoryLog log = new MemoryLog(SEGMENT_BYTES);

    private void read(ByteBuffer stream, int readMost) throws IOException {
        FrameReader reader = new FrameReader(log, new InboundRecords(log), FrameReader.newBuffer());
        ScriptedChannel channel = new ScriptedChannel("10.0.0.1", 10912).readMost(readMost);
        channel.feed(stream);
        int bytes = 1;
        while (bytes > 0) {
            bytes = reader.readFrom(channel);
        }
    }

    /** The master's log as frames of these sizes, cut anywhere, with heartbeats in between. */
    private ByteBuffer frames(int bodyMost) {
        ByteBuffer stream = ByteBuffer.allocate(1 << 20);
        long at = 0;
        while (at < master.endPosition()) {
            int index = (int) (at % SEGMENT_BYTES);
            int body = (int) Math.min(Math.min(bodyMost, SEGMENT_BYTES - index), master.endPosition() - at);
            stream.put(HaFrames.header(at, body)).put(master.segment(at - index), index, body);
            at += body;
            if (random.nextInt(5) == 0) {
                stream.put(HaFrames.header(at, 0));
            }
        }
        return stream.flip();
    }

    private void fill() {
        for (int i = 0; i < 20; i++) {
            master.appendRecord(random.nextInt(1_500), 1, random);
        }
    }

    @Test
    void shouldTellTheLogOfABacklogByWhatAReadBrings() throws IOException {
        MemoryLog from = new MemoryLog(1 << 20);
        while (from.endPosition() < 900_000) {
            from.appendRecord(5_000, 1, random);
        }
        MemoryLog large = new MemoryLog(1 << 20);
        FrameReader reader = new FrameReader(large, new InboundRecords(large), FrameReader.newBuffer());
        int bodyBytes = (int) from.endPosition();
        ScriptedChannel channel = new ScriptedChannel("10.0.0.1", 10912);
        channel.feed(ByteBuffer.allocate(1 << 20).put(HaFrames.header(0, bodyBytes))
            .put(from.segment(0), 0, bodyBytes).flip());
        reader.readFrom(channel.readMost(FrameReader.LITTLE_READ_BYTES));
        assertThat(large.takeBacklog()).isFalse();
        reader.readFrom(channel.readMost(FrameReader.BACKLOG_READ_BYTES));
        assertThat(large.takeBacklog()).isTrue();
        reader.readFrom(channel.readMost(FrameReader.LITTLE_READ_BYTES + 1));
        assertThat(large.takeBacklog()).as("as before").isNull();
        reader.readFrom(channel.readMost(1));
        assertThat(large.takeBacklog()).isFalse();
        reader.readFrom(channel.readMost(0));
        assertThat(large.takeBacklog()).as("nothing came").isNull();
    }

    @Test
    void shouldSurviveCutsAtEveryByte() throws IOException {
        fill();
        for (int bodyMost : new int[] {1, 3, 11, 500, SEGMENT_BYTES}) {
            for (int readMost : new int[] {1, 2, 13, 700, Integer.MAX_VALUE}) {
                log.setAside("again");
                read(frames(bodyMost), readMost);
                assertThat(log.endPosition()).isEqualTo(master.endPosition());
                assertThat(log.firstDifference(master)).isEqualTo(-1);
            }
        }
    }

    @Test
    void shouldHoldWholeRecordsOnlyWhereverTheStreamStops() throws IOException {
        fill();
        ByteBuffer stream = frames(900);
        List<Long> ends = new ArrayList<>(master.recordStarts());
        ends.add(master.endPosition());
        for (int cut = 0; cut < stream.limit(); cut += 7) {
            log.setAside("again");
            read(stream.slice(0, cut), Integer.MAX_VALUE);
            assertThat(ends).contains(log.endPosition());
        }
    }

    @Test
    void shouldRefuseHeadersThatCannotBe() {
        fill();
        int rest = SEGMENT_BYTES;
        refuses(HaFrames.header(0, -1), "body of -1");
        refuses(HaFrames.header(0, Integer.MAX_VALUE), "body of 2147483647");
        refuses(HaFrames.header(0, 5 << 20), "limit");
        refuses(HaFrames.header(100, 10), "no multiple of the segments'");
        refuses(HaFrames.header(-1, 10), "no multiple of the segments'");
        refuses(HaFrames.header(0, rest + 1), "crosses a segment");
        log.appendRecord(100, 1, random);
        refuses(HaFrames.header(log.endPosition() + 1, 10), "comes next");
        refuses(HaFrames.header(0, 10), "comes next");
        refuses(HaFrames.header(SEGMENT_BYTES, 0), "comes next");
    }

    private void refuses(ByteBuffer header, String why) {
        long end = log.endPosition();
        assertThatThrownBy(() -> read(header, Integer.MAX_VALUE)).isInstanceOf(BadStreamException.class)
            .hasMessageContaining(why);
        assertThat(log.endPosition()).isEqualTo(end);
    }

    @Test
    void shouldNotAppendARecordWithAnyByteOfItsBodyChanged() throws IOException {
        ByteBuffer first = RecordBytes.record(0, 40, 1, random);
        int firstBytes = first.remaining();
        ByteBuffer second = RecordBytes.record(firstBytes, 60, 1, random);
        for (int at = 0; at < second.remaining(); at++) {
            if (isUnchecked(at)) {
                continue;
            }
            ByteBuffer bytes = ByteBuffer.allocate(firstBytes + second.remaining()).put(first.duplicate())
                .put(second.duplicate()).flip();
            bytes.put(firstBytes + at, (byte) (bytes.get(firstBytes + at) ^ 0x41));
            ByteBuffer stream = ByteBuffer.allocate(2_000).put(HaFrames.header(0, bytes.remaining())).put(bytes).flip();
            log.setAside("again");
            boolean refused = false;
            try {
                read(stream, at % 2 == 0 ? Integer.MAX_VALUE : 50);
            } catch (BadStreamException e) {
                refused = true;
            }
            assertThat(log.endPosition()).as("byte %d changed", at).isEqualTo(firstBytes);
            assertThat(refused || at < RecordLayout.MAGIC).as("byte %d changed", at).isTrue();
        }
    }

    /** Numbers that no check can tell from right ones: flags, times, hosts, texts. */
    private static boolean isUnchecked(int at) {
        boolean numbers = at >= RecordLayout.QUEUE_ID && at < RecordLayout.POSITION
            || at >= RecordLayout.SYS_FLAG && at < RecordLayout.bodyLength(0);
        return numbers || at > RecordLayout.bodyLength(0) + 4 + 60;
    }

    @Test
    void shouldRefuseABlankOfTheWrongSize() {
        ByteBuffer blank = ByteBuffer.allocate(8).putInt(SEGMENT_BYTES - 8).putInt(RecordLayout.MAGIC_BLANK).flip();
        ByteBuffer stream = ByteBuffer.allocate(20).put(HaFrames.header(0, 8)).put(blank).flip();
        assertThatThrownBy(() -> read(stream, Integer.MAX_VALUE)).hasMessageContaining("blank record");
    }

    @Test
    void shouldRefuseZerosWhereARecordBelongs() {
        ByteBuffer stream = ByteBuffer.allocate(112).put(HaFrames.header(0, 100)).clear();
        assertThatThrownBy(() -> read(stream, Integer.MAX_VALUE)).hasMessageContaining("size and magic are zero");
        assertThatThrownBy(() -> read(stream, 5)).hasMessageContaining("size and magic are zero");
    }

    @Test
    void shouldSayThatTheStreamEnded() {
        FrameReader reader = new FrameReader(log, new InboundRecords(log), FrameReader.newBuffer());
        ScriptedChannel channel = new ScriptedChannel("10.0.0.1", 10912);
        channel.end();
        assertThatThrownBy(() -> reader.readFrom(channel)).hasMessageContaining("closed the connection")
            .hasMessageContaining("is this its port for slaves (haListenPort)");
    }
}
