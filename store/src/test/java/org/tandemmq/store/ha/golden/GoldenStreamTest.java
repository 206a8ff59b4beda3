/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.config.HaConfig;
import org.tandemmq.store.ha.HaChannel;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.history.HistoryRepair;
import org.tandemmq.store.ha.history.TailAnswer;
import org.tandemmq.store.ha.history.TailConfirmation;
import org.tandemmq.store.ha.history.TailDump;
import org.tandemmq.store.ha.master.HaService;
import org.tandemmq.store.ha.master.ReplicatedCopies;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;
import org.tandemmq.store.ha.slave.HaClient;
import org.tandemmq.store.ha.slave.HaConnector;
import org.tandemmq.store.ha.slave.MasterAddress;

/** The streams recorded between brokers of the reference, replayed to our slave and to our master. */
class GoldenStreamTest {

    private static final TailConfirmation SAME = question -> CompletableFuture.completedFuture(
        new TailAnswer(TailAnswer.Verdict.SAME, 0, Long.MAX_VALUE, "same"));

    private static final List<String> SLAVE_A = List.of("1-new-slave-empty-master.txt",
        "2-restart-catch-up-over-a-segment-end.txt", "3-cut-inside-a-frame.txt", "4-reconnect-after-the-cut.txt",
        "5-reconnect-idle.txt");
    private static final String SLAVE_B = "6-new-slave-non-empty-master.txt";
    private static final String OLD_PAIR = "7-4.9.8-slave-4.9.8-master.txt";
    private static final List<String> SHA_A = List.of(
        "bf629bc62ceb24e12b72e22268faa94b56ff2a1b3ac37dd5c0109e78843911bc",
        "53b3069e830b1fbb15c4fff3dc7b42dc13073b0a759dddd54ec5851753164da4",
        "8a88a24fc8769e66d80b0c5d3638ac243cc13486d5db14d2b1f2a3d1fe3d77c1",
        "91eb42a196031291e13c9d2ac25721fe861f82057bdfd4273a4cce70ff8c2dd7",
        "73a5ec69076c6d415266c61fec8ee3fd740ec281c62fcebea2b46cfb02a1d38b");
    private static final List<String> SHA_B = List.of(
        "7da7eebd0a5e8d40c02f68eb4e4c55a896bdf7fa608986d4a32f6438ac775b3f",
        "fd951c9dfb93471214e060bf648d82eee3bc58ff6c0c839827f567d41dfa56af");
    private static final int SEGMENT_BYTES = 65_536;

    @TempDir
    private Path dumps;

