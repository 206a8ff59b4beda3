/*
 * Copyright 2026 The TandemMQ Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.tandemmq.store.ha.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tandemmq.store.ha.HaFrames;
import org.tandemmq.store.ha.sim.MemoryLog;
import org.tandemmq.store.ha.sim.ScriptedChannel;

/** Frames hold the right bytes, stay in their segment, end at records, survive partial writes. */
class FrameBatchTest {

    private final Random random = new Random(5);

    /** Takes the log through a batch and checks every frame; answers the number of frames. */
    private int pump(MemoryLog log, int transferBytes, int writeMost) throws IOException {
        FrameBatch batch = new FrameBatch(log, transferBytes);
        ScriptedChannel channel = new ScriptedChannel("10.0.0.2", 40_000).writeMost(writeMost);
        long position = 0;
        int frames = 0;
        while (position < log.endPosition()) {
            int taken = batch.fill(position);
            assertThat(taken).isPositive();
            while (!batch.isEmpty()) {
                batch.writeTo(channel);
            }
            frames += check(log, position, taken, channel.takeWritten());
            position += taken;
        }
        return frames;
    }

    private int check(MemoryLog log, long from, int taken, ByteBuffer written) {
        long at = from;
        int frames = 0;
        while (written.hasRemaining()) {
            assertThat(HaFrames.position(written, written.position())).isEqualTo(at);
            int bodyBytes = HaFrames.bodyBytes(written, written.position());
            assertThat(bodyBytes).isBetween(1, HaFrames.BODY_BYTES_MAX);
            int index = (int) (at % log.segmentBytes());
            assertThat(index + bodyBytes).as("stays in its segment").isLessThanOrEqualTo(log.segmentBytes());
            byte[] segment = log.segment(at - index);
            assertThat(written.slice(written.position() + HaFrames.HEADER_BYTES, bodyBytes))
                .isEqualTo(ByteBuffer.wrap(segment, index, bodyBytes));
            written.position(written.position() + HaFrames.HEADER_BYTES + bodyBytes);
            at += bodyBytes;
            frames++;
        }
        assertThat(at).isEqualTo(from + taken);
        return frames;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 1_000, Integer.MAX_VALUE})
    void shouldResumePartialWritesWhereverTheyStop(int writeMost) throws IOException {
        MemoryLog log = new MemoryLog(8_192);
        for (int i = 0; i < 60; i++) {
            log.appendRecord(random.nextInt(900), 1, random);
        }
        assertThat(pump(log, 2_000, writeMost)).isGreaterThan(10);
    }

    @Test
    void shouldEndFramesAtRecords() throws IOException {
        MemoryLog log = new MemoryLog(1 << 16);
        for (int i = 0; i < 100; i++) {
            log.appendRecord(100 + random.nextInt(500), 1, random);
        }
        FrameBatch batch = new FrameBatch(log, 3_000);
        long position = 0;
        while (position < log.endPosition()) {
            position += batch.fill(position);
            batch.writeTo(new ScriptedChannel("10.0.0.2", 1));
            assertThat(position == log.endPosition() || log.recordStarts().contains(position)).isTrue();
        }
    }

    @Test
    void shouldSendARecordAboveTheTransferSizeWhole() throws IOException {
        MemoryLog log = new MemoryLog(16 << 20);
        log.appendRecord(100, 1, random);
        log.appendRecord(3_900_000, 1, random);
        log.appendRecord(100, 1, random);
        assertThat(pump(log, 32_768, Integer.MAX_VALUE)).isEqualTo(3);
    }

    @Test
    void shouldCutARecordAboveTheLargestFrame() throws IOException {
        MemoryLog log = new MemoryLog(16 << 20);
        log.appendRecord(9_000_000, 1, random);
        log.appendRecord(100, 1, random);
        assertThat(pump(log, 32_768, Integer.MAX_VALUE)).isGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldCutPlainlyInsideARecordUntilTheNextSegment() throws IOException {
        MemoryLog log = new MemoryLog(8_192);
        log.appendRecord(5_000, 1, random);
        log.appendRecord(5_000, 1, random);
        FrameBatch batch = new FrameBatch(log, 1_000);
        batch.beginInsideRecord();
        assertThat(batch.fill(100)).isEqualTo(8_192 - 100);
        assertThat(batch.fill(8_192)).isEqualTo(log.endPosition() - 8_192);
    }

    @Test
    void shouldHaveNothingWhereTheLogHasNothing() {
        MemoryLog log = new MemoryLog(8_192);
        assertThat(new FrameBatch(log, 1_000).fill(0)).isZero();
    }
}