    private long nowMs = 1_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4_096, Integer.MAX_VALUE})
    void shouldBuildTheRecordedSlaveByteForByte(int readMost) {
        MemoryLog log = new MemoryLog(SEGMENT_BYTES);
        for (String name : SLAVE_A) {
            replayToSlave(log, new RecordedStream(name), readMost);
        }
        assertThat(shas(log)).isEqualTo(SHA_A);
    }

    @Test
    void shouldTakeDataThatBeginAtALaterSegment() {
        MemoryLog log = new MemoryLog(SEGMENT_BYTES);
        replayToSlave(log, new RecordedStream(SLAVE_B), Integer.MAX_VALUE);
        assertThat(log.minPosition()).isEqualTo(262_144);
        assertThat(shas(log)).isEqualTo(SHA_B);
    }

    @Test
    void shouldFollowTheOlderLineAsWell() {
        MemoryLog log = new MemoryLog(1 << 20);
        replayToSlave(log, new RecordedStream(OLD_PAIR), 1_000);
        assertThat(log.endPosition()).isEqualTo(31_448);
    }

    @Test
    void shouldServeTheRecordedReportsWithTheRecordedBytes() {
        MemoryLog log = new MemoryLog(SEGMENT_BYTES);
        for (String name : SLAVE_A) {
            replayToMaster(log, new RecordedStream(name), false);
        }
        assertThat(shas(log)).isEqualTo(SHA_A);
        replayToMaster(log, new RecordedStream(SLAVE_B), true);
        replayToMaster(new MemoryLog(1 << 20), new RecordedStream(OLD_PAIR), false);
    }

    @Test
    void shouldEncodeHeadersAndReportsAsRecorded() {
        ByteBuffer master = new RecordedStream(SLAVE_A.get(0)).all(true);
        int frames = 0;
        while (master.hasRemaining()) {
            long position = HaFrames.position(master, master.position());
            int bodyBytes = HaFrames.bodyBytes(master, master.position());
            assertThat(HaFrames.header(position, bodyBytes)).isEqualTo(master.slice(master.position(), 12));
            master.position(master.position() + HaFrames.HEADER_BYTES + bodyBytes);
            frames++;
        }
        assertThat(frames).isEqualTo(14);
        ByteBuffer slave = new RecordedStream(SLAVE_A.get(0)).all(false);
        assertThat(slave.remaining()).isEqualTo(15 * HaFrames.REPORT_BYTES);
        assertThat(HaFrames.report(97_948)).isEqualTo(slave.slice(14 * HaFrames.REPORT_BYTES, 8));
    }

    private void replayToSlave(MemoryLog log, RecordedStream stream, int readMost) {
        ScriptedChannel channel = new ScriptedChannel("10.0.0.1", 10912).readMost(readMost);
        HaConfig config = HaConfig.defaults(10912);
        HaClient client = new HaClient(log, config.timing(), new MasterAddress("10.0.0.1:10912", Runnable::run),
            connectorTo(channel), SAME,
            new HistoryRepair(config.resolution(), new TailDump(dumps)), () -> 0);
        long firstReport = HaFrames.reportPosition(stream.all(false), 0);
        assertThat(log.endPosition()).as("what the recorded slave reported first").isEqualTo(firstReport);
        for (int i = 0; i < 6; i++) {
            client.doWork(nowMs);
        }
        assertThat(client.status().client().state()).isEqualTo("following");
        for (RecordedStream.Piece piece : stream.pieces()) {
            if (piece.fromMaster()) {
                channel.feed(piece.buffer());
                work(client, piece.bytes().length, readMost);
            }
        }
        assertThat(channel.isClosed()).as(client.status().client().reason()).isFalse();
        ByteBuffer reports = channel.takeWritten();
        assertThat(HaFrames.reportPosition(reports, 0)).isEqualTo(firstReport);
        long lastReport = HaFrames.reportPosition(reports, reports.limit() - HaFrames.REPORT_BYTES);
        assertThat(lastReport).isEqualTo(log.endPosition());
        client.close();
    }

    private void work(HaClient client, int bytes, int readMost) {
        for (int i = 0; i <= bytes / Math.min(bytes, readMost) / 16; i++) {
            client.doWork(nowMs);
        }
    }

    private static HaConnector connectorTo(HaChannel channel) {
        return new HaConnector() {
            @Override
            public HaChannel connect(InetSocketAddress peer) {
                return channel;
            }

            @Override
            public void poll() {
                // always ready
            }

            @Override
            public void close() {
                // owns nothing
            }
        };
    }

    /** Feeds the slave's reports while the master's log grows as it did; compares the bytes that are served. */
    private void replayToMaster(MemoryLog log, RecordedStream stream, boolean fromLastSegment) {
        HaConfig config = HaConfig.defaults(10912);
        HaConfig.Resolution resolution = new HaConfig.Resolution(false, false, fromLastSegment);
        HaConfig chosen = new HaConfig("10.0.0.1", 10912, "", config.timing(), config.transferBytes(),
            config.fallBehindMaxBytes(), config.copies(), List.of(), 8, resolution);
        HaService service = new HaService(log, HaService.Limits.of(chosen),
            new ReplicatedCopies(config.copies(), config.fallBehindMaxBytes(), position -> { }), () -> 0);
        ScriptedChannel channel = new ScriptedChannel("10.0.0.2", 40_000);
        service.accept(channel, nowMs);
        ByteArrayOutputStream served = new ByteArrayOutputStream();
        ByteBuffer growth = bodies(stream.all(true));
        for (RecordedStream.Piece piece : stream.pieces()) {
            if (piece.fromMaster()) {
                grow(log, stream, growth);
            } else {
                service.doWork(nowMs);
                channel.feed(piece.buffer());
            }
            service.doWork(nowMs);
        }
        service.doWork(nowMs);
        ByteBuffer written = channel.takeWritten();
        ByteBuffer bodies = bodies(written);
        served.write(bodies.array(), 0, bodies.limit());
        assertThat(channel.isClosed()).as(service.status().toString()).isFalse();
        assertThat(ByteBuffer.wrap(served.toByteArray())).isEqualTo(bodies(stream.all(true)));
        service.close();
    }

    /** Lets the log have everything of the stream at once, as far as it does not have it. */
    private static void grow(MemoryLog log, RecordedStream stream, ByteBuffer growth) {
        ByteBuffer master = stream.all(true);
        long position = master.remaining() < HaFrames.HEADER_BYTES ? -1 : firstDataPosition(master);
        if (position < 0) {
            return;
        }
        growth.position((int) Math.min(growth.limit(), Math.max(0, log.endPosition() - position)));
        while (growth.hasRemaining()) {
            int left = log.segmentBytes() - (int) (log.endPosition() % log.segmentBytes());
            int bytes = Math.min(left, growth.remaining());
            log.append(log.endPosition(), growth.slice(growth.position(), bytes));
            growth.position(growth.position() + bytes);
        }
    }

    private static long firstDataPosition(ByteBuffer master) {
        int at = 0;
        while (at + HaFrames.HEADER_BYTES <= master.limit()) {
            int bodyBytes = HaFrames.bodyBytes(master, at);
            if (bodyBytes > 0) {
                return at + HaFrames.HEADER_BYTES + bodyBytes <= master.limit() ? HaFrames.position(master, at) : -1;
            }
            at += HaFrames.HEADER_BYTES;
        }
        return -1;
    }

    private static ByteBuffer bodies(ByteBuffer frames) {
        ByteArrayOutputStream bodies = new ByteArrayOutputStream();
        int at = 0;
        while (at + HaFrames.HEADER_BYTES <= frames.limit()) {
            int bodyBytes = HaFrames.bodyBytes(frames, at);
            if (at + HaFrames.HEADER_BYTES + bodyBytes > frames.limit()) {
                break;
            }
            bodies.write(frames.array(), at + HaFrames.HEADER_BYTES, bodyBytes);
            at += HaFrames.HEADER_BYTES + bodyBytes;
        }
        return ByteBuffer.wrap(bodies.toByteArray());
    }

    private static List<String> shas(MemoryLog log) {
        return log.segmentStarts().stream().map(start -> sha(log.segment(start))).toList();
    }

    private static String sha(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
